import { expect, test } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { Settlements, type Settlement } from '../../../src/domain/ledger/settlements.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { StoreUnavailable, type Settled, type SettleRequest } from '../../../src/domain/ledger/store.ts'

const request = (id: string, costMicros = 72): Settlement => ({
  id,
  costMicros,
  promptTokens: 100,
  completionTokens: 20,
  status: 'completed',
})

/** A store whose settlements fail as often as the test says; everything that the settlements tell is kept. */
class Flaky extends MemoryStore {
  failures: Error[] = []
  asked: string[] = []
  times: number[] = []
  unknown = false

  override async settle(asked: SettleRequest): Promise<Settled | undefined> {
    this.asked.push(asked.id)
    this.times.push(asked.now)
    const failure = this.failures.shift()
    if (failure) throw failure
    return this.unknown ? undefined : { costMicros: asked.costMicros, after: undefined }
  }
}

function build(): { store: Flaky; clock: FakeClock; settlements: Settlements; told: string[] } {
  const clock = new FakeClock('2026-11-21T12:00:00Z')
  const store = new Flaky()
  const told: string[] = []
  const settlements = new Settlements(
    store,
    clock,
    {
      settled: ({ costMicros }) => told.push(`settled ${costMicros}`),
      delayed: (reason) => told.push(`delayed ${reason}`),
      lost: (cause) => told.push(`lost ${String(cause)}`),
    },
    { first: 1, most: 2 },
  )
  return { store, clock, settlements, told }
}

const gone = (): StoreUnavailable => new StoreUnavailable('ECONNREFUSED')

test('a settlement that lands at once tells the charge of the store', async () => {
  const { settlements, told } = build()
  expect(await settlements.end(request('a'))).toBe(72)
  expect([settlements.waiting, told]).toEqual([0, ['settled 72']])
})

test('one that finds the store gone answers at once, is tried until it lands, and tells so', async () => {
  const { store, settlements, told } = build()
  store.failures = [gone(), gone(), gone()]
  expect(await settlements.end(request('a'))).toBe(72)
  expect([settlements.waiting, told]).toEqual([1, ['delayed ECONNREFUSED']])
  await settlements.idle()
  expect([settlements.waiting, told]).toEqual([0, ['delayed ECONNREFUSED', 'settled 72']])
  expect(store.asked).toEqual(['a', 'a', 'a', 'a'])
})

test('many that wait land in their order, each once', async () => {
  const { store, settlements } = build()
  store.failures = Array.from({ length: 5 }, gone)
  await Promise.all(['a', 'b', 'c'].map((id) => settlements.end(request(id))))
  expect(settlements.waiting).toBe(3)
  await settlements.idle()
  expect(store.asked.slice(-3)).toEqual(['a', 'b', 'c'])
  expect(settlements.waiting).toBe(0)
})

test('one asks whether the store is back, and once it is, the others land together', async () => {
  const { store, settlements } = build()
  let [open, most] = [0, 0]
  const settle = store.settle.bind(store)
  store.settle = async (asked) => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    open -= 1
    return settle(asked)
  }
  const ids = Array.from({ length: 200 }, (_, index) => `call ${index}`)
  store.failures = Array.from({ length: 1_000 }, gone)
  await Promise.all(ids.map((id) => settlements.end(request(id))))
  expect(settlements.waiting).toBe(200)
  most = 0
  store.failures = [gone(), gone(), gone()]
  store.asked = []
  await settlements.idle()
  expect(store.asked.slice(0, 4)).toEqual(['call 0', 'call 0', 'call 0', 'call 0'])
  expect(store.asked.slice(3)).toEqual(ids)
  expect(most).toBe(64)
})

test('one that fails among others that land is tried again, and they are not', async () => {
  const { store, settlements } = build()
  store.failures = Array.from({ length: 1_000 }, gone)
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => settlements.end(request(id))))
  store.failures = []
  store.asked = []
  const settle = store.settle.bind(store)
  let failed = false
  store.settle = async (asked) => {
    const outcome = await settle(asked)
    if (asked.id !== 'c' || failed) return outcome
    failed = true
    throw gone()
  }
  await settlements.idle()
  expect(store.asked).toEqual(['a', 'b', 'c', 'd', 'c'])
})

test('a failure that is no outage is thrown, and one that turns up on the way holds up nobody else', async () => {
  const { store, settlements, told } = build()
  store.failures = [new Error('broken')]
  await expect(settlements.end(request('a'))).rejects.toThrow('broken')
  store.failures = [gone(), gone(), new Error('broken')]
  await Promise.all([settlements.end(request('b')), settlements.end(request('c', 5))])
  await settlements.idle()
  expect(told.slice(-2)).toEqual(['lost Error: broken', 'settled 5'])
})

test('stopped, it says how many it gives up', async () => {
  const { store, settlements } = build()
  store.failures = Array.from({ length: 100 }, gone)
  await Promise.all([settlements.end(request('a')), settlements.end(request('b'))])
  expect(settlements.stop()).toBe(2)
  await settlements.idle()
  expect(settlements.waiting).toBe(2)
})

test('one that waits ends its hold when it lands, not when its call ended', async () => {
  const { store, clock, settlements } = build()
  store.failures = [gone(), gone()]
  await settlements.end(request('a'))
  clock.advance(600_000)
  await settlements.idle()
  const noon = Date.parse('2026-11-21T12:00:00Z')
  expect(store.times).toEqual([noon, noon, noon + 600_000])
})

test('one whose call the store does not know is told as lost', async () => {
  const { store, settlements, told } = build()
  store.unknown = true
  expect(await settlements.end(request('a'))).toBe(0)
  expect(told).toEqual(['lost Error: the store knows no such call'])
})
