import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryStore } from '../src/adapters/memory/memory-store.ts'
import { PostgresStore } from '../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../src/adapters/sqlite/sqlite-store.ts'
import type { HoldOutcome, HoldRequest, Settled, SettleRequest, Store } from '../src/domain/ledger/store.ts'
import { TestPostgres } from '../test/support/postgres.ts'
import { accountOf, addKeys, filledFile, keyOf } from './ledger-stores.ts'

/*
 * What the ledger costs a call: hold and settle, one after the other, on each store, beside a floor that only adds and
 * subtracts in memory; and how that grows with callers, keys and history. Callers work at once; each pair is a whole call.
 * Run: npm run bench:ledger, with a word to measure only the rows that have it in their name (memory, file, PostgreSQL)
 */

const SECONDS = 2
const KEYS = 64

/** The part of a store that a call needs. */
type Steps = Pick<Store, 'hold' | 'settle'>

interface Row {
  name: string
  callers: number
  /** Each call has one of so many keys, whichever. */
  keys: number
  open: () => Promise<Steps & { close?: () => Promise<void> }>
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

async function pair(steps: Steps, key: number): Promise<void> {
  const now = Date.now()
  const id = randomBytes(15).toString('hex')
  const outcome = await steps.hold({
    id,
    accountId: accountOf(key),
    keyId: keyOf(key),
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

async function measure({ name, callers, keys, open }: Row): Promise<void> {
  const steps = await open()
  const times: number[] = []
  const begin = performance.now()
  const end = begin + SECONDS * 1_000
  const cpu = process.cpuUsage()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const began = performance.now()
        await pair(steps, Math.floor(Math.random() * keys))
        times.push(performance.now() - began)
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - begin) / 1_000
  await steps.close?.()
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(3)
  const perSecond = Math.round(times.length / seconds)
  const micros = ((user + system) / times.length).toFixed(1)
  process.stdout.write(
    `${name.padEnd(42)} ${String(callers).padStart(3)} callers, ${String(keys).padStart(6)} keys: ${String(perSecond).padStart(8)} pairs/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, own CPU ${micros.padStart(6)} us\n`,
  )
}

/** What a call that is remembered takes of memory. */
async function weigh(): Promise<void> {
  const store = await addKeys(new MemoryStore(), KEYS)
  const fill = async (calls: number): Promise<NodeJS.MemoryUsage> => {
    for (let call = 0; call < calls; call += 1) await pair(store, call % KEYS)
    global.gc?.()
    return process.memoryUsage()
  }
  const before = await fill(1_000)
  const after = await fill(100_000)
  const more = (of: 'rss' | 'heapUsed'): string => ((after[of] - before[of]) / 2 ** 20).toFixed(0)
  process.stdout.write(
    `100,000 remembered calls: ${more('rss')} MB resident, ${more('heapUsed')} MB of heap\n`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
const wanted = process.argv[2] ?? ''
const postgres = 'PostgreSQL'.includes(wanted) ? await TestPostgres.start({ durable: true }) : undefined

let files = 0
const inMemory = (keys: number) => async () => addKeys(new MemoryStore(), keys)
const inFile = (synchronous: 'normal' | 'full', keys: number, calls: number) => async () => {
  const path = join(folder, `${(files += 1)}.db`)
  await filledFile(path, keys, calls)
  return new SqliteStore(path, synchronous)
}
const shared = async (): Promise<Store> => {
  if (!postgres) throw new Error('PostgreSQL was not started')
  return addKeys(await PostgresStore.open(await postgres.database(), 10), KEYS)
}

const rows: Row[] = [
  { name: 'floor (two numbers)', callers: 1, keys: 1, open: async () => floor() },
  { name: 'memory', callers: 1, keys: 1, open: inMemory(1) },
  { name: 'memory', callers: 64, keys: KEYS, open: inMemory(KEYS) },
  { name: 'memory', callers: 64, keys: 100_000, open: inMemory(100_000) },
  ...(['normal', 'full'] as const).flatMap((synchronous): Row[] => [
    { name: `file, ${synchronous}`, callers: 1, keys: 1, open: inFile(synchronous, 1, 0) },
    { name: `file, ${synchronous}`, callers: 64, keys: 1, open: inFile(synchronous, 1, 0) },
    { name: `file, ${synchronous}`, callers: 64, keys: KEYS, open: inFile(synchronous, KEYS, 0) },
  ]),
  { name: 'file, normal', callers: 64, keys: 10, open: inFile('normal', 10, 0) },
  { name: 'file, normal', callers: 64, keys: 100_000, open: inFile('normal', 100_000, 0) },
  {
    name: 'file, normal, 300,000 calls before',
    callers: 64,
    keys: 10,
    open: inFile('normal', 10, 300_000),
  },
  { name: 'PostgreSQL, pool of 10', callers: 1, keys: 1, open: shared },
  { name: 'PostgreSQL, pool of 10', callers: 10, keys: 10, open: shared },
  { name: 'PostgreSQL, pool of 10', callers: 50, keys: 50, open: shared },
  { name: 'PostgreSQL, pool of 10', callers: 50, keys: 1, open: shared },
]
try {
  // First, while nothing that was let go of is still there.
  if ('memory'.includes(wanted)) await weigh()
  for (const row of rows) {
    if (row.name.includes(wanted)) await measure(row)
  }
} finally {
  await postgres?.stop()
  await rm(folder, { recursive: true })
}
