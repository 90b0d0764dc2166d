import { setImmediate } from 'node:timers/promises'
import { pruneLimits } from './config.ts'
import type { Clock } from './domain/clock.ts'
import type { PruneLimits } from './domain/ledger/books.ts'
import type { Store } from './domain/ledger/store.ts'
import type { Parts } from './parts.ts'
import type { RequestLog } from './request-log.ts'

/** How often holds of dead processes are looked for, in milliseconds. */
const SWEEP_MS = 30_000

/** How often running calls are held against the keys that other instances revoked: design 9 gives them five seconds. */
const REVOCATIONS_MS = 1_000

/** How often the usage history is held against its limits, and sessions, attempts and counts against the time. */
export const PRUNE_MS = 60_000

/** How often calls that were turned away are logged, in milliseconds: those that were not even read have no line of their own. */
const TURNED_AWAY_MS = 10_000

/** How often replies that have been kept for their time are forgotten, in milliseconds. */
const REPLIES_MS = 5_000

/** Something to do again and again. */
export interface Task {
  everyMs: number
  /** What the log calls a run that failed. */
  failure: string
  /** `stopping` aborts when no more is wanted of a long run. */
  run: (stopping: AbortSignal) => Promise<void>
}

/** What the process does beside its requests, until it is told to stop. What that gives settles when nothing runs any more. */
export function startUpkeep(parts: Parts): () => Promise<void> {
  const limits = (now: number): PruneLimits => pruneLimits(parts.config, now)
  return startTasks(
    [
      { everyMs: SWEEP_MS, failure: 'sweep_failed', run: () => sweepHolds(parts) },
      { everyMs: REVOCATIONS_MS, failure: 'revocations_not_read', run: () => endRevokedCalls(parts) },
      { everyMs: REPLIES_MS, failure: 'replies_not_swept', run: async () => parts.replies.sweep() },
      { everyMs: TURNED_AWAY_MS, failure: 'turned_away_not_told', run: turnedAwayTeller(parts) },
      {
        everyMs: PRUNE_MS,
        failure: 'prune_failed',
        run: async (stopping) => {
          await pruneUsage({ ...parts, limits }, stopping)
          await prunePeople(parts, stopping)
        },
      },
    ],
    parts.log,
  )
}

/** Runs each task at its pace, and never while its last run is still under way. A run that fails is logged and tried again. */
export function startTasks(tasks: readonly Task[], log: RequestLog): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Map<Task, Promise<void>>()
  const run = async (task: Task): Promise<void> => {
    try {
      await task.run(stopping.signal)
    } catch (cause) {
      log.fault(task.failure, cause)
    }
  }
  const timers = tasks.map((task) =>
    setInterval(() => {
      if (running.has(task)) return
      const ended = run(task).finally(() => running.delete(task))
      running.set(task, ended)
    }, task.everyMs),
  )
  return async () => {
    timers.forEach(clearInterval)
    stopping.abort()
    await Promise.all(running.values())
  }
}

/** Releases the holds of processes that died. */
export async function sweepHolds({
  ledger,
  metrics,
  log,
}: Pick<Parts, 'ledger' | 'metrics' | 'log'>): Promise<void> {
  const swept = await ledger.sweep()
  if (swept === 0) return
  metrics.swept(swept)
  log.event('holds_swept', { holds: swept })
}

/** Ends the running calls of keys that were revoked on another instance. */
export async function endRevokedCalls({ store, running }: Pick<Parts, 'store' | 'running'>): Promise<void> {
  const keyIds = running.keyIds()
  if (keyIds.length === 0) return
  for (const keyId of await store.revokedAmong(keyIds)) running.revoke(keyId)
}

/** Makes what logs how many calls were turned away since it was last run. */
export function turnedAwayTeller({
  gate,
  log,
}: {
  gate: Pick<Parts['gate'], 'refused'>
  log: RequestLog
}): () => Promise<void> {
  let told = 0
  return async () => {
    const calls = gate.refused - told
    told = gate.refused
    if (calls > 0) log.warn('calls_turned_away', { calls })
  }
}

/** What pruning works with. */
export interface PruneParts {
  store: Pick<Store, 'prune'>
  clock: Clock
  /** Which calls may go at a moment. */
  limits: (now: number) => PruneLimits
}

/** Removes calls that left the usage history, a few at a time, so that calls have their turn in between. */
export async function pruneUsage({ store, clock, limits }: PruneParts, stopping: AbortSignal): Promise<void> {
  const now = clock.now()
  const beyond = limits(now)
  while (!stopping.aborted && (await store.prune(beyond, now)) > 0) await setImmediate()
}

/** Removes what has run out of sessions, attempts, counts and the audit log, a few at a time. */
export async function prunePeople(
  { store, clock }: { store: { people: Pick<Store['people'], 'prunePeople'> }; clock: Clock },
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now()
  while (!stopping.aborted && (await store.people.prunePeople(now)) > 0) await setImmediate()
}
