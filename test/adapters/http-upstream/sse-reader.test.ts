import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, double, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SseReader } from '../../../src/adapters/http-upstream/sse-reader.ts'

const RECORDINGS = ['openai', 'vllm', 'vllm-continuous-usage', 'llama-cpp', 'ollama']

describe('however the bytes are cut', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('every single cut of a recording with %s line ends gives the same events', (_name, lineEnd) => {
    const recorded = recording('vllm').split('\n\n').slice(-12).join('\n\n')
    const bytes = Buffer.from(recorded.replaceAll('\n', lineEnd))
    const whole = dataOf(recorded)
    expect(whole).toHaveLength(11)
    const wrong: number[] = []
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const events = eventsOf([bytes.subarray(0, cut), bytes.subarray(cut)])
      if (JSON.stringify(events) !== JSON.stringify(whole)) wrong.push(cut)
    }
    expect(wrong).toEqual([])
  })

  test.each(RECORDINGS)('%s comes out whole when every byte comes alone', (name) => {
    const bytes = Buffer.from(recording(name))
    const alone = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
    expect(eventsOf(alone)).toEqual(dataOf(recording(name)))
  })

  test('any text, cut anywhere, inside characters too, comes out as it went in', () => {
    const events = array(
      string({ unit: 'binary' }).filter((text) => !/[\r\n]/.test(text)),
      { minLength: 1, maxLength: 6 },
    )
    const ends = constantFrom('\n', '\r\n', '\r')
    const cuts = array(double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })
    assert(
      property(events, ends, cuts, (texts, end, places) => {
        const bytes = Buffer.from(texts.map((text) => `data: ${text}${end}${end}`).join(''))
        const at = places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b)
        const pieces = [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length))
        expect(eventsOf(pieces)).toEqual(texts)
      }),
      { numRuns: 300 },
    )
  })
})

test('comments, event names, ids, retry times and unknown fields are no events', () => {
  const text =
    ': OPENROUTER PROCESSING\n\nevent: message\nid: 7\nretry: 10\nerror: none\ndata: {"a":1}\n\n:\n\ndata:[DONE]\n\n'
  expect(eventsOf([Buffer.from(text)])).toEqual(['{"a":1}', '[DONE]'])
})

test('lines of one event are joined by line breaks', () => {
  expect(eventsOf([Buffer.from('data: {\ndata: "a": 1}\n\n')])).toEqual(['{\n"a": 1}'])
})

test('a byte order mark at the start is not part of the first event', () => {
  expect(eventsOf([Buffer.from('\u{feff}data: a\n\n')])).toEqual(['a'])
})

test.each(['data: last', 'data: last\n', 'data: last\r\n'])(
  'a last event without its blank line is still an event: %j',
  (tail) => {
    expect(eventsOf([Buffer.from(`data: first\n\n${tail}`)])).toEqual(['first', 'last'])
  },
)

test('each read of the socket is a batch of its own, and half an event is an empty one', () => {
  const reader = new SseReader()
  const reads = ['data: a\n\ndata: b\n\nda', 'ta: ', 'c\n\n']
  expect(reads.map((read) => reader.read(Buffer.from(read)))).toEqual([['a', 'b'], [], ['c']])
})

test.each([
  ['in one line that never ends', 'data: ', 'x'.repeat(65_536)],
  ['in lines that never end the event', '', `data: ${'x'.repeat(65_530)}\n`],
])('an event that grows without end %s is given up while it is still small', (_name, head, piece) => {
  const reader = new SseReader()
  let bytes = 0
  const flood = (): void => {
    expect(reader.read(Buffer.from(head))).toEqual([])
    while (bytes < 64 * 1024 * 1024) {
      bytes += piece.length
      expect(reader.read(Buffer.from(piece))).toEqual([])
    }
  }
  expect(flood).toThrow('max buffer size')
  expect(bytes).toBeLessThan(8 * 1024 * 1024)
})

function eventsOf(pieces: readonly Uint8Array[]): string[] {
  const reader = new SseReader()
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()]
}

/** The data of a recording, read in the simplest way: one line an event. */
function dataOf(recorded: string): string[] {
  return recorded.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
}

function recording(name: string): string {
  return readFileSync(new URL(`../../../fixtures/upstream/${name}.sse`, import.meta.url), 'utf8')
}
