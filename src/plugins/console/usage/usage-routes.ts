import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { KEY_SORTS, sortOf } from '../../../domain/keys/key-sort.ts'
import type { ApiKey, Store } from '../../../domain/ledger/store.ts'
import {
  DAY_MS,
  type UsageSum,
  type UsageSumsBy,
  type UsageSumsQuery,
} from '../../../domain/ledger/usage-sums.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import { callsMain } from './calls-page.ts'
import { statusWords } from './call-status.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { KeyPageParts } from '../keys/key-routes.ts'
import { day } from '../moment.ts'
import { ownerOf } from '../owner.ts'
import { usageCsv } from './usage-csv.ts'
import { usageMain } from './usage-pages.ts'
import { rangeQuery, readUsageQuestion } from './usage-query.ts'

const CALLS_PAGE = 50

/** Keys that a page of usage can choose from and name, and tokens that it can name; those who made more see the ids of the others. */
const NAMED_MOST = 1_000

/** Days that are read at one time: some milliseconds of work in a file. */
const DAYS_AT_ONCE = 31

export interface UsageParts extends KeyPageParts {
  registry: Registry
}

/** What the signed-in person spent: day by day, call by call, and as a file (description 3). */
export function usageRoutes(app: FastifyInstance, parts: UsageParts): void {
  const { store, assets, clock } = parts

  app.get('/usage', async (request, reply) => {
    const main = await usageOf(parts, {
      accountId: ownerOf(request).accountId,
      query: request.query,
      path: '/console/usage',
      calls: { page: '/console/usage/calls', csv: '/console/usage.csv' },
      heading: html`<h1>Usage</h1>`,
    })
    return sendPage(reply, consolePage(assets, request, { title: 'Usage', main }))
  })

  app.get<{ Querystring: { after?: unknown } }>('/usage/calls', async (request, reply) => {
    const { accountId } = ownerOf(request)
    const { question: range } = readUsageQuestion(request.query, clock.now())
    const { after } = request.query
    const [keys, calls] = await Promise.all([
      keysAndTokens(store, accountId),
      store.listUsage({
        accountId,
        from: range.from,
        to: range.to,
        limit: CALLS_PAGE + 1,
        ...(range.keyId !== undefined && { keyId: range.keyId }),
        ...(typeof after === 'string' && { after }),
      }),
    ])
    const shown = calls.slice(0, CALLS_PAGE)
    const older = `/console/usage/calls?${rangeQuery(range)}&after=${shown.at(-1)?.id}`
    const main = callsMain({
      range,
      calls: shown,
      next: calls.length > CALLS_PAGE ? older : undefined,
      nameOf: keyNames(keys),
    })
    return sendPage(reply, consolePage(assets, request, { title: 'Single calls', main }))
  })

  app.get('/usage.csv', async (request, reply) => {
    const { accountId } = ownerOf(request)
    const { question: range } = readUsageQuestion(request.query, clock.now())
    const keys = await keysAndTokens(store, accountId)
    const name = `svc-usage-${day(range.from)}-to-${day(range.to - DAY_MS)}.csv`
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
      .type('text/csv; charset=utf-8; header=present')
      .send(Readable.from(usageCsv(store, { accountId, range, nameOf: keyNames(keys) })))
  })
}

/** The usage of an account as a page's content. */
export async function usageOf(
  { store, clock, registry }: Pick<UsageParts, 'store' | 'clock' | 'registry'>,
  {
    accountId,
    query,
    ...page
  }: {
    accountId: string
    query: unknown
    path: string
    calls?: { page: string; csv: string }
    heading: HtmlValue
  },
): Promise<Html> {
  const now = clock.now()
  const { question, errors, texts } = readUsageQuestion(query, now)
  const { from, to, keyId } = question
  const asked = (by: UsageSumsBy): Promise<UsageSum[]> =>
    readSums(store, { accountId, from, to, by, ...(keyId !== undefined && { keyId }) })
  const [keys, sums, all] = await Promise.all([
    keysAndTokens(store, accountId),
    asked(question.by),
    asked('status'),
  ])
  const nameOf = keyNames(keys)
  const labels: Record<UsageSumsBy, (value: string) => string> = {
    model: (model) => model,
    framework: (id) => (id === '' ? 'No framework' : (registry.get(id)?.name ?? id)),
    key: nameOf,
    status: statusWords,
  }
  return usageMain({
    ...page,
    question,
    errors,
    texts,
    now,
    sums,
    all,
    labelOf: (by, value) => labels[by](value),
    keys: keys
      .filter((key) => sortOf(key) === 'key' || key.id === keyId)
      .map(({ id, name, lastFour }) => ({ value: id, label: `${name} (…${lastFour})` })),
  })
}

/** The sums of a range, piece by piece, so that others have their turn in between: a year of 66 frameworks is 26,000 rows. */
async function readSums(store: Pick<Store, 'usageSums'>, query: UsageSumsQuery): Promise<UsageSum[]> {
  const sums: UsageSum[] = []
  for (let { from } = query; from < query.to; from += DAYS_AT_ONCE * DAY_MS) {
    const to = Math.min(query.to, from + DAYS_AT_ONCE * DAY_MS)
    sums.push(...(await store.usageSums({ ...query, from, to })))
    await setImmediate()
  }
  return sums
}

/** Whose calls they may be. */
async function keysAndTokens(store: Store, accountId: string): Promise<ApiKey[]> {
  const lists = KEY_SORTS.map((sort) => store.listKeys({ accountId, sort, limit: NAMED_MOST }))
  return (await Promise.all(lists)).flat()
}

/** Keys by their names; one that is not among them by its id. */
function keyNames(keys: readonly ApiKey[]): (keyId: string) => string {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return (keyId) => names.get(keyId) ?? keyId
}
