import type { UpstreamEvent } from '../../domain/upstream/upstream.ts'
import { ChunkReader } from './chunk-reader.ts'
import { SseReader } from './sse-reader.ts'
import type { AnswerHeaders, UpstreamExchange } from './upstream-exchange.ts'
import { BadAnswer } from './upstream-failure.ts'

/** A plain answer of the largest output is a few hundred kilobytes. */
const PLAIN_BYTES_MAX = 32 * 1024 * 1024

/** Who hears of an answer on its way. */
export interface AnswerListener {
  /** A plain body's first byte is there; of a stream its first event counts, since headers alone come early. */
  began: () => void
  /** What the reader is told of a failure. */
  failed: (cause: unknown) => unknown
}

/**
 * The answer's events, batch by batch, whether it came as a stream or, asked or not, as one plain body. The first batch is empty: it
 * says that the answer has begun. An answer that was read to its end gives its connection back, any other closes it.
 * @throws what `failed` makes of a {@link BadAnswer} or of whatever broke the connection
 */
export async function* readAnswer(
  exchange: UpstreamExchange,
  headers: AnswerHeaders,
  { began, failed }: AnswerListener,
): AsyncGenerator<UpstreamEvent[], void, void> {
  const streamed = String(headers['content-type']).toLowerCase().includes('text/event-stream')
  const body = streamed ? new SseReader() : new PlainReader(began)
  const chunks = new ChunkReader()
  let begun = false
  let finished = false
  let whole = false
  try {
    for (let over = false; !over;) {
      await exchange.readable()
      const bytes = exchange.take()
      const { events, read, end } = readTexts(bytes ? body.read(bytes) : body.end(), chunks)
      // What came before a broken event counts, however the bytes were split. Half an event or a comment says nothing yet;
      // a role-only chunk says that the answer has begun.
      if (read > 0) {
        if (!begun) yield []
        begun = true
        finished ||= events.some(({ kind }) => kind === 'finish')
        yield events
      }
      if (end === 'bad') throw new BadAnswer('not_an_answer')
      over = end === 'done' || !bytes
    }
    whole = true
    if (!finished) throw new BadAnswer(begun ? 'truncated' : 'empty')
  } catch (cause) {
    throw failed(cause)
  } finally {
    if (whole) void exchange.drain()
    else exchange.abort(new BadAnswer('not_read'))
  }
}

/** What texts of an answer say, how many of them were read, and what ended the reading before the last one. */
function readTexts(
  texts: readonly string[],
  chunks: ChunkReader,
): { events: UpstreamEvent[]; read: number; end?: 'done' | 'bad' } {
  const events: UpstreamEvent[] = []
  let read = 0
  for (const text of texts) {
    if (text === '[DONE]') return { events, read, end: 'done' }
    if (!chunks.read(text, events)) return { events, read, end: 'bad' }
    read += 1
  }
  return { events, read }
}

/** Puts together a body that is one text. `began` hears of its bytes. */
class PlainReader {
  readonly #began: () => void
  readonly #pieces: Buffer[] = []
  #size = 0

  constructor(began: () => void) {
    this.#began = began
  }

  read(bytes: Buffer): string[] {
    this.#began()
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size > PLAIN_BYTES_MAX) throw new BadAnswer('too_large')
    return []
  }

  end(): string[] {
    return [Buffer.concat(this.#pieces).toString('utf8')]
  }
}
