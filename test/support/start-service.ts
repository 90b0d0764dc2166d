import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import OpenAI from 'openai'
import { pino } from 'pino'
import { buildAdminApp, buildApp } from '../../src/app.ts'
import { bootstrapAccount } from '../../src/bootstrap-account.ts'
import { buildParts } from '../../src/build-parts.ts'
import { readConfig } from '../../src/config.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../src/http/connection-limits.ts'
import type { Knowledge } from '../../src/knowledge.ts'
import type { Parts } from '../../src/parts.ts'
import { RequestLog } from '../../src/request-log.ts'
import { FakeClock } from './fake-clock.ts'
import { sharedKnowledge } from './knowledge.ts'

export const ADMIN_TOKEN = 'operator-token-for-tests-0123456789abcdef'

export interface Service {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Where the operator's surfaces are: the same unless `ADMIN_PORT` is set. */
  adminUrl: string
  /** The demo account's key. */
  key: string
  parts: Parts
  /** Everything the service logged, line by line. */
  logs: string[]
  /** Every text that the service showed on its terminal: mails. */
  terminal: string[]
  /** Flips the answer to "is the process draining?". */
  drain: () => void
  /** A client of the official SDK; retries are off unless asked for. */
  openai: (options?: { apiKey?: string; maxRetries?: number }) => OpenAI
  /** A request with the demo key; a body is sent as JSON. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** A request to /admin/v1 with the operator's token, its JSON read. */
  admin: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>
  close: () => Promise<void>
}

export interface ServiceOptions {
  clock?: Clock
  limits?: Partial<ConnectionLimits>
  /** Without, what the services of this worker share. */
  knowledge?: Knowledge
}

/** The whole service on a real socket, in this process: real content, state in memory, the clock of the test. */
export async function startService(
  environment: Record<string, string> = {},
  { clock = new FakeClock(), limits, knowledge }: ServiceOptions = {},
): Promise<Service> {
  const logs: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logs.push(...chunk.toString().trimEnd().split('\n'))
      done()
    },
  })
  const config = readConfig({ ADMIN_TOKEN, ...environment })
  const terminal: string[] = []
  const parts = await buildParts(config, {
    clock,
    terminal: (text) => terminal.push(text),
    log: new RequestLog(pino({ base: null }, sink)),
    knowledge: knowledge ?? (await sharedKnowledge()),
  })
  const key = (await bootstrapAccount(config, parts)) ?? config.BOOTSTRAP_API_KEY ?? ''
  let draining = false
  const options = { draining: () => draining, limits: { ...CONNECTION_LIMITS, ...limits } }
  const app = await buildApp(parts, options)
  await app.listen({ host: '127.0.0.1', port: environment['PORT'] === undefined ? 0 : config.PORT })
  // On a free port, whichever is configured.
  const admin = config.ADMIN_PORT === undefined ? app : await buildAdminApp(parts, options)
  if (admin !== app) await admin.listen({ host: '127.0.0.1', port: 0 })
  const url = urlOf(app)
  const adminUrl = urlOf(admin)

  const send = (
    base: string,
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Response> =>
    fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    url,
    adminUrl,
    key,
    parts,
    logs,
    terminal,
    drain: () => {
      draining = true
    },
    openai: ({ apiKey = key, maxRetries = 0 } = {}) =>
      new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries }),
    call: (method, path, body, headers) => send(url, key, method, path, body, headers),
    admin: async <T>(method: string, path: string, body?: unknown) =>
      (await (await send(adminUrl, ADMIN_TOKEN, method, `/admin/v1${path}`, body)).json()) as T,
    close: async () => {
      parts.running.stop()
      await parts.running.idle()
      for (const one of new Set([app, admin])) {
        one.server.closeAllConnections()
        await one.close()
      }
      await parts.close()
    },
  }
}

function urlOf(app: FastifyInstance): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
