import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Account } from '../../../domain/ledger/store.ts'
import { html, type Html } from '../../pages/html.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import { NO_ERRORS, readForm, typed, type FormErrors } from '../form.ts'
import { FORM_ID_LENGTH, formId } from '../form-once.ts'
import { microsTyped } from '../micros-typed.ts'
import { ownerOf, signedInOf } from '../owner.ts'
import { usageOf, type UsageParts } from '../usage/usage-routes.ts'
import { accountsMain, oneAccountMain, type AccountRow } from './accounts-pages.ts'

const PAGE = 50

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

/** Accounts as an operator sees them: found, credited, suspended, with their usage. */
export function accountsRoutes(app: FastifyInstance, parts: UsageParts): void {
  const { store, clock, audit, sessions, assets } = parts
  const { people } = store

  const show = (request: FastifyRequest, reply: FastifyReply, title: string, main: Html, status?: number) =>
    sendPage(reply, consolePage(assets, request, { title, main, scripts: ['send-once'] }), status)

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
    const { amount: amountMicros, reason, form: once } = form.value
    const id = request.params.id
    const outcome = await store.addCredit({
      accountId: id,
      amountMicros,
      reason,
      idempotencyKey: `console:${once}`,
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
      formId: formId(),
      texts: { amount: typed(request.body, 'amount'), reason: typed(request.body, 'reason') },
      errors,
      done,
    })
    return show(request, reply, person?.email ?? id, main, status)
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
