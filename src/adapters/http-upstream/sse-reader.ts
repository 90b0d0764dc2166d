import { createParser } from 'eventsource-parser'

/** More of one event than any model sends, in characters: a server that never ends a line must not fill our memory. */
const EVENT_SIZE_MAX = 4 * 1024 * 1024

/** Takes the `data` out of server-sent events, however their bytes are split. Comments, CRLF and event names are dealt with. */
export class SseReader {
  #events: string[] = []
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({
    maxBufferSize: EVENT_SIZE_MAX,
    onEvent: ({ data }) => {
      this.#events.push(data)
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })

  /**
   * The events that these bytes make whole; none where they are half an event or a comment.
   * @throws where an event grows beyond any sense
   */
  read(bytes: Uint8Array): string[] {
    return this.#feed(this.#decoder.decode(bytes, { stream: true }))
  }

  /** A last event without its blank line, which is still an event. */
  end(): string[] {
    return this.#feed(`${this.#decoder.decode()}\n\n`)
  }

  #feed(text: string): string[] {
    this.#parser.feed(text)
    const events = this.#events
    this.#events = []
    return events
  }
}
