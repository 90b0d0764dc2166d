import { createServer, type ServerResponse } from 'node:http'
import {
  PLAIN_ANSWER,
  STREAM_END,
  STREAM_START,
  chunkEvent,
  chunkText,
  stamp,
  type StreamShape,
} from './answers.ts'

/*
 * The mock upstream, a process of its own: it answers chat completions from buffers made before. `PORT` says where it listens,
 * `STREAM` how it streams (a `StreamShape` as JSON). It also tells how many requests it had and what the last one held.
 */

const shape = JSON.parse(process.env['STREAM'] ?? 'null') as StreamShape | null
const events = Array.from({ length: shape?.chunks ?? 0 }, (_, index) => chunkEvent(chunkText(index)))
const [beforeStamp = '', afterStamp = ''] = chunkEvent('*').toString().split('*')

let requests = 0
let lastBody = Buffer.alloc(0)

createServer({ noDelay: true, keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/requests') response.end(String(requests))
    else if (request.url === '/last-body') response.end(lastBody)
    else {
      requests += 1
      lastBody = Buffer.concat(parts)
      if (lastBody.includes('"stream":true')) answerStream(response)
      else answerWhole(response)
    }
  })
}).listen({ port: Number(process.env['PORT']), host: '127.0.0.1', backlog: 4_096 })

function answerWhole(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': PLAIN_ANSWER.length })
  response.end(PLAIN_ANSWER)
}

function answerStream(response: ServerResponse): void {
  if (!shape) {
    response.writeHead(400).end('this workload does not stream')
    return
  }
  const { chunks, delayMs, burst, stamped } = shape
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(STREAM_START)
  let sent = 0
  const turn = (): void => {
    if (response.destroyed) return
    response.cork()
    for (const last = Math.min(chunks, sent + burst); sent < last; sent += 1) {
      response.write(stamped ? beforeStamp + stamp() + afterStamp : events[sent])
    }
    response.uncork()
    if (sent < chunks) next()
    else response.end(STREAM_END)
  }
  const next = (): void => {
    if (delayMs > 0) setTimeout(turn, delayMs)
    else setImmediate(turn)
  }
  next()
}
