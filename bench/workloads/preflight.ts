import { gunzipSync } from 'node:zlib'
import { createParser } from 'eventsource-parser'
import type { StartedTarget } from '../targets/target.ts'
import { chunkText, PLAIN_TEXT, type StreamShape } from '../upstream/answers.ts'
import { requestOf, send, type Answer, type BenchRequest } from './request.ts'
import type { FeedWorkload, Workload } from './workload.ts'

/**
 * Proves, before anything is measured, that a target answers rightly: a feed that parses, a whole answer with usage, a stream that is
 * whole, in order and ended. Returns the request that the measurement repeats.
 * @throws where it does not; the message says what came instead
 */
export async function preflight(
  workload: Workload,
  target: StartedTarget,
  upstream: string,
): Promise<BenchRequest> {
  if (workload.kind === 'feed') return preflightFeed(workload, target)
  const request = requestOf(workload, target)
  const before = await requestsOf(upstream)
  const answer = expectStatus(200, await send(target.origin, request))
  if (workload.stream) checkStream(answer, workload.stream)
  else checkWhole(answer)
  const asked = (await requestsOf(upstream)) - before
  if (asked !== 1) throw new Error(`the upstream got ${asked} requests instead of one`)
  return request
}

async function preflightFeed(workload: FeedWorkload, target: StartedTarget): Promise<BenchRequest> {
  const fresh = await send(target.origin, requestOf({ ...workload, revalidated: false }, target))
  const { headers, bytes } = expectStatus(200, fresh)
  const isGzip = headers['content-encoding'] === 'gzip'
  if (isGzip !== workload.gzip) throw new Error(`the feed came ${isGzip ? 'as' : 'without'} gzip`)
  JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString())
  const request = requestOf(workload, target, String(headers['etag']))
  if (workload.revalidated) expectStatus(304, await send(target.origin, request))
  return request
}

function expectStatus(status: number, answer: Answer): Answer {
  if (answer.status === status) return answer
  throw new Error(`it answered ${answer.status}: ${answer.bytes.toString().slice(0, 200)}`)
}

async function requestsOf(upstream: string): Promise<number> {
  const { bytes } = await send(upstream, { method: 'GET', path: '/requests', headers: {} })
  return Number(bytes.toString())
}

/** The little of an answer that is looked at. */
interface Completion {
  choices?: { message?: { content?: string }; delta?: { content?: string } }[]
  usage?: { prompt_tokens?: number } | null
}

function checkWhole({ bytes }: Answer): void {
  const { choices, usage } = JSON.parse(bytes.toString()) as Completion
  if (choices?.[0]?.message?.content !== PLAIN_TEXT)
    throw new Error('the answer is not what the upstream said')
  if (typeof usage?.prompt_tokens !== 'number') throw new Error('the answer has no usage')
}

function checkStream({ bytes }: Answer, { chunks, stamped }: StreamShape): void {
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(bytes.toString())
  if (events.pop() !== '[DONE]') throw new Error('the stream does not end with [DONE]')
  const parsed = events.map((data) => JSON.parse(data) as Completion)
  const text = parsed.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join('')
  const whole = stamped
    ? text.match(/~\d{16}~/g)?.length === chunks
    : text === Array.from({ length: chunks }, (_, index) => chunkText(index)).join('')
  if (!whole) throw new Error(`the stream is not whole and in order: ${events.length} events`)
  if (!parsed.some(({ usage }) => usage)) throw new Error('the stream has no usage')
}
