import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { issueKey } from '../../../src/domain/keys/secret.ts'
import { StoreUnavailable } from '../../../src/domain/ledger/store.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'

/** Somebody makes up keys without end, each a new one, while others call with theirs. The store answers when the test lets it. */

const AT_ONCE = 3

let clock: FakeClock
let keys: KeyService
let elsewhere: KeyService
/** Look-ups that the store has not answered. */
let asked: { answer: () => void; fail: (cause: Error) => void }[]
let bearer: string
beforeEach(async () => {
  // Nobody waits too long but where the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clock = new FakeClock()
  asked = []
  const store = new MemoryStore()
  await store.createAccount({ id: 'acct', name: 'A', creditMicros: 1, now: clock.now() })
  elsewhere = new KeyService(store, clock)
  bearer = `Bearer ${(await elsewhere.create('acct', { name: 'K' })).secret}`
  const find = store.findKeyByHash.bind(store)
  store.findKeyByHash = async (hash) => {
    await new Promise<void>((answer, fail) => asked.push({ answer, fail }))
    return find(hash)
  }
  keys = new KeyService(store, clock, { rememberMs: 1_000, strangersAtOnce: AT_ONCE })
})

afterEach(() => {
  vi.useRealTimers()
})

const outcome = (authorization: string): Promise<unknown> =>
  keys.authenticate(authorization).then(
    () => 'opened',
    (cause: unknown) => (cause instanceof Refusal ? cause.code : cause),
  )
const flood = (many: number): Promise<unknown>[] =>
  Array.from({ length: many }, () => outcome(`Bearer ${issueKey().secret}`))
const lookUps = (count: number): Promise<void> => eventually(() => expect(asked).toHaveLength(count))

/** Answers whatever is asked, until all of these are settled. */
async function settle<T>(waiting: Promise<T>[]): Promise<T[]> {
  let most = 0
  const all = Promise.all(waiting)
  const progress = { over: false }
  void all.then(() => (progress.over = true))
  while (!progress.over) {
    most = Math.max(most, asked.length)
    asked.splice(0).forEach(({ answer }) => answer())
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(most).toBeLessThanOrEqual(AT_ONCE)
  return all
}

test('their look-ups are few at one time, and each is refused in its turn', async () => {
  const strangers = flood(100)
  await lookUps(AT_ONCE)
  expect(new Set(await settle(strangers))).toEqual(new Set(['invalid_api_key']))
})

test('a key that was met before is looked up at once, before all of them', async () => {
  await settle([outcome(bearer)])
  clock.advance(1_001)
  const strangers = flood(100)
  const known = outcome(bearer)
  await lookUps(AT_ONCE + 1)
  asked.pop()?.answer()
  expect(await known).toBe('opened')
  await settle(strangers)
})

test('so is a key that was made here', async () => {
  const strangers = flood(100)
  const { secret } = await keys.create('acct', { name: 'New' })
  const known = outcome(`Bearer ${secret}`)
  await lookUps(AT_ONCE + 1)
  asked.pop()?.answer()
  expect(await known).toBe('opened')
  await settle(strangers)
})

test('a key that nobody showed before waits its turn, and opens', async () => {
  const strangers = flood(100)
  expect((await settle([...strangers, outcome(bearer)])).at(-1)).toBe('opened')
})

test('a look-up that fails gives its turn to the next', async () => {
  const strangers = flood(AT_ONCE + 1)
  await lookUps(AT_ONCE)
  asked.shift()?.fail(new StoreUnavailable('gone'))
  await lookUps(AT_ONCE)
  expect(await settle(strangers)).toEqual([
    expect.any(StoreUnavailable),
    ...Array.from({ length: AT_ONCE }, () => 'invalid_api_key'),
  ])
})

test('where the store does not answer, those who wait are told in two seconds that the service is busy', async () => {
  const strangers = flood(AT_ONCE)
  const waiting = [...flood(5), outcome(bearer)]
  vi.advanceTimersByTime(2_000)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['server_overloaded']))
  expect(new Set(await settle(strangers))).toEqual(new Set(['invalid_api_key']))
  expect(await settle([outcome(bearer)])).toEqual(['opened'])
})

test('more than can wait are told that the service is busy, not that their key is wrong', async () => {
  const strangers = flood(AT_ONCE + 10_000)
  expect(await outcome(bearer)).toBe('server_overloaded')
  await settle(strangers)
  expect(await settle([outcome(bearer)])).toEqual(['opened'])
})
