import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAll, startServer } from '../smoke/spawned-process.ts'
import { ADMIN_TOKEN, startService } from '../support/start-service.ts'
import { startUpstream } from '../support/upstream-server.ts'
import { EXITS, HANGING, streamed } from './exits.ts'
import { innerExits } from './inner-exits.ts'
import {
  chat,
  MARKS,
  operate,
  outcome,
  send,
  untilAnswer,
  type Exit,
  type Outcome,
  type Target,
} from './marked.ts'

/** Everything that a service wrote or showed while calls left it by every exit. */
export interface Evidence {
  outcomes: Map<string, Outcome>
  logs: string
  /** The folder with the database, byte by byte, while the service ran and after it ended. */
  files: string
  fileNames: string[]
  metrics: string
  /** The usage history of every account, as its key, the operator and a spreadsheet see it. */
  usage: string
}

/** The real application in this process, where faults can be put into it. */
export async function inProcess(): Promise<Evidence> {
  return collect(async (target, settings, folder) => {
    const service = await startService(settings)
    const here = { ...target, url: service.url }
    const draining: Exit = {
      name: 'a call while the service drains',
      end: '503 server_draining',
      run: (target) => {
        service.drain()
        return outcome(chat(target))
      },
    }
    try {
      const outcomes = await leave(here, [...EXITS, ...innerExits(service.parts)])
      const seen = await look(here, folder)
      await leave(here, [draining], outcomes)
      await service.close()
      return { outcomes, ...seen, logs: service.logs.join('\n') }
    } catch (cause) {
      await service.close()
      throw cause
    }
  })
}

/** The real process: its output is whatever it writes, by whatever way. */
export async function asProcess(): Promise<Evidence> {
  return collect(async (target, settings, folder) => {
    const home = { HOME: folder, TMPDIR: folder }
    const server = await startServer(
      { ...settings, ...home, ADMIN_TOKEN, SHUTDOWN_GRACE_MS: '0' },
      { directory: folder },
    )
    const there = { ...target, url: server.url }
    const stopped: Exit = {
      name: 'a stop in mid-stream',
      end: '200 then server_draining',
      run: async (target) => {
        target.upstream.answer(HANGING)
        const rest = await untilAnswer(await chat(target, streamed))
        server.signal('SIGTERM')
        return rest()
      },
    }
    try {
      const outcomes = await leave(there, EXITS)
      const seen = await look(there, folder)
      await leave(there, [stopped], outcomes)
      await server.ended
      return { outcomes, ...seen, logs: server.stdout() + server.stderr() }
    } finally {
      killAll()
    }
  })
}

type Seen = Pick<Evidence, 'files' | 'fileNames' | 'metrics' | 'usage'>

async function collect(
  run: (target: Omit<Target, 'url'>, settings: Record<string, string>, folder: string) => Promise<Evidence>,
): Promise<Evidence> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-retention-'))
  const upstream = await startUpstream()
  try {
    const settings = {
      DATABASE_URL: `sqlite:${join(folder, 'svc.db')}`,
      BOOTSTRAP_API_KEY: MARKS.ownKey,
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_API_KEY: MARKS.upstreamKey,
      BODY_LIMIT_BYTES: '8192',
      THINKING_CONTEXT_WINDOW: '2048',
      LOG_LEVEL: 'debug',
    }
    const evidence = await run({ upstream }, settings, folder)
    const after = await readAll(folder)
    return { ...evidence, files: evidence.files + after.files }
  } finally {
    await upstream.close()
    await rm(folder, { recursive: true })
  }
}

/** Sends a call through each exit. */
async function leave(
  target: Target,
  exits: readonly Exit[],
  outcomes = new Map<string, Outcome>(),
): Promise<Map<string, Outcome>> {
  for (const exit of exits) {
    outcomes.set(
      exit.name,
      await exit.run(target).catch((cause: unknown) => ({ end: `failed: ${String(cause)}`, error: '' })),
    )
  }
  return outcomes
}

/** What the service shows, and what lies on the disk while its database is open. */
async function look(target: Target, folder: string): Promise<Seen> {
  const usage = [await (await send(target, 'GET', '/v1/usage?limit=100')).text()]
  const { data } = await operate<{ data: { id: string }[] }>(target, 'GET', '/accounts')
  for (const { id } of data) {
    const path = `/admin/v1/accounts/${id}/usage`
    for (const accept of ['application/json', 'text/csv']) {
      usage.push(await (await send(target, 'GET', path, undefined, { key: ADMIN_TOKEN, accept })).text())
    }
  }
  const metrics = await (await send(target, 'GET', '/metrics')).text()
  return { usage: usage.join('\n'), metrics, ...(await readAll(folder)) }
}

async function readAll(folder: string): Promise<{ files: string; fileNames: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1')))
  return { files: texts.join('\n'), fileNames: paths.map((path) => path.slice(folder.length + 1)).sort() }
}
