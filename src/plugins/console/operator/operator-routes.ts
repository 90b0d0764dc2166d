import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Settlements } from '../../../domain/ledger/settlements.ts'
import type { Account } from '../../../domain/ledger/store.ts'
import { emailAddress } from '../../../domain/people/email-address.ts'
import { randomText } from '../../../domain/random-text.ts'
import { html } from '../../pages/html.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import { NO_ERRORS, readForm, typed, type FormErrors } from '../form.ts'
import { microsTyped } from '../micros-typed.ts'
import {
  accountsMain,
  healthMain,
  invitationsMain,
  oneAccountMain,
  type AccountRow,
  type HealthFact,
} from './operator-pages.ts'
import { ownerOf, signedInOf } from '../owner.ts'
import { usageOf, type UsageParts } from '../usage/usage-routes.ts'

const PAGE = 50

const FORM_ID_LENGTH = 20

/** What the operator's pages work with, beside the others. */
export interface OperatorParts extends UsageParts {
  settlements: Settlements
  signUp: 'open' | 'invited' | 'closed'
  /** What answers on each path, in words: of the configuration, no secrets. */
  paths: { global: string; eu: string }
}

type OneAccount = { Params: { id: string } }

const creditForm = z.object({
  /** Of the page, so that one form books once. */
  form: z.string('Open the page anew.').length(FORM_ID_LENGTH, 'Open the page anew.'),
  amount: z.string('Type an amount.').transform((text, context) => {
    const taken = /^\s*[-−]/.test(text)
    const micros = microsTyped(text.replace(/^\s*[-−]/, ''))
    if (micros !== undefined && micros > 0) return taken ? -micros : micros
    context.addIssue({ code: 'custom', message: 'Type an amount like 25 or -2.50, but not zero.' })
    return z.NEVER
  }),
  reason: z
    .string('Say why.')
    .trim()
    .min(1, 'Say why: the person reads it.')
    .max(200, 'A reason has 200 characters at most.'),
})

/** Pages of the operators (`OPERATOR_EMAILS`): accounts, credit, suspension, invitations, health. Others get 404 for all of them. */
export function operatorRoutes(app: FastifyInstance, parts: OperatorParts): void {
  const { store, clock, audit, sessions, assets, running, settlements, paths, signUp } = parts
  const { people } = store

  app.addHook('onRequest', async (request) => {
    if (!request.isOperator) throw pageNotFound()
  })

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    title: string,
    main: ReturnType<typeof healthMain>,
    status?: number,
  ) => sendPage(reply, consolePage(assets, request, { title, main, scripts: ['send-once'] }), status)

  app.get<{ Querystring: { q?: unknown; after?: unknown } }>('/', async (request, reply) => {
    const { q, after } = request.query
    const text = typeof q === 'string' ? q.trim().slice(0, 200) : ''
    const found = text === '' ? await listed(after) : await searched(text, after)
    return show(request, reply, 'Accounts', accountsMain(text, found.rows, found.next))
  })

  app.get<OneAccount & { Querystring: { done?: unknown } }>('/accounts/:id', async (request, reply) =>
    showAccount(request, reply, { errors: NO_ERRORS, done: request.query.done }),
  )

  app.get<OneAccount>('/accounts/:id/usage', async (request, reply) => {
    const { id } = request.params
    const account = await store.getAccount(id)
    if (!account) throw pageNotFound()
    const path = `/console/operator/accounts/${id}`
    const heading = html`<p class="crumb"><a href="${path}">${account.name}</a></p>
      <h1>Usage</h1>`
    const main = await usageOf(parts, {
      accountId: id,
      query: request.query,
      path: `${path}/usage`,
      heading,
    })
    return show(request, reply, 'Usage', main)
  })

  app.post<OneAccount>('/accounts/:id/credit', async (request, reply) => {
    const operator = ownerOf(request)
    const form = readForm(creditForm, request.body)
    if (form.kind === 'bad') return showAccount(request, reply, { errors: form.errors, status: 422 })
    refuseStale(request)
    const { amount: amountMicros, reason, form: formId } = form.value
    const id = request.params.id
    const outcome = await store.addCredit({
      accountId: id,
      amountMicros,
      reason,
      idempotencyKey: `console:${formId}`,
      now: clock.now(),
    })
    if (outcome === undefined) throw pageNotFound()
    const fault = typeof outcome === 'string' ? FAULTS[outcome] : undefined
    if (fault !== undefined) return showAccount(request, reply, { errors: { amount: fault }, status: 422 })
    const detail = `${amountMicros / 1_000_000} USD: ${reason}`
    await audit.write(operator, 'credit_changed', { accountId: id, target: id, detail })
    return reply.redirect(`/console/operator/accounts/${id}?done=credited`, 303)
  })

  for (const action of ['suspend', 'resume'] as const) {
    app.post<OneAccount>(`/accounts/:id/${action}`, async (request, reply) => {
      const { id } = request.params
      const account = await store.suspendAccount(id, action === 'suspend' ? clock.now() : null)
      if (!account) throw pageNotFound()
      const done = action === 'suspend' ? 'suspended' : 'resumed'
      await audit.write(ownerOf(request), `account_${done}`, { accountId: id, target: id })
      return reply.redirect(`/console/operator/accounts/${id}?done=${done}`, 303)
    })
  }

  app.get<{ Querystring: { after?: unknown; done?: unknown } }>('/invitations', async (request, reply) =>
    showInvitations(request, reply, { email: '', errors: NO_ERRORS, ...request.query }),
  )

  app.post('/invitations', async (request, reply) => {
    const operator = ownerOf(request)
    const email = emailAddress(typed(request.body, 'email'))
    if (email === undefined) {
      const errors = { email: 'That is no e-mail address. It looks like name@example.com.' }
      return showInvitations(request, reply, { email: typed(request.body, 'email'), errors, status: 422 })
    }
    await people.invite({ email, invitedAt: clock.now(), invitedBy: operator.email })
    await audit.write(operator, 'invited')
    return reply.redirect('/console/operator/invitations?done=invited', 303)
  })

  app.post('/invitations/withdraw', async (request, reply) => {
    const operator = ownerOf(request)
    if (!(await people.withdrawInvitation(typed(request.body, 'email')))) throw pageNotFound()
    await audit.write(operator, 'invitation_withdrawn')
    return reply.redirect('/console/operator/invitations?done=withdrawn', 303)
  })

  app.get('/health', async (request, reply) => show(request, reply, 'Health', healthMain(await facts())))

  async function listed(after: unknown): Promise<{ rows: AccountRow[]; next: string | undefined }> {
    const accounts = await store.listAccounts({
      limit: PAGE + 1,
      ...(typeof after === 'string' && { after }),
    })
    const shown = accounts.slice(0, PAGE)
    const rows = await Promise.all(
      shown.map(async (account) => ({ account, person: await people.findByAccount(account.id) })),
    )
    return { rows, next: accounts.length > PAGE ? `/console/operator?after=${shown.at(-1)?.id}` : undefined }
  }

  async function searched(
    text: string,
    after: unknown,
  ): Promise<{ rows: AccountRow[]; next: string | undefined }> {
    const found = await people.searchPeople({
      text,
      limit: PAGE + 1,
      ...(typeof after === 'string' && { after }),
    })
    const shown = found.slice(0, PAGE)
    const rows = await Promise.all(
      shown.map(async (person) => rowOf(await store.getAccount(person.accountId), person)),
    )
    // An account that no person owns is found by its whole id.
    const alone = shown.length === 0 ? [rowOf(await store.getAccount(text), undefined)] : []
    const next = new URLSearchParams({ q: text, after: shown.at(-1)?.email ?? '' })
    return {
      rows: [...rows, ...alone].filter((row) => row !== undefined),
      next: found.length > PAGE ? `/console/operator?${next.toString()}` : undefined,
    }
  }

  async function showAccount(
    request: FastifyRequest<OneAccount>,
    reply: FastifyReply,
    { errors, done, status }: { errors: FormErrors; done?: unknown; status?: number },
  ): Promise<FastifyReply> {
    const { id } = request.params
    const account = await store.getAccount(id)
    if (!account) throw pageNotFound()
    const person = await people.findByAccount(id)
    const main = oneAccountMain({
      row: { account, person },
      keys: await store.listKeys({ accountId: id, limit: 1_000 }),
      journal: await store.listJournal({ accountId: id, limit: 20 }),
      now: clock.now(),
      formId: randomText(FORM_ID_LENGTH),
      texts: { amount: typed(request.body, 'amount'), reason: typed(request.body, 'reason') },
      errors,
      done,
    })
    return show(request, reply, person?.email ?? id, main, status)
  }

  async function showInvitations(
    request: FastifyRequest,
    reply: FastifyReply,
    page: { email: string; errors: FormErrors; after?: unknown; done?: unknown; status?: number },
  ): Promise<FastifyReply> {
    const { email, errors, after, done, status } = page
    const invitations = await people.listInvitations({
      limit: PAGE + 1,
      ...(typeof after === 'string' && { after }),
    })
    const shown = invitations.slice(0, PAGE)
    const next =
      invitations.length > PAGE
        ? `/console/operator/invitations?${new URLSearchParams({ after: shown.at(-1)?.email ?? '' }).toString()}`
        : undefined
    const main = invitationsMain({ invitations: shown, next, signUp, email, errors, done })
    return show(request, reply, 'Invitations', main, status)
  }

  async function facts(): Promise<HealthFact[]> {
    const writable = await store.tryWrite(clock.now()).then(
      () => true,
      () => false,
    )
    const waiting = settlements.waiting
    return [
      { label: 'Store', value: writable ? 'takes writes' : 'takes no writes', good: writable },
      { label: 'Answers on the global path', value: paths.global, good: true },
      { label: 'Answers on the EU path', value: paths.eu, good: true },
      { label: 'Running calls', value: String(running.size), good: true },
      { label: 'Charges that wait for the store', value: String(waiting), good: waiting === 0 },
      { label: 'Memory', value: `${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB`, good: true },
      { label: 'Running since', value: `${Math.round(process.uptime() / 60)} minutes`, good: true },
    ]
  }

  /** @throws {PageRefusal} where the sign-in was long ago: money wants the person, not a browser left open */
  function refuseStale(request: FastifyRequest): void {
    if (sessions.isFresh(signedInOf(request).session)) return
    throw new PageRefusal(
      403,
      'Sign in once more',
      'Credit is changed only within ten minutes of a sign-in. Sign out and in again. Nothing was booked.',
      { next: { href: '/console/operator', label: 'Back' } },
    )
  }
}

const FAULTS = {
  conflict: 'This form was sent before with another amount. Open the page anew.',
  too_large: 'The balance would be larger than the books can hold.',
  insufficient: 'That is more than running calls leave free.',
} as const

function rowOf(account: Account | undefined, person: AccountRow['person']): AccountRow | undefined {
  return account && { account, person }
}
