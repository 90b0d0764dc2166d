import { array, assert, asyncProperty, constantFrom, double, oneof, string, tuple } from 'fast-check'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { readAnswer } from '../../../src/adapters/http-upstream/read-answer.ts'
import { UpstreamExchange } from '../../../src/adapters/http-upstream/upstream-exchange.ts'
import { readUpstreamJson } from '../../../src/adapters/http-upstream/upstream-json.ts'
import type { UpstreamEvent } from '../../../src/domain/upstream/upstream.ts'
import { chunk } from '../../support/upstream-server.ts'

const HEADERS = { 'content-type': 'text/event-stream' }
const STOP = `${chunk({}, 'stop')}data: [DONE]\n\n`

/** An exchange whose answer comes piece by piece, each with a read of its own. */
async function eventsOf(pieces: readonly Uint8Array[]): Promise<UpstreamEvent[]> {
  const controller = { pause: () => undefined, resume: () => undefined, abort: () => undefined }
  const dispatcher = { dispatch: () => true } as unknown as Dispatcher
  const { signal } = new AbortController()
  const exchange = new UpstreamExchange(dispatcher, { path: '/', method: 'POST' }, signal, () => undefined)
  const undici = controller as unknown as Dispatcher.DispatchController
  exchange.onRequestStart(undici)
  exchange.onResponseStart(undici, 200, HEADERS)
  const send = async (): Promise<void> => {
    for (const piece of pieces) {
      exchange.onResponseData(undici, Buffer.from(piece))
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    exchange.onResponseEnd()
  }
  const sent = send()
  const events: UpstreamEvent[] = []
  const failed = (cause: unknown): unknown => cause
  for await (const batch of readAnswer(exchange, HEADERS, { began: () => undefined, failed }))
    events.push(...batch)
  await sent
  return events
}

test('a stream says what each of its chunks says alone, wherever its bytes are cut', async () => {
  const texts = oneof(string({ unit: 'binary' }), constantFrom('', ' word', '"', '\\', '👩‍💻', '"}}', '\ud800'))
  const deltas = constantFrom(
    (content: string) => ({ content }),
    (content: string) => ({ content }),
    (content: string) => ({ role: 'assistant', content }),
    (content: string) => ({ reasoning_content: content }),
  )
  const cuts = array(double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  await assert(
    asyncProperty(array(tuple(deltas, texts), { maxLength: 12 }), cuts, async (said, places) => {
      const chunks = [...said.map(([delta, text]) => chunk(delta(text))), STOP]
      const bytes = Buffer.from(chunks.join(''))
      const at = places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b)
      const pieces = [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length))
      const alone = chunks.flatMap(
        (one) => readUpstreamJson(one.split('\n')[0]?.slice('data: '.length) ?? '') ?? [],
      )
      expect(await eventsOf(pieces)).toEqual(alone)
    }),
    { numRuns: 300 },
  )
})
