import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { makeCall, type MadeCall } from '../../support/made-history.ts'
import { startService, type Service } from '../../support/start-service.ts'

const DAY = 86_400_000

let service: Service
let clock: FakeClock
let ada: ConsoleClient
let keyId: string

beforeEach(async () => {
  clock = new FakeClock('2026-11-21T12:00:00Z')
  service = await startService({ OPERATOR_EMAILS: 'ada@example.com' }, { clock })
  ada = new ConsoleClient(service)
  await ada.signIn('ada@example.com')
  const [key] = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 1 })
  keyId = key?.id ?? ''
})
afterEach(() => service.close())

let made = 0
const call = (daysAgo: number, rest: Partial<MadeCall> = {}): Promise<void> =>
  makeCall(service.parts.store, {
    id: `chatcmpl_${(made += 1)}`,
    keyId,
    at: clock.now() - daysAgo * DAY,
    costMicros: 1_000,
    ...rest,
  })

/** The cells of each row of the table behind a heading. */
function rows(page: string, id: string): string[][] {
  const from = page.indexOf(`aria-labelledby="${id}"`)
  const table = page.slice(from, page.indexOf('</table>', from))
  return [...table.slice(table.indexOf('<tbody>')).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )
}

describe('usage', () => {
  test('without a call says what to do next', async () => {
    const page = await ada.page('/console/usage')
    expect(page).toContain('No call in these days')
    expect(page).toContain('href="/console/keys"')
  })

  test('is counted by model, framework, key and status, and every table comes to the same', async () => {
    const second = await service.parts.keys.create('acct_demo', {
      name: '<b>ci</b>',
      limits: { hour: null, day: null, week: null, month: null },
      expiresAt: null,
    })
    await call(0, { costMicros: 3_000, frameworks: ['dora', 'iso-27001'] })
    await call(1, { costMicros: 2_000, model: 'svc-thinking', frameworks: ['dora'], keyId: second.key.id })
    await call(1, { costMicros: 500, status: 'length' })
    await call(45)
    const table = async (by: string) => rows(await ada.page(`/console/usage?by=${by}`), 'by')
    expect(await table('model')).toEqual([
      ['svc-fast', '2', '200', '20', '$0.0035', '63.6 %'],
      ['svc-thinking', '1', '100', '10', '$0.002', '36.4 %'],
    ])
    const frameworks = await table('framework')
    expect(frameworks.map(([name, calls]) => [name, calls])).toEqual([
      [service.parts.registry.get('dora')?.name, '2'],
      [service.parts.registry.get('iso-27001')?.name, '1'],
      ['No framework', '1'],
    ])
    expect((await table('key')).map(([name]) => name)).toContain('&lt;b&gt;ci&lt;/b&gt;')
    expect((await table('status')).map(([name, calls]) => [name, calls])).toEqual([
      ['Completed', '2'],
      ['Ended at its token limit', '1'],
    ])
    expect(rows(await ada.page('/console/usage'), 'days')).toEqual([
      ['2026-11-21', '1', '100', '10', '$0.003'],
      ['2026-11-20', '2', '200', '20', '$0.0025'],
    ])
  })

  test('is of the days and the key that were asked for', async () => {
    await call(0)
    await call(45, { costMicros: 7_000 })
    const old = await ada.page('/console/usage?from=2026-10-01&to=2026-10-31')
    expect(rows(old, 'days')).toEqual([['2026-10-07', '1', '100', '10', '$0.007']])
    const none = await ada.page('/console/usage?key=key_of_nobody')
    expect(none).toContain('No call in these days')
    const year = await ada.page('/console/usage?from=2025-12-01&to=2026-11-21&measure=calls&by=status')
    expect(rows(year, 'days')).toHaveLength(2)
  })

  test.each([
    ['from=2026-11-22', 'This day is still to come.'],
    ['from=2026-11-20&to=2026-11-19', 'The last day is before the first one.'],
    ['from=2020-01-01&to=2026-11-19', 'At most 400 days at a time.'],
    ['from=yesterday', 'Type a day like 2026-11-30.'],
    ['to=2026-02-31', 'Type a day like 2026-11-30.'],
    ['from=2026-13-01', 'Type a day like 2026-11-30.'],
  ])('a range that cannot be shown has its error beside its field: %s', async (query, error) => {
    const page = await ada.page(`/console/usage?${query}`)
    expect(page).toContain(error)
    expect(page).toMatch(/aria-invalid="true"/)
  })

  test.each(['by=cheese', 'measure[]=1', 'key[]=a&key[]=b', 'from=%00', 'from[]=2026-01-01', 'to=', 'by='])(
    'a query that nobody typed breaks nothing: %s',
    async (query) => {
      expect([200, 400]).toContain((await ada.get(`/console/usage?${query}`)).status)
    },
  )

  test('draws a chart of at most eight colours and 92 bars, and names it', async () => {
    for (let model = 0; model < 12; model += 1) await call(model, { model: `model-${model}` })
    const page = await ada.page('/console/usage?from=2025-12-01&to=2026-11-21')
    expect(page).toContain('All others')
    expect(page).not.toContain('series-8')
    expect(page).toContain('2026-11-16 to 2026-11-21')
    expect(page).toMatch(/role="img"\s+aria-label="Cost by model, 2025-12-01 to 2026-11-21/)
  })

  test('is shown to operators for any account, and to nobody else', async () => {
    await call(0)
    expect(rows(await ada.page('/console/operator/accounts/acct_demo/usage'), 'days')).toHaveLength(1)
    expect((await ada.get('/console/operator/accounts/acct_none/usage')).status).toBe(404)
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    expect((await eve.get('/console/operator/accounts/acct_demo/usage')).status).toBe(404)
    expect(await eve.page('/console/usage')).toContain('No call in these days')
    expect(await eve.page(`/console/usage?key=${keyId}`)).toContain('No call in these days')
  })
})

describe('single calls', () => {
  test('are listed newest first, in pages, without content', async () => {
    for (let count = 0; count < 60; count += 1) await call(count / 100, { frameworks: ['dora'] })
    const first = await ada.page('/console/usage/calls')
    expect(rows(first, 'calls')).toHaveLength(50)
    const [, next = ''] = /href="([^"]+)">Older calls/.exec(first) ?? []
    const second = rows(await ada.page(next.replaceAll('&amp;', '&')), 'calls')
    expect(second).toHaveLength(10)
    const ids = [...rows(first, 'calls'), ...second].map(([, id]) => id)
    expect(new Set(ids).size).toBe(60)
    expect(second.at(-1)).toEqual([
      '2026-11-20 21:50 UTC',
      expect.stringContaining('chatcmpl_'),
      expect.any(String),
      'svc-fast',
      'dora',
      'Completed',
      '100, 10',
      '$0.001',
    ])
  })

  test('of somebody else are not there', async () => {
    await call(0)
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    expect(await eve.page('/console/usage/calls')).toContain('No call in these days')
    expect((await (await eve.get('/console/usage.csv')).text()).split('\r\n')).toHaveLength(2)
  })
})

describe('the CSV', () => {
  test('has every call of the range, more than one page of the store', async () => {
    for (let count = 0; count < 1_203; count += 1) await call(count / 100)
    await call(200)
    const answer = await ada.get('/console/usage.csv?from=2026-11-01&to=2026-11-21')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="svc-usage-2026-11-01-to-2026-11-21.csv"',
    )
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      'id,started_at,ended_at,key_id,key_name,model,frameworks,status,prompt_tokens,completion_tokens,cost_usd',
    )
    expect(lines).toHaveLength(1_204)
    expect(new Set(lines).size).toBe(1_204)
    expect(lines[1]).toMatch(
      /^chatcmpl_\d+,2026-11-21T12:00:00\.000Z,2026-11-21T12:00:01\.000Z,\w+,[^,]+,svc-fast,,completed,100,10,0\.001000$/,
    )
  })

  test('names no spreadsheet takes for a formula, and quotes what needs it', async () => {
    const limits = { hour: null, day: null, week: null, month: null }
    for (const name of ['=cmd|calc', 'a "b", c']) {
      const { key } = await service.parts.keys.create('acct_demo', { name, limits, expiresAt: null })
      await call(0, { keyId: key.id })
    }
    const text = await (await ada.get('/console/usage.csv')).text()
    expect(text).toContain(",'=cmd|calc,")
    expect(text).toContain(',"a ""b"", c",')
  })
})
