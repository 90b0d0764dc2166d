import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ChunkReader } from '../../../src/adapters/http-upstream/chunk-reader.ts'
import { readUpstreamJson } from '../../../src/adapters/http-upstream/upstream-json.ts'
import type { UpstreamEvent } from '../../../src/domain/upstream/upstream.ts'

/** What a reader says of chunks that come one behind the other; undefined where one is no answer. */
function read(chunks: readonly string[]): UpstreamEvent[] | undefined {
  const reader = new ChunkReader()
  const events: UpstreamEvent[] = []
  return chunks.every((chunk) => reader.read(chunk, events)) ? events : undefined
}

/** What they say where each is read whole. */
function readWhole(chunks: readonly string[]): UpstreamEvent[] | undefined {
  const said = chunks.map(readUpstreamJson)
  return said.includes(undefined) ? undefined : said.flatMap((events) => events ?? [])
}

/** Texts that look like what stands around them in a chunk. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '"}',
    '"},"finish_reason":"stop"',
    '\u2028',
    '\ud800',
    '{"content":"',
    '🔐',
  ),
)

const chunks = fc.oneof(
  { weight: 6, arbitrary: texts.map((content) => ({ delta: { content } })) },
  texts.map((content) => ({ delta: { role: 'assistant', content } })),
  // As long as each other, and one of them says more.
  texts.map((content) => ({ delta: { content, reasoning_content: null } })),
  texts.map((content) => ({ delta: { content, reasoning_content: 'hm' } })),
  // A text in a place that says nothing, like the one that is said or not.
  fc.constantFrom('A', 'B').map((content) => ({ delta: { part: { content }, content: 'A' } })),
  texts.map((content) => ({ delta: { content }, finish_reason: 'stop' })),
  fc.constant({ delta: { content: null } }),
  fc.constant({ delta: {} }),
)

const answers = fc
  .tuple(
    fc.array(chunks, { maxLength: 30 }),
    fc.constantFrom('', ' '),
    fc.boolean(),
    fc.record({ prompt_tokens: fc.nat(), completion_tokens: fc.nat() }),
  )
  .map(([list, space, counts, usage]) =>
    list.map(({ delta, ...rest }, index) => {
      const choice = { index: index % 7 === 6 ? 1 : 0, delta, logprobs: null, finish_reason: null, ...rest }
      const chunk = {
        id: 'x',
        model: 'm',
        choices: [choice],
        ...(counts && { usage: index % 5 ? null : usage }),
      }
      return JSON.stringify(chunk).replaceAll('":', `":${space}`)
    }),
  )

test('chunks are read as if each were read whole, whatever their texts are and whichever way they are written', () => {
  fc.assert(
    fc.property(answers, (list) => {
      expect(read(list)).toEqual(readWhole(list))
    }),
    { numRuns: 500 },
  )
})

const chunk = (content: string): string =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })

test.each([
  ['a broken escape', chunk('one').replace('one', '\\x')],
  ['a text that ends early', chunk('one').replace('one', 'a"b')],
  ['a text with a second one behind it', chunk('one').replace('"one"', '"one","content":"two"')],
  ['an object in place of the text', chunk('one').replace('"one"', '{}')],
  ['half a chunk', chunk('one').slice(0, -1)],
  ['an error', '{"error":{"message":"overloaded"}}'],
])('behind chunks of one shape %s is what it is alone', (_name, odd) => {
  const before = [chunk('A'), chunk('B')]
  expect(read([...before, odd])).toEqual(readWhole([...before, odd]))
})

test('a chunk of the known shape is read without its frame', () => {
  const reader = new ChunkReader()
  const events: UpstreamEvent[] = []
  for (const text of ['A', 'B']) expect(reader.read(chunk(text), events)).toBe(true)
  const parsed: string[] = []
  const { parse } = JSON
  JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
    parsed.push(text)
    return parse(text, reviver)
  }
  try {
    expect(reader.read(chunk('C'), events)).toBe(true)
  } finally {
    JSON.parse = parse
  }
  expect(parsed).toEqual(['"C"'])
  expect(events.map((event) => event.kind === 'text' && event.text)).toEqual(['A', 'B', 'C'])
})

describe('of chunks that are alike but for their text', () => {
  const at = (created: number, content: string): string =>
    JSON.stringify({ created, choices: [{ index: 0, delta: { content }, finish_reason: null }] })

  /** How often a text was parsed while these chunks were read, and how many of the chunks were parsed whole. */
  function parsedWhile(list: readonly string[]): { all: number; whole: number } {
    const parse = vi.spyOn(JSON, 'parse')
    read(list)
    const whole = parse.mock.calls.filter(([json]) => list.includes(json)).length
    const all = parse.mock.calls.length
    parse.mockRestore()
    return { all, whole }
  }

  test('only the first is read whole', () => {
    const words = Array.from({ length: 50 }, (_, index) => at(1, `word ${index} "quoted" é`))
    expect(parsedWhile(words).whole).toBe(1)
  })

  test('a change is learned, as often as one comes', () => {
    const seconds = Array.from({ length: 200 }, (_, index) => at(Math.floor(index / 10), `word ${index}`))
    expect(parsedWhile(seconds).whole).toBe(20)
  })

  test('no shape is looked for any more where every chunk has its own', () => {
    const different = Array.from({ length: 50 }, (_, index) => at(index, `word ${index}`))
    expect(parsedWhile(different)).toEqual({ all: 58, whole: 50 })
  })
})
