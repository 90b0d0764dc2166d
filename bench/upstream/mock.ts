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
const start = httpChunk(STREAM_START)
const events = Array.from({ length: shape?.chunks ?? 0 }, (_, index) =>
  httpChunk(chunkEvent(chunkText(index))),
)
const end = httpChunk(STREAM_END)
// A stamp is always as long, so what stands around it can be made before too.
const [beforeStamp = '', afterStamp = ''] = httpChunk(chunkEvent(stamp())).toString('latin1').split(/~\d+~/)

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

/** Writes past the response, onto its socket: a mock that is slower than its callers would be what is measured. */
function answerStream(response: ServerResponse): void {
  const { socket } = response
  if (!shape || !socket) {
    response.writeHead(400).end('this workload does not stream')
    return
  }
  const { chunks, delayMs, burst, stamped } = shape
  response
    .writeHead(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' })
    .flushHeaders()
  socket.write(start)
  let sent = 0
  const turn = (): void => {
    if (socket.destroyed) return
    socket.cork()
    for (const last = Math.min(chunks, sent + burst); sent < last; sent += 1) {
      socket.write(stamped ? Buffer.from(beforeStamp + stamp() + afterStamp, 'latin1') : (events[sent] ?? ''))
    }
    if (sent === chunks) socket.write(end)
    socket.uncork()
    if (sent < chunks) next()
    else response.end()
  }
  const next = (): void => {
    if (delayMs > 0) setTimeout(turn, delayMs)
    else setImmediate(turn)
  }
  next()
}

/** A part of a body as HTTP frames it where the length of the whole is not known. */
function httpChunk(part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
}
