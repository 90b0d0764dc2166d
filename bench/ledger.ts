import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryStore } from '../src/adapters/memory/memory-store.ts'
import { PostgresStore } from '../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../src/adapters/sqlite/sqlite-store.ts'
import { NO_LIMITS } from '../src/domain/ledger/spend-windows.ts'
import type { HoldOutcome, HoldRequest, Settled, SettleRequest, Store } from '../src/domain/ledger/store.ts'
import { TestPostgres } from '../test/support/postgres.ts'

/*
 * What the ledger costs a call: hold and settle, one after the other, on each store, beside a floor that only adds and
 * subtracts in memory. Callers work at once; each pair is a whole call. Run: npm run bench:ledger
 */

const SECONDS = 2
const KEYS = 50

/** The part of a store that a call needs. */
type Steps = Pick<Store, 'hold' | 'settle'>

interface Row {
  name: string
  callers: number
  keys: number
  steps: Steps
}

async function prepared(store: Store): Promise<Store> {
  const now = Date.now()
  for (let index = 0; index < KEYS; index += 1) {
    const accountId = `acct-${index}`
    await store.createAccount({ id: accountId, name: 'Bench', creditMicros: 1e12, now })
    const limits = { ...NO_LIMITS, day: 1e12, month: 1e12 }
    const secretHash = new Uint8Array(32).fill(index)
    const key = { id: `key-${index}`, accountId, name: 'Bench', secretHash, lastFour: 'last', limits, now }
    await store.createKey(key, 20)
  }
  return store
}

/** The floor: the same two calls over two numbers. */
function floor(): Steps {
  const held = new Map<string, number>()
  let balance = 1e12
  return {
    hold: async ({ id, ceilingMicros }: HoldRequest): Promise<HoldOutcome> => {
      held.set(id, ceilingMicros)
      balance -= ceilingMicros
      return { kind: 'held', amountMicros: ceilingMicros }
    },
    settle: async ({ id, costMicros }: SettleRequest): Promise<Settled> => {
      balance += (held.get(id) ?? 0) - costMicros
      held.delete(id)
      return { costMicros, after: undefined }
    },
  }
}

let calls = 0

async function pair(steps: Steps, key: number): Promise<void> {
  const now = Date.now()
  const id = `call-${(calls += 1)}`
  const outcome = await steps.hold({
    id,
    accountId: `acct-${key}`,
    keyId: `key-${key}`,
    model: 'svc-fast',
    frameworks: ['dora'],
    floorMicros: 10,
    ceilingMicros: 100,
    now,
    expiresAt: now + 600_000,
  })
  if (outcome.kind !== 'held') throw new Error('the hold was refused')
  const tokens = { promptTokens: 1, completionTokens: 1 }
  await steps.settle({ id, costMicros: 50, ...tokens, status: 'completed', now })
}

async function measure({ name, callers, keys, steps }: Row): Promise<void> {
  const times: number[] = []
  const end = performance.now() + SECONDS * 1_000
  const cpu = process.cpuUsage()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const began = performance.now()
        await pair(steps, caller % keys)
        times.push(performance.now() - began)
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  const perSecond = Math.round(times.length / SECONDS)
  const micros = ((user + system) / times.length).toFixed(1)
  process.stdout.write(
    `${name.padEnd(28)} ${String(callers).padStart(3)} callers, ${String(keys).padStart(2)} keys: ${String(perSecond).padStart(8)} pairs/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, own CPU ${micros} us\n`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
const postgres = await TestPostgres.start({ durable: true })
const stores = {
  memory: await prepared(new MemoryStore()),
  normal: await prepared(new SqliteStore(join(folder, 'normal.db'), 'normal')),
  full: await prepared(new SqliteStore(join(folder, 'full.db'), 'full')),
  shared: await prepared(await PostgresStore.open(await postgres.database(), 10)),
}
try {
  const rows: Row[] = [
    { name: 'floor (two numbers)', callers: 1, keys: 1, steps: floor() },
    { name: 'memory', callers: 1, keys: 1, steps: stores.memory },
    { name: 'file, synchronous normal', callers: 1, keys: 1, steps: stores.normal },
    { name: 'file, synchronous full', callers: 1, keys: 1, steps: stores.full },
    { name: 'PostgreSQL, pool of 10', callers: 1, keys: 1, steps: stores.shared },
    { name: 'PostgreSQL, pool of 10', callers: 10, keys: 10, steps: stores.shared },
    { name: 'PostgreSQL, pool of 10', callers: 50, keys: 50, steps: stores.shared },
    { name: 'PostgreSQL, pool of 10', callers: 50, keys: 1, steps: stores.shared },
  ]
  for (const row of rows) await measure(row)
} finally {
  await Promise.all(Object.values(stores).map((store) => store.close()))
  await postgres.stop()
  await rm(folder, { recursive: true })
}
