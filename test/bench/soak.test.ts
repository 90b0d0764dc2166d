import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AccountBook } from '../../bench/soak/account-book.ts'
import { compareBooks } from '../../bench/soak/compare-books.ts'
import { readSoakOptions } from '../../bench/soak/options.ts'
import { soakReport } from '../../bench/soak/report.ts'
import { slopePerMinute } from '../../bench/soak/samples.ts'
import { runSoak } from '../../bench/soak/soak.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

test(
  'a short soak loses nothing through a restart and a kill, and says so',
  { timeout: 180_000 },
  async () => {
    const usual = readSoakOptions({ SOAK_SECONDS: '2' })
    const result = await runSoak({ ...usual, accounts: 3, callsMost: 30, sampleMs: 100 }, () => undefined)
    expect(result.failures).toEqual([])
    expect(result.comparison).toMatchObject({ heldMicros: 0, running: 0, wrong: [] })
    expect(result.comparison.told).toBeGreaterThan(40)
    expect(result.ledgerCheck).toBe('the books are right')
    const report = soakReport(result)
    expect(report).toContain('nothing lost, nothing wrong\n')
    // Only Linux tells what another process has.
    if (process.platform !== 'linux') return
    expect(result.segments.map(({ end }) => end)).toEqual(['SIGTERM', 'SIGKILL', 'the end of the soak'])
    expect(report).toMatch(/^ {2}ended by SIGKILL +\d+ +\d+/m)
  },
)

/** What the service says of an account with one call. */
async function serviceWith(call: object, balanceUsd: number): Promise<{ url: string }> {
  const listening = createServer((request, response) => {
    const list = request.url?.includes('/usage') === true
    response.end(
      JSON.stringify(list ? { data: [call], has_more: false } : { balance_usd: balanceUsd, held_usd: 0 }),
    )
  }).listen(0, '127.0.0.1')
  server = listening
  await once(listening, 'listening')
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` }
}

const CALL = { id: 'call_1', status: 'completed', cost_usd: 0.002 }

test('books that are as callers were told have nothing wrong', async () => {
  const book = new AccountBook('acct_1', 10_000)
  book.tell({ id: 'call_1', costMicros: 2_000 })
  const { wrong } = await compareBooks(await serviceWith(CALL, 0.008), [book])
  expect(wrong).toEqual([])
})

test.each([
  {
    name: 'another cost than was told',
    tell: (book: AccountBook) => book.tell({ id: 'call_1', costMicros: 1_999 }),
    wrong: /call_1 was told 1999 micro-USD, the usage list says 2000/,
  },
  {
    name: 'a charge that is told and not listed',
    tell: (book: AccountBook) => book.tell({ id: 'call_2', costMicros: 2_000 }),
    wrong: /call_2 was told and is not in the usage list/,
  },
  {
    name: 'a charge that nobody made',
    tell: () => undefined,
    wrong: /1 calls are charged that nobody made/,
  },
  {
    name: 'a charge for what failed',
    tell: (book: AccountBook) => void book.free.add('call_1'),
    wrong: /call_1 failed and cost 2000 micro-USD/,
  },
  {
    name: 'a balance that is not grants without costs',
    tell: (book: AccountBook) => {
      book.tell({ id: 'call_1', costMicros: 2_000 })
      book.grantedMicros += 1
    },
    wrong: /the balance is 8000 micro-USD, grants without costs are 8001/,
  },
])('the comparison finds $name', async ({ tell, wrong }) => {
  const book = new AccountBook('acct_1', 10_000)
  tell(book)
  const comparison = await compareBooks(await serviceWith(CALL, 0.008), [book])
  expect(comparison.wrong.join('\n')).toMatch(wrong)
})

test('growth is told by least squares, and not from too few looks', () => {
  const at = (second: number, rssMib: number) => ({ second, rssMib, segment: 0, handles: 1 })
  const rss = (sample: { rssMib: number }): number => sample.rssMib
  expect(slopePerMinute([at(0, 100), at(30, 101), at(60, 102)], rss)).toBeCloseTo(2)
  expect(slopePerMinute([at(0, 100), at(30, 101)], rss)).toBeUndefined()
})

test.each([{ SOAK_SECONDS: 'long' }, { SOAK_SECONDS: '0' }, { DATABASE_URL: 'sqlite:mine.db' }])(
  'a soak is not run with %j',
  (environment) => {
    expect(() => readSoakOptions(environment)).toThrow(/wants/)
  },
)
