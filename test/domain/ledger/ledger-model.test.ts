import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { PostgresStore } from '../../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../../src/adapters/sqlite/sqlite-store.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { StoreUnavailable, type Store } from '../../../src/domain/ledger/store.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { watchCommits } from '../../support/commits.ts'
import { TestPostgres } from '../../support/postgres.ts'
import { testLedger } from '../../support/test-ledger.ts'
import { SimpleLedger } from './simple-ledger.ts'
import type { Real } from './compare-ledgers.ts'
import { FREE_EMPTY, steps, START, HOLD_MS } from './ledger-steps.ts'

let folder = ''
let files = 0
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-model-'))
  postgres = await TestPostgres.start()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const newFile = (): string => join(folder, `${(files += 1)}.db`)

afterEach(() => vi.restoreAllMocks())

/** A store whose commits fail as on a full disk, and that tries each step again until it was taken. */
function stubborn(path: string): Store {
  const store = new SqliteStore(path)
  let commits = 0
  // The file before this one is closed.
  vi.restoreAllMocks()
  watchCommits(() => (commits += 1) % 3 === 0)
  const again = async (step: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await step()
    } catch (cause) {
      if (cause instanceof StoreUnavailable) return again(step)
      throw cause
    }
  }
  return new Proxy(store, {
    get: (_store, name) => {
      const step: unknown = Reflect.get(store, name)
      if (typeof step !== 'function') return step
      return (...values: unknown[]) => again(() => Reflect.apply(step, store, values) as Promise<unknown>)
    },
  })
}

async function newReal(store: Store, creditMicros: number): Promise<Real> {
  const clock = new FakeClock(START)
  await store.createAccount({ id: 'acct', name: 'A', creditMicros, now: clock.now() })
  for (const [index, id] of ['key0', 'key1'].entries()) {
    const secretHash = new Uint8Array(32).fill(index)
    const key = { id, accountId: 'acct', name: id, secretHash, lastFour: id, limits: NO_LIMITS }
    await store.createKey({ ...key, now: clock.now() }, 20)
  }
  const { ledger, late } = testLedger(store, clock, HOLD_MS, FREE_EMPTY)
  return { clock, store, ledger, late }
}

test.each([
  { name: 'memory', open: async () => new MemoryStore(), runs: 150 },
  { name: 'a file', open: async () => new SqliteStore(newFile()), runs: 50 },
  { name: 'a file where every third commit fails', open: async () => stubborn(newFile()), runs: 50 },
  { name: 'PostgreSQL', open: async () => PostgresStore.open(await postgres.schema(), 2), runs: 12 },
] satisfies { name: string; open: () => Promise<Store>; runs: number }[])(
  'whatever happens in whatever order, every micro-dollar is where a simple ledger says ($name)',
  { timeout: 120_000 },
  async ({ open, runs }) => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 10_000 }), steps, async (credit, commands) => {
        const real = await newReal(await open(), credit)
        try {
          await fc.asyncModelRun(
            () => ({ model: new SimpleLedger(credit, Date.parse(START)), real }),
            commands,
          )
          done += 1
        } finally {
          await real.store.close()
        }
      }),
      { numRuns: runs },
    )
    expect(done).toBeGreaterThanOrEqual(runs)
  },
)
