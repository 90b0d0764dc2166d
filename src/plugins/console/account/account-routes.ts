import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KEY_SORTS, type KeySort } from '../../../domain/keys/key-sort.ts'
import type { ApiKey } from '../../../domain/ledger/store.ts'
import type { SignedIn } from '../../../domain/people/sessions.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { accountMain, logMain } from './account-pages.ts'
import { consolePage, sendPage } from '../console-page.ts'
import { exportData } from './export-data.ts'
import { NO_ERRORS, typed, type FormErrors } from '../form.ts'
import type { KeyPageParts } from '../keys/key-routes.ts'
import { signedInOf } from '../owner.ts'

const LOG_PAGE = 50

/** The person's account: sessions, log, export, deletion. */
export function accountRoutes(app: FastifyInstance, parts: KeyPageParts): void {
  const { store, keys, running, sessions, clock, audit, cookies, assets, log } = parts
  const { people } = store

  const showAccount = async (
    request: FastifyRequest,
    reply: FastifyReply,
    errors: FormErrors,
    { done, status }: { done?: unknown; status?: number } = {},
  ): Promise<FastifyReply> => {
    const { person, session: current } = signedInOf(request)
    const main = accountMain({
      person,
      current,
      sessions: await people.listSessions(person.id, clock.now()),
      identities: await people.listIdentities(person.id),
      errors,
      done,
    })
    return sendPage(reply, consolePage(assets, request, { title: 'Account', main }), status)
  }

  app.get<{ Querystring: { done?: unknown } }>('/account', async (request, reply) =>
    showAccount(request, reply, NO_ERRORS, { done: request.query.done }),
  )

  app.get<{ Querystring: { after?: unknown } }>('/account/log', async (request, reply) => {
    const { accountId } = signedInOf(request).person
    const { after } = request.query
    const entries = await people.listAudit({
      accountId,
      limit: LOG_PAGE + 1,
      ...(typeof after === 'string' && { after }),
    })
    const shown = entries.slice(0, LOG_PAGE)
    const next = entries.length > LOG_PAGE ? `/console/account/log?after=${shown.at(-1)?.id}` : undefined
    return sendPage(reply, consolePage(assets, request, { title: 'Log', main: logMain(shown, next) }))
  })

  app.get('/account/export', async (request, reply) => {
    const { person } = signedInOf(request)
    await audit.write(person, 'data_exported')
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="svc-export.json"',
      })
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportData(store, person, clock.now())))
  })

  app.post<{ Params: { id: string } }>('/account/sessions/:id/end', async (request, reply) => {
    const { person } = signedInOf(request)
    if (!(await people.endSession(person.id, request.params.id))) throw pageNotFound()
    await audit.write(person, 'signed_out', { target: request.params.id })
    return reply.redirect('/console/account?done=ended', 303)
  })

  app.post('/account/sign-out-everywhere', async (request, reply) => {
    const { person, session } = signedInOf(request)
    const others = (await people.listSessions(person.id, clock.now())).filter(({ id }) => id !== session.id)
    for (const { id } of others) await people.endSession(person.id, id)
    await audit.write(person, 'signed_out_everywhere', { detail: `${others.length} browsers` })
    return reply.redirect('/console/account?done=everywhere', 303)
  })

  app.post('/account/delete', async (request, reply) => {
    const signedIn = signedInOf(request)
    const { person } = signedIn
    if (typed(request.body, 'confirm').trim().toLowerCase() !== person.email) {
      const errors = { confirm: 'That is not your address. Nothing was deleted.' }
      return showAccount(request, reply, errors, { status: 422 })
    }
    refuseStale(signedIn)
    for (const sort of KEY_SORTS) {
      for (const { id } of await activeKeys(person.accountId, sort)) {
        await keys.revoke(person.accountId, id, sort)
        running.revoke(id)
      }
    }
    await audit.write(person, 'account_deleted', { target: person.accountId })
    await people.deletePerson(person.id)
    log.event('account_deleted', { accountId: person.accountId })
    cookies.clear(reply, 'session')
    return reply.redirect('/console/sign-in?done=deleted', 303)
  })

  /** All keys or tokens that are not revoked; expired ones too. */
  async function activeKeys(accountId: string, sort: KeySort): Promise<ApiKey[]> {
    const found: ApiKey[] = []
    let after: string | undefined
    for (;;) {
      const page = await store.listKeys({
        accountId,
        sort,
        limit: 1_000,
        ...(after !== undefined && { after }),
      })
      found.push(...page.filter(({ revokedAt }) => revokedAt === null))
      after = page.at(-1)?.id
      if (after === undefined) return found
    }
  }

  /** @throws {PageRefusal} where the sign-in was long ago: what cannot be undone wants the person, not a browser left open */
  function refuseStale({ session }: SignedIn): void {
    if (sessions.isFresh(session)) return
    throw new PageRefusal(
      403,
      'Sign in once more',
      'What you asked for cannot be undone. Sign out and in again, and do it within ten minutes. Nothing was changed.',
      { next: { href: '/console/account', label: 'Back' } },
    )
  }
}
