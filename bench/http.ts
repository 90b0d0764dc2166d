import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'

/*
 * CPU per request of the whole service process, beside a bare `node:http` server that sends the same bytes. Ratios hold on a
 * noisy machine where absolute times do not. Linux only (it reads /proc). Run: npm run bench:http
 */

const KEY = 'sk-svc-benchmark'
const ROUNDS = 5
const CONCURRENCY = 8
const TICKS_PER_SECOND = 100
const QUESTION = 'Which ISO 27001 controls cover supplier agreements?'

interface Target {
  name: string
  requests: number
  method: 'GET' | 'POST'
  path: string
  body?: string
}

const CALL = { model: 'svc-fast', messages: [{ role: 'user', content: QUESTION }] }
const TARGETS: readonly Target[] = [
  { name: 'feed', requests: 4_000, method: 'GET', path: '/api/public/api/v1' },
  { name: 'models', requests: 4_000, method: 'GET', path: '/v1/models' },
  {
    name: 'plain call',
    requests: 1_000,
    method: 'POST',
    path: '/v1/chat/completions',
    body: JSON.stringify(CALL),
  },
  {
    name: 'streamed call, 100 chunks',
    requests: 300,
    method: 'POST',
    path: '/v1/chat/completions',
    body: JSON.stringify({ ...CALL, stream: true }),
  },
]

const upstream = createServer((incoming, response) => {
  let stream = false
  incoming.on('data', (chunk: Buffer) => {
    stream ||= chunk.includes('"stream":true')
  })
  incoming.on('end', () => {
    if (!stream) {
      const message = { role: 'assistant', content: 'A.5.20 covers supplier agreements.' }
      const usage = { prompt_tokens: 11_000, completion_tokens: 10 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    for (let at = 0; at < 100; at += 1) {
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'word ' } }] })}\n\n`)
    }
    response.end(
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":11000,"completion_tokens":100}}\n\ndata: [DONE]\n\n',
    )
  })
})
await new Promise<void>((resolve) => {
  upstream.listen(0, '127.0.0.1', resolve)
})
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`

const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 })
const children: ChildProcess[] = []
try {
  const service = await start(['--disable-warning=ExperimentalWarning', source('../src/server.ts')], 18_480)
  for (const target of TARGETS) {
    const sample = await once(18_480, target)
    const floor = await start([source('./floor.ts'), sample.toString('base64')], 18_481)
    const pairs: { service: number; floor: number }[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pair = { service: await load(service, 18_480, target), floor: await load(floor, 18_481, target) }
      if (round > 0) pairs.push(pair)
    }
    const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    const us = middle(pairs.map((pair) => pair.service))
    const ratio = middle(pairs.map((pair) => pair.service / pair.floor))
    process.stdout.write(
      `${target.name.padEnd(28)} ${us.toFixed(0).padStart(6)} us CPU a request, ${ratio.toFixed(1)} times the floor\n`,
    )
    floor.kill()
  }
} finally {
  for (const child of children) child.kill()
  upstream.close()
  upstream.closeAllConnections()
  await agent.destroy()
}

function source(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

async function start(args: string[], port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'info',
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_CREDIT_USD: '100000',
      UPSTREAM_BASE_URL: upstreamUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      await request(`http://127.0.0.1:${port}/healthz`).then(({ body }) => body.dump())
      return child
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
  }
  throw new Error(`nothing answers on port ${port}`)
}

async function once(port: number, { method, path, body }: Target): Promise<Buffer> {
  const response = await request(`http://127.0.0.1:${port}${path}`, {
    dispatcher: agent,
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body ?? null,
  })
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  return Buffer.from(await response.body.arrayBuffer())
}

/** Sends a target's requests and returns the server's CPU in microseconds for each. */
async function load(child: ChildProcess, port: number, target: Target): Promise<number> {
  const before = cpuTicks(child)
  let left = target.requests
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await once(port, target)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return ((cpuTicks(child) - before) / TICKS_PER_SECOND / target.requests) * 1e6
}

function cpuTicks(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
