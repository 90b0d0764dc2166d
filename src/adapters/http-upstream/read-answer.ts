import type { UpstreamEvent } from '../../domain/upstream/upstream.ts'
import { sseBatches } from './sse-batches.ts'
import type { AnswerHeaders, UpstreamExchange } from './upstream-exchange.ts'
import { BadAnswer } from './upstream-failure.ts'
import { readUpstreamJson } from './upstream-json.ts'

/** A plain answer of the largest output is a few hundred kilobytes. */
const PLAIN_BYTES_MAX = 32 * 1024 * 1024

/**
 * The answer's events, batch by batch, whether it came as a stream or, asked or not, as one plain body. `began` hears of a
 * plain body's first byte; of a stream its first event counts, since headers alone come early. An answer that was read to its end
 * gives its connection back, any other closes it.
 * @throws {BadAnswer} where it is no answer; whatever broke the connection
 */
export async function* readAnswer(
  exchange: UpstreamExchange,
  headers: AnswerHeaders,
  began: () => void,
): AsyncGenerator<UpstreamEvent[], void, void> {
  let whole = false
  try {
    const type = String(headers['content-type']).toLowerCase()
    if (type.includes('text/event-stream')) yield* streamed(exchange)
    else yield await plain(exchange, began)
    whole = true
  } finally {
    if (whole) void exchange.drain()
    else exchange.abort(new BadAnswer('not_read'))
  }
}

async function* streamed(bytes: AsyncIterable<Buffer>): AsyncGenerator<UpstreamEvent[], void, void> {
  for await (const batch of sseBatches(bytes)) {
    const end = batch.indexOf('[DONE]')
    const read = (end < 0 ? batch : batch.slice(0, end)).map(readUpstreamJson)
    const bad = read.indexOf(undefined)
    // What came before a broken event counts, however the bytes were split. An empty batch (half an event, a comment) says
    // nothing yet; a role-only chunk says that the answer has begun.
    if (batch.length > 0 && bad !== 0 && end !== 0) {
      yield read.slice(0, bad < 0 ? undefined : bad).flatMap((events) => events ?? [])
    }
    if (bad >= 0) throw new BadAnswer('not_an_answer')
    if (end >= 0) return
  }
}

async function plain(bytes: AsyncIterable<Buffer>, began: () => void): Promise<UpstreamEvent[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    began()
    size += chunk.length
    if (size > PLAIN_BYTES_MAX) throw new BadAnswer('too_large')
    chunks.push(chunk)
  }
  const events = readUpstreamJson(Buffer.concat(chunks).toString('utf8'))
  if (!events) throw new BadAnswer('not_an_answer')
  return events
}
