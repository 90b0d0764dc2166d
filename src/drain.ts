import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Parts } from './parts.ts'

/** How long the last bytes of ended streams may take to leave: at a stop in good order, and at a fault. */
const LAST_FRAMES_MS = 5_000
const LAST_FRAMES_AT_FAULT_MS = 1_000

/** How long the calls that a fault ends may take to give back what they hold. */
const FAULT_MS = 2_000

type Calls = Pick<Parts, 'running' | 'settlements'>

/**
 * Behind a closed door: lets running calls finish for the grace period, where somebody waits for them, ends the rest free of charge, waits as long again at most for
 * settlements that a store out of reach still owes, and closes. Idle keep-alive sockets are closed as they become idle, so
 * that they hold nothing up.
 */
export async function drain(
  apps: readonly FastifyInstance[],
  { running, replies, settlements, log }: Calls & Pick<Parts, 'log' | 'replies'>,
  graceMs: number,
): Promise<void> {
  const closeIdleConnections = (): void => {
    for (const app of apps) app.server.closeIdleConnections()
  }
  const closeIdle = setInterval(closeIdleConnections, 50)
  closeIdleConnections()
  replies.stop()
  await within(graceMs, running.idle())
  running.stop()
  await running.idle()
  await within(graceMs, settlements.idle())
  const abandoned = settlements.stop()
  if (abandoned > 0) log.warn('settlements_abandoned', { settlements: abandoned })
  await lastFrames(apps, LAST_FRAMES_MS)
  clearInterval(closeIdle)
  for (const app of apps) app.server.closeAllConnections()
  await Promise.all(apps.map((app) => app.close()))
}

/**
 * Ends every running call at once, free of charge: each caller is told by an answer or by the error frame of its stream. What
 * cannot be told or settled in a moment is left to the sweeper, since the process is no longer to be trusted.
 */
export async function endCalls(
  apps: readonly FastifyInstance[],
  { running, settlements }: Calls,
): Promise<void> {
  running.stop()
  await within(
    FAULT_MS,
    running.idle().then(() => settlements.idle()),
  )
  await lastFrames(apps, LAST_FRAMES_AT_FAULT_MS)
}

async function lastFrames(apps: readonly FastifyInstance[], mostMs: number): Promise<void> {
  const answering = (): boolean => apps.some((app) => app.answering() > 0)
  for (let waited = 0; waited < mostMs && answering(); waited += 20) await delay(20)
}

/** Waits for `done`, but no longer than this. */
async function within(milliseconds: number, done: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([done, late])
  timer.abort()
}
