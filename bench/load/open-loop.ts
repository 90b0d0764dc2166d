import { setTimeout as delay } from 'node:timers/promises'
import type { BenchRequest } from '../workloads/request.ts'
import { AnswerSocket } from './answer-socket.ts'

/** Requests that come at a pace of their own, however many are still unanswered: what an overload is. */
export interface OpenLoop extends BenchRequest {
  port: number
  /** Requests a second. */
  rate: number
  durationMs: number
}

export interface OpenLoopTally {
  /** Milliseconds until the answer: of those served, and of those refused with 503. */
  served: number[]
  refused: number[]
  /** Answered with another status, broken, or unanswered at the end. */
  failed: number
  /** Could not be sent: so many connections were waiting for their answers. */
  unsent: number
}

/** More connections at one time than any proxy keeps; what comes while all of them wait is not sent. */
const CONNECTIONS_MAX = 4_000

/** How long is waited for answers behind the last request, in milliseconds. */
const REST_MS = 5_000

/** Sends at the pace, over as many connections as are busy at a time, and gives how it was answered. */
export async function openLoop(job: OpenLoop): Promise<OpenLoopTally> {
  const request = bytesOf(job)
  const tally: OpenLoopTally = { served: [], refused: [], failed: 0, unsent: 0 }
  const all = new Set<AnswerSocket>()
  const idle = new Set<AnswerSocket>()
  const idleOrNew = (): AnswerSocket | undefined => {
    const [first] = idle
    if (first) idle.delete(first)
    if (first || all.size >= CONNECTIONS_MAX) return first
    const socket: AnswerSocket = new AnswerSocket(job.port, () => {
      all.delete(socket)
      idle.delete(socket)
    })
    all.add(socket)
    return socket
  }
  const waiting = new Set<AnswerSocket>()
  const sendOne = (): void => {
    const socket = idleOrNew()
    if (!socket) {
      tally.unsent += 1
      return
    }
    const began = performance.now()
    waiting.add(socket)
    socket.send(request, (status) => {
      waiting.delete(socket)
      if (status === 200) tally.served.push(performance.now() - began)
      else if (status === 503) tally.refused.push(performance.now() - began)
      else tally.failed += 1
      if (status !== undefined) idle.add(socket)
    })
  }
  const began = performance.now()
  for (let sent = 0, passed = 0; passed < job.durationMs; await delay(1)) {
    passed = performance.now() - began
    for (const due = (Math.min(passed, job.durationMs) * job.rate) / 1_000; sent < due; sent += 1) sendOne()
  }
  for (let rest = 0; waiting.size > 0 && rest < REST_MS; rest += 50) await delay(50)
  tally.failed += waiting.size
  for (const socket of all) socket.destroy()
  return tally
}

function bytesOf({ method, path, headers, body = '' }: BenchRequest): string {
  const lines = Object.entries({ host: 'bench', ...headers, 'content-length': Buffer.byteLength(body) })
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\r\n',
  )
}
