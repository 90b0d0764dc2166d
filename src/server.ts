import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { buildAdminApp, buildApp } from './app.ts'
import { banner } from './banner.ts'
import { bootstrapAccount } from './bootstrap-account.ts'
import { buildParts } from './build-parts.ts'
import { ConfigError, readConfig } from './config.ts'
import { systemClock } from './domain/clock.ts'
import { StoreUnavailable } from './domain/ledger/store.ts'
import { drain, endCalls } from './drain.ts'
import { endProcess } from './end-process.ts'
import { FaultEnd } from './fault-end.ts'
import { FrontDoor } from './front-door.ts'
import { LogDestination } from './log-destination.ts'
import type { Parts } from './parts.ts'
import { publicUrls } from './public-urls.ts'
import { readEnvFile } from './read-env-file.ts'
import { RequestLog } from './request-log.ts'
import { retentionHazards, surroundingsOf } from './retention-hazards.ts'
import { startUpkeep } from './upkeep.ts'

/** Connections that may wait to be accepted. Node's own 511 are fewer than may come while a busy moment lasts; the system has the last word. */
const BACKLOG = 4_096

/** The process: environment in, a listening service, a graceful end. */
async function main(): Promise<void> {
  keepYoungObjectsYoung()
  growYoungGeneration(false)
  readEnvFile()
  const config = readConfig(process.env)
  // A terminal or a reader that is gone must not end the service. Asking for the streams also makes pipes ones that refuse
  // a write rather than hold its thread.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const output = new LogDestination(process.stdout.fd)
  const log = new RequestLog(pino({ level: config.LOG_LEVEL, base: null }, output))
  const fault = new FaultEnd()
  fault.watch(log, output)
  const parts = await buildParts(config, {
    clock: systemClock,
    log,
    terminal: (text) => output.write(text),
  })
  countLostLines(parts, output)
  const secret = await bootstrapAccount(config, parts)
  const door = new FrontDoor()
  const surfaces = await buildSurfaces(parts, door)
  const apps = surfaces.map(({ app }) => app)
  fault.endCalls = () => {
    door.turnAway()
    return endCalls(apps, parts)
  }
  for (const { app, host, port } of surfaces) await app.listen({ host, port, backlog: BACKLOG })
  const hazards = retentionHazards(surroundingsOf(process.env))
  for (const { setting } of hazards) log.warn('retention_hazard', { setting })
  output.write(banner(config, { urls: publicUrls(config), secret, people: parts.people, hazards }))
  // Nothing waits for it but the first conversation.
  void parts.detector.prepare().finally(() => growYoungGeneration(true))

  const stopUpkeep = startUpkeep(parts)
  const stop = async (signal: string): Promise<void> => {
    // Asked again while it stops, it goes on stopping as it was.
    if (door.closing) return
    // Before the line that says so: whoever reads it finds the door closed.
    await door.close()
    log.event('stopping', { signal, running: parts.running.size })
    const upkeepDone = stopUpkeep()
    try {
      await drain(apps, parts, config.SHUTDOWN_GRACE_MS)
      await upkeepDone
      await parts.close()
      log.event('stopped')
      await endProcess(fault.happened ? 1 : 0, output)
    } catch (cause) {
      log.fault('stop_failed', cause)
      await endProcess(1, output)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}

/** An app, and where it is to listen. */
interface Surface {
  app: FastifyInstance
  host: string
  port: number
}

/** What is served, behind one door: the operator's port first, where it has one. Once callers are let in, all of the service is there. */
async function buildSurfaces(parts: Parts, door: FrontDoor): Promise<Surface[]> {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT } = parts.config
  const draining = (): boolean => door.closing
  const surfaces: Surface[] = []
  if (ADMIN_PORT !== undefined) {
    surfaces.push({ app: await buildAdminApp(parts, { draining }), host: ADMIN_HOST, port: ADMIN_PORT })
  }
  surfaces.push({ app: await buildApp(parts, { draining }), host: HOST, port: PORT })
  for (const { app } of surfaces) door.watch(app.server)
  return surfaces
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
 * V8 doubles the room for young objects where many of them live on. All that a start makes lives on, so it would leave room behind that is
 * not needed before there is load: a fifth of the memory. Under load it is: collecting in little room costs a small call an eighth.
 */
function growYoungGeneration(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)
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
