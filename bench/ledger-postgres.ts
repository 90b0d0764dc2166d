import { readdirSync, readFileSync } from 'node:fs'
import { PostgresStore } from '../src/adapters/postgres/postgres-store.ts'
import { NO_LIMITS } from '../src/domain/ledger/spend-windows.ts'
import { TestPostgres } from '../test/support/postgres.ts'

/*
 * What the ledger on PostgreSQL costs a call: hold and settle, one after the other, by callers that work at once, on a server of the
 * machine's own that writes to disk before it acknowledges. Run: npm run bench:ledger:postgres
 */

const SECONDS = 2
const KEYS = 200
const POOL = 10

/** Callers at once, and how many keys they share; each key has an account of its own. */
const ROWS = [
  [1, 1],
  [10, 10],
  [50, 1],
  [50, 50],
  [200, 200],
] as const

const postgres = await TestPostgres.start({ durable: true })
const store = await PostgresStore.open(await postgres.database(), POOL)
let calls = 0

async function prepare(): Promise<void> {
  const now = Date.now()
  for (let index = 0; index < KEYS; index += 1) {
    const accountId = `acct-${index}`
    await store.createAccount({ id: accountId, name: 'Bench', creditMicros: 1e12, now })
    const limits = { ...NO_LIMITS, day: 1e12, month: 1e12 }
    const secretHash = new Uint8Array(32).fill(index)
    await store.createKey(
      { id: `key-${index}`, accountId, name: 'Bench', secretHash, lastFour: 'last', limits, now },
      20,
    )
  }
}

async function pair(key: number): Promise<void> {
  const now = Date.now()
  const id = `call-${(calls += 1)}`
  const outcome = await store.hold({
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
  await store.settle({ id, costMicros: 50, promptTokens: 1, completionTokens: 1, status: 'completed', now })
}

async function measure(callers: number, keys: number): Promise<void> {
  const times: number[] = []
  const began = performance.now()
  const end = began + SECONDS * 1_000
  const cpu = process.cpuUsage()
  const server = serverMicros()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const start = performance.now()
        await pair(caller % keys)
        times.push(performance.now() - start)
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = times.length / ((performance.now() - began) / 1_000)
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  const own = Math.round((user + system) / times.length)
  const theirs = Math.round((serverMicros() - server) / times.length)
  process.stdout.write(
    `${`${callers} callers, ${keys} keys`.padEnd(22)} ${String(Math.round(perSecond)).padStart(6)} pairs/s, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, CPU a pair: own ${own} us, server ${theirs} us\n`,
  )
}

/** What the server's processes, all of them this one's descendants, have used of the processor, in microseconds. Linux only. */
function serverMicros(): number {
  const ours = new Set([process.pid])
  let ticks = 0
  for (const pid of readdirSync('/proc')
    .map(Number)
    .filter(Boolean)
    .toSorted((one, other) => one - other)) {
    const [parent = 0, used = 0] = parentAndTicks(pid)
    if (!ours.has(parent)) continue
    ours.add(pid)
    ticks += used
  }
  return ticks * 10_000
}

function parentAndTicks(pid: number): number[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    return [fields[1] ?? 0, (fields[11] ?? 0) + (fields[12] ?? 0)]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

try {
  await prepare()
  for (const [callers, keys] of ROWS) await measure(callers, keys)
} finally {
  await store.close()
  await postgres.stop()
}
