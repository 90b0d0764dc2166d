import { createParser } from 'eventsource-parser'

/** More of one event than any model sends, in characters: a server that never ends a line must not fill our memory. */
const EVENT_SIZE_MAX = 4 * 1024 * 1024

/**
 * The `data` of server-sent events, one batch for each read of the socket, however the bytes were split. Comments,
 * CRLF and event names are dealt with; a batch may be empty.
 * @throws where an event grows beyond any sense
 */
export async function* sseBatches(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let batch: string[] = []
  const parser = createParser({
    maxBufferSize: EVENT_SIZE_MAX,
    onEvent: ({ data }) => {
      batch.push(data)
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield batch
    batch = []
  }
  // A last event without its blank line is still an event.
  parser.feed(`${decoder.decode()}\n\n`)
  if (batch.length > 0) yield batch
}
