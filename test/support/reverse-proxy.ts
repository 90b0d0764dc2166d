import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How often each instance is asked whether it is ready. */
const PROBE_MS = 50

/** What belongs to one connection and is not passed on. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

export interface ReverseProxy {
  url: string
  /** The instances that are ready, as it knows at this moment. */
  ready: () => number
  close: () => Promise<void>
}

/** An answer of an instance; `body` where it had to be read to know what it is. */
interface Answer {
  response: IncomingMessage
  body?: Buffer
}

/**
 * As proxies do it: requests go round the instances whose `/readyz` says 200, over connections that are kept. A request is sent to another
 * one only where that is sure to be no second call: the connection was refused, or the answer was `server_draining`. Answers pass
 * through as they come.
 */
export async function startReverseProxy(instances: readonly string[]): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const stopping = new AbortController()
  let turn = 0

  const probe = async (instance: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const answer = await ask(agent, instance, 'GET', '/readyz').catch(() => undefined)
      if (answer?.response.statusCode === 200) ready.add(instance)
      else ready.delete(instance)
      answer?.response.resume()
      await delay(PROBE_MS)
    }
  }
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request)
    const candidates = new Set(instances.filter((one) => ready.has(one)))
    while (candidates.size > 0) {
      const instance = [...candidates][(turn += 1) % candidates.size] ?? ''
      candidates.delete(instance)
      const answer = await attempt(agent, instance, request, body)
      if (answer) return answerWith(response, answer)
      ready.delete(instance)
    }
    response.writeHead(502).end()
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const probes = instances.map((instance) => probe(instance))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready.size,
    close: async () => {
      stopping.abort()
      await Promise.all(probes)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Undefined where another instance may be asked. */
async function attempt(
  agent: Agent,
  instance: string,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer | undefined> {
  try {
    const answer = await ask(agent, instance, method, url, passedOn(headers), body)
    if (answer.response.statusCode !== 503) return answer
    const said = await read(answer.response)
    return said.includes('"server_draining"') ? undefined : { ...answer, body: said }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return undefined
    throw cause
  }
}

function ask(
  agent: Agent,
  instance: string,
  method: string,
  path: string,
  headers: IncomingHttpHeaders = {},
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = send(new URL(path, instance), { agent, method, headers })
    asking.once('response', (response) => resolve({ response })).on('error', reject)
    asking.end(body)
  })
}

function answerWith(response: ServerResponse, { response: answer, body }: Answer): void {
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
  if (body) {
    response.end(body)
    return
  }
  // What breaks off there breaks off here, and who leaves here leaves there.
  answer.on('error', () => response.destroy())
  response.on('close', () => answer.destroy())
  answer.pipe(response)
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}

async function read(from: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
