import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildAdminApp, buildApp } from './app.ts'
import { banner } from './banner.ts'
import { bootstrapAccount } from './bootstrap-account.ts'
import { buildParts } from './build-parts.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { systemClock } from './domain/clock.ts'
import { StoreUnavailable } from './domain/ledger/store.ts'
import { endProcess } from './end-process.ts'
import { LogDestination } from './log-destination.ts'
import type { Parts } from './parts.ts'
import { publicUrls } from './public-urls.ts'
import { readEnvFile } from './read-env-file.ts'
import { RequestLog } from './request-log.ts'
import { retentionHazards, surroundingsOf } from './retention-hazards.ts'
import { startUpkeep } from './upkeep.ts'

/** Connections that may wait to be accepted. Node's own 511 are fewer than may come while a busy moment lasts; the system has the last word. */
const BACKLOG = 4_096

/** How long the last bytes of ended streams may take to leave. */
const LAST_FRAMES_MS = 1_000

/** The process: environment in, a listening service, a graceful end. */
async function main(): Promise<void> {
  keepYoungObjectsYoung()
  readEnvFile()
  const config = readConfig(process.env)
  // A terminal or a reader that is gone must not end the service. Asking for the streams also makes pipes ones that refuse
  // a write rather than hold its thread.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const output = new LogDestination(process.stdout.fd)
  const log = new RequestLog(pino({ level: config.LOG_LEVEL, base: null }, output))
  endOnFault(log, output)
  const parts = await buildParts(config, {
    clock: systemClock,
    log,
    terminal: (text) => output.write(text),
  })
  countLostLines(parts, output)
  const secret = await bootstrapAccount(config, parts)
  let stopping = false
  const apps = await listen(parts, () => stopping)
  const hazards = retentionHazards(surroundingsOf(process.env))
  for (const { setting } of hazards) log.warn('retention_hazard', { setting })
  output.write(banner(config, { urls: publicUrls(config), secret, people: parts.people, hazards }))
  // Nothing waits for it but the first conversation.
  void parts.detector.prepare()

  const stopUpkeep = startUpkeep(parts)
  const stop = async (signal: string): Promise<void> => {
    // Asked again while it stops, it goes on stopping as it was.
    if (stopping) return
    stopping = true
    // Before the line that says so: whoever reads it finds the door closed.
    for (const app of apps) app.server.close()
    log.event('stopping', { signal, running: parts.running.size })
    const upkeepDone = stopUpkeep()
    try {
      await drain(apps, parts, config)
      await upkeepDone
      await parts.close()
      log.event('stopped')
      await endProcess(0, output)
    } catch (cause) {
      log.fault('stop_failed', cause)
      await endProcess(1, output)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

/** Opens the doors, the operator's first: once callers are let in, all of the service is there. */
async function listen(parts: Parts, draining: () => boolean): Promise<FastifyInstance[]> {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = parts.config
  const apps: FastifyInstance[] = []
  if (ADMIN_PORT !== undefined) {
    const admin = await buildAdminApp(parts, { draining })
    await admin.listen({ host: ADMIN_HOST, port: ADMIN_PORT, backlog: BACKLOG })
    apps.push(admin)
  }
  const app = await buildApp(parts, { draining })
  await app.listen({ host: HOST, port: PORT, backlog: BACKLOG })
  return [...apps, app]
}

/**
 * V8 makes objects old at once where those of one place in the code once lived long, and does not take that back. Of a call nothing lives
 * long. One burst of calls that waited is enough, and from then on each call, dead but old, keeps what it points at until a major
 * collection: a fifth of a small call's CPU.
 */
function keepYoungObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * Ends the process at a fault that nobody caught, once its line is out. The default would print the error whole, message included,
 * and a message may quote a caller.
 */
function endOnFault(log: RequestLog, output: LogDestination): void {
  let ending: Promise<never> | undefined
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (cause: unknown) => {
      try {
        log.fault(fault, cause)
      } catch {
        // What was thrown cannot even be described.
      }
      ending ??= endProcess(1, output)
    })
  }
}

function countLostLines({ metrics }: Parts, output: LogDestination): void {
  metrics.counter(
    'svc_log_lines_dropped_total',
    'Log lines dropped because nobody read them.',
    () => output.dropped,
  )
  metrics.counter(
    'svc_log_write_faults_total',
    'Writes of log lines that failed and are tried again.',
    () => output.faults,
  )
}

/**
 * No longer listening, lets running calls finish for the grace period, ends the rest free of charge, waits as long again at most for
 * settlements that a store out of reach still owes, and closes. Idle keep-alive sockets are closed as they become idle, so
 * that they hold nothing up.
 */
async function drain(apps: readonly FastifyInstance[], parts: Parts, config: Config): Promise<void> {
  const closeIdleConnections = (): void => {
    for (const app of apps) app.server.closeIdleConnections()
  }
  const answering = (): boolean => apps.some((app) => app.answering() > 0)
  const closeIdle = setInterval(closeIdleConnections, 50)
  closeIdleConnections()
  await within(config.SHUTDOWN_GRACE_MS, parts.running.idle())
  parts.running.stop()
  await parts.running.idle()
  await within(config.SHUTDOWN_GRACE_MS, parts.settlements.idle())
  const abandoned = parts.settlements.stop()
  if (abandoned > 0) parts.log.warn('settlements_abandoned', { settlements: abandoned })
  // One more moment for last frames to leave the sockets.
  for (let waited = 0; waited < LAST_FRAMES_MS && answering(); waited += 20) await delay(20)
  clearInterval(closeIdle)
  for (const app of apps) app.server.closeAllConnections()
  await Promise.all(apps.map((app) => app.close()))
}

/** Waits for `done`, but no longer than this. */
async function within(milliseconds: number, done: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([done, late])
  timer.abort()
}

try {
  await main()
} catch (cause) {
  // One line for what an operator can mend; a stack only for what nobody foresaw.
  const foreseen = cause instanceof ConfigError || cause instanceof StoreUnavailable || isSystemError(cause)
  process.stderr.write(
    `svc cannot start: ${foreseen ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`,
  )
  process.exit(1)
}

function isSystemError(cause: unknown): cause is NodeJS.ErrnoException {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
}
