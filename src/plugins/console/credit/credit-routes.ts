import type { FastifyInstance } from 'fastify'
import { pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import { creditMain } from './credit-pages.ts'
import type { KeyPageParts } from '../keys/key-routes.ts'
import { ownerOf } from '../owner.ts'

const JOURNAL_PAGE = 50

/** The credit of the signed-in person, and the journal that made it. */
export function creditRoutes(app: FastifyInstance, { store, assets, topUpUrl }: KeyPageParts): void {
  app.get<{ Querystring: { after?: unknown } }>('/credit', async (request, reply) => {
    const { accountId } = ownerOf(request)
    const { after } = request.query
    const [account, entries] = await Promise.all([
      store.getAccount(accountId),
      store.listJournal({ accountId, limit: JOURNAL_PAGE + 1, ...(typeof after === 'string' && { after }) }),
    ])
    if (!account) throw pageNotFound()
    const shown = entries.slice(0, JOURNAL_PAGE)
    const next = entries.length > JOURNAL_PAGE ? `/console/credit?after=${shown.at(-1)?.id}` : undefined
    const main = creditMain({ account, entries: shown, next, topUpUrl })
    return sendPage(reply, consolePage(assets, request, { title: 'Credit', main }))
  })
}
