import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAll, serverCommand, startServer } from '../smoke/spawned-process.ts'
import { startInbox } from '../support/inbox.ts'
import { startOidcServer } from '../support/oidc-server.ts'
import { ADMIN_TOKEN, startService } from '../support/start-service.ts'
import { startUpstream } from '../support/upstream-server.ts'
import { HANGING, streamed } from './exits.ts'
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
import { readAll, Written } from './search.ts'
import { OPERATOR } from './sign-in-exits.ts'
import { STORES, type Held, type StoreName } from './stores.ts'
import { ALL_EXITS } from './surfaces.ts'

/** Everything that a service wrote or showed while texts left it by every exit. */
export interface Evidence {
  outcomes: Map<string, Outcome>
  logs: Written
  /** Its folder and its store, byte by byte, while the service ran and after it ended. */
  stored: Written
  /** Every statement that its store was sent, with all values; of PostgreSQL alone. */
  asked: Written
  fileNames: string[]
  metrics: string
  /** The usage history of every account, as its key, the operator and a spreadsheet see it. */
  usage: string
  /** Metrics and usage. */
  shown: Written
  secrets: ReadonlyMap<string, string>
}

/** What one of the two ways to run a service gives. */
interface Run extends Seen {
  outcomes: Map<string, Outcome>
  logs: string
}

type Settings = Record<string, string>
type Start = (target: Omit<Target, 'url'>, settings: Settings, folder: string) => Promise<Run>

/** The address that the service is told to have; nobody looks it up. */
const BASE_URL = 'http://svc.example'

/** The real application in this process, where faults can be put into it. */
export function inProcess(store: StoreName): Promise<Evidence> {
  return collect(store, async (target, settings, folder) => {
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
      const outcomes = await leave(here, [...ALL_EXITS, ...innerExits(service.parts)])
      const seen = await look(here, folder)
      await leave(here, [draining], outcomes)
      await service.close()
      return { outcomes, ...seen, logs: [...service.logs, ...service.terminal].join('\n') }
    } catch (cause) {
      await service.close()
      throw cause
    }
  })
}

/**
 * The real process: its output is whatever it writes, by whatever way. `withMemory`: before it stops, all that is in its memory, as Node
 * writes it down, is among its files.
 */
export function asProcess(store: StoreName, { withMemory = false } = {}): Promise<Evidence> {
  return collect(store, async (target, settings, folder) => {
    const home = { HOME: folder, TMPDIR: folder }
    const [node, ...args] = serverCommand()
    const flags = withMemory ? ['--heapsnapshot-signal=SIGUSR2'] : []
    const server = await startServer(
      { ...settings, ...home, ADMIN_TOKEN, SHUTDOWN_GRACE_MS: '0' },
      { directory: folder, command: [node, ...flags, ...args] },
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
      const outcomes = await leave(there, ALL_EXITS)
      if (withMemory) {
        await untilIdle(there)
        server.signal('SIGUSR2')
        // Whoever is answered behind the signal is answered behind what it made.
        await send(there, 'GET', '/healthz')
      }
      const seen = await look(there, folder)
      await leave(there, [stopped], outcomes)
      await server.ended
      return { outcomes, ...seen, logs: server.stdout() + server.stderr() }
    } finally {
      killAll()
    }
  })
}

async function collect(storeName: StoreName, run: Start): Promise<Evidence> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-retention-'))
  const store = await STORES[storeName](folder)
  const [upstream, inbox, oidc] = await Promise.all([
    startUpstream(),
    startInbox(),
    startOidcServer(`${BASE_URL}/console/sign-in/provider/callback`),
  ])
  const target = { upstream, inbox, oidc, secrets: new Map<string, string>(), signedIn: new Map() }
  let held: Held | undefined
  try {
    const settings = {
      ...store.environment,
      ...oidc.environment,
      BASE_URL,
      SMTP_URL: inbox.url,
      MAIL_FROM: 'svc <no-reply@svc.example>',
      OPERATOR_EMAILS: OPERATOR,
      SIGN_UP_CREDIT_USD: '5',
      BOOTSTRAP_API_KEY: MARKS.ownKey,
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_API_KEY: MARKS.upstreamKey,
      BODY_LIMIT_BYTES: '8192',
      THINKING_CONTEXT_WINDOW: '2048',
      LOG_LEVEL: 'debug',
    }
    const { logs, files, ...seen } = await run(target, settings, folder)
    held = await store.end()
    const after = await readAll(folder)
    return {
      ...seen,
      logs: new Written(logs),
      stored: new Written(files, after.files, held.files),
      asked: new Written(held.asked),
      shown: new Written(seen.metrics, seen.usage),
      secrets: target.secrets,
    }
  } finally {
    if (!held) await store.end()
    await Promise.all([upstream.close(), inbox.close(), oidc.close()])
    await rm(folder, { recursive: true })
  }
}

/** Sends a text through each exit. */
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

/** Waits until the service has seen the end of every call. */
async function untilIdle(target: Target): Promise<void> {
  for (;;) {
    const metrics = await (await send(target, 'GET', '/metrics')).text()
    if (/^svc_running_calls 0$/m.test(metrics) && /^svc_waiting_settlements 0$/m.test(metrics)) return
  }
}

interface Seen {
  files: string
  fileNames: string[]
  metrics: string
  usage: string
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
