import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { afterAll, describe, expect, test } from 'vitest'
import { TokenBound } from '../../../src/adapters/token-bound/token-bound.ts'
import { oddText } from './odd-texts.ts'

const encoding = get_encoding('o200k_base')
afterAll(() => encoding.free())
const bound = new TokenBound()

const exact = (text: string): number => encoding.encode_ordinary(text).length
const boundOf = (text: string): Promise<number> => bound.of([text], Number.MAX_SAFE_INTEGER)

/** Characters that are read in one go. */
const SLICE = 16_384

const CONTENT = new URL('../../../fixtures/content/', import.meta.url)
const MODULES = readdirSync(new URL('frameworks/', CONTENT)).map((name) => ({
  name,
  text: readFileSync(new URL(`frameworks/${name}`, CONTENT), 'utf8'),
}))
/** What controls say, without their ids and titles. */
const PROSE = MODULES.flatMap(({ text }) => [...text.matchAll(/\*\*: (.+)/g)].map(([, said]) => said)).join(
  '\n',
)

describe('never below the count, and never above the bytes', () => {
  const kinds: Record<string, fc.Arbitrary<string>> = {
    'made of odd parts': oddText,
    'of any characters': fc.string({ unit: 'binary', maxLength: 200 }),
    'of graphemes': fc.string({ unit: 'grapheme', maxLength: 200 }),
    'of ASCII': fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    'of words': fc.lorem({ maxCount: 40 }),
    'of JSON': fc.json(),
    'of indented JSON': fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
    'of code units': fc
      .array(fc.integer({ min: 0xd700, max: 0xe010 }), { maxLength: 100 })
      .map((codes) => String.fromCharCode(...codes)),
  }
  test.each(Object.entries(kinds))('for texts %s', async (_, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const most = await boundOf(text)
        expect(most).toBeGreaterThanOrEqual(exact(text))
        expect(most).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
      { numRuns: 1_000 },
    )
  })

  test('wherever a long text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(oddText, fc.nat(), async (odd, place) => {
        const before = 'word '.repeat(SLICE).slice(0, SLICE - (place % (odd.length + 1)))
        const text = `${before}${odd} end`
        const most = await boundOf(text)
        expect(most).toBeGreaterThanOrEqual(exact(text))
        expect(most).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    'a',
    'Z',
    'é',
    '中',
    '1',
    ' ',
    '\n',
    '\t',
    '-',
    '/',
    "'",
    "a's",
    '🙂',
    'ſ',
    '\0',
    '\ud83d',
    '<|endoftext|>',
  ])('for a long run of %j', async (unit) => {
    const some = unit.repeat(1_000)
    expect(await boundOf(some)).toBeGreaterThanOrEqual(exact(some))
    const many = unit.repeat(3 * SLICE)
    expect(await boundOf(many)).toBeLessThanOrEqual(Buffer.byteLength(many))
  })
})

describe('near the count', () => {
  test('for English prose: at most 1.3 times', async () => {
    expect(PROSE.length).toBeGreaterThan(50_000)
    expect(await boundOf(PROSE)).toBeLessThanOrEqual(1.3 * exact(PROSE))
  })

  test.each([
    'We have a policy, and we review it every year.',
    "Don't worry: it's done, and they'll see.",
    'const total = items.length + 1024;\n\n    return total;\n',
    '',
  ])('and the count itself where every piece is a token: %j', async (text) => {
    expect(await boundOf(text)).toBe(exact(text))
  })
})

test('a long text leaves the event loop to others while it is read', async () => {
  let read = false
  const reading = boundOf('some words of a text '.repeat(800_000)).then((most) => {
    read = true
    return most
  })
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  expect(read).toBe(false)
  expect(await reading).toBeGreaterThan(4_000_000)
})
