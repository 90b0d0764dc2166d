import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { afterAll, describe, expect, test } from 'vitest'
import { TokenBound } from '../../src/adapters/token-bound/token-bound.ts'

const encoding = get_encoding('o200k_base')
afterAll(() => encoding.free())

const bound = new TokenBound()
const boundOf = (...texts: string[]): Promise<number> => bound.of(texts, Number.MAX_SAFE_INTEGER)
const tokensOf = (text: string): number => encoding.encode_ordinary(text).length

/** What the pattern of the encoding tells apart, alone and next to each other. */
const SCRAPS = [
  "'s",
  "'S",
  "'re",
  "'LL",
  "'ve",
  "'d",
  "'ſ",
  "'m",
  "don't",
  "IT'S",
  "a'b'c",
  "'",

  ' ',
  '  ',
  '   ',
  '\t',
  '\n',
  '\r\n',
  '\n\n',
  ' \n',
  '\n ',
  ' \n \n',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\u2028',
  '\v',
  '/',
  '//',
  '.\n',
  '!/\n/',
  '...',
  '---',
  ' =',
  '({',
  '"};',
  '://',
  '_',
  '\\',
  '<|endoftext|>',
  '\u0000',
  '1',
  '12',
  '123',
  '1234',
  '12345678',
  '٣',
  '²',
  '3.14',
  '0x1F',
  'a',
  'B',
  'word',
  ' word',
  'Word',
  'WORD',
  'wOrD',
  'camelCase',
  'HTTPServer',
  'zzzzqx',
  'internationalization',
  'é',
  'ß',
  'Ä',
  'a\u0301',
  'ǅ',
  'ſ',
  'K',
  'ﬁ',
  '中文',
  'かな',
  'ー',
  '한글',
  'العربية',
  'हिन्दी',
  'ไทย',
  '🙂',
  '👩‍👩‍👧',
  '🇪🇺',
  '\u200d',
  '\u200b',
  '\ufeff',
  '\ufffd',
  '\ud83d',
  '\ude42',
  '𝔸',
]

const texts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...SCRAPS), { maxLength: 40 }).map((all) => all.join('')),
  },
  fc.array(fc.constantFrom(...SCRAPS), { maxLength: 40 }).map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'binary-ascii', maxLength: 200 }),
  fc.stringMatching(/^[a-zA-Z ]{0,120}$/),
  fc.json(),
)

const CONTENT = new URL('../../fixtures/content/frameworks/', import.meta.url)
const MODULES = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(new URL(name, CONTENT), 'utf8') }))

describe('the bound', () => {
  test('is never below the tokens of a text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await boundOf(text)).toBeGreaterThanOrEqual(tokensOf(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('is never below them where a long text is cut, whatever stands at the cut', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.nat(60), async (before, behind, shift) => {
        // Slices end after so many characters.
        const text = 'so '.repeat(6_000).slice(0, 16_384 - shift) + before + behind + ' so'.repeat(6_000)
        expect(await boundOf(text)).toBeGreaterThanOrEqual(tokensOf(text))
      }),
      { numRuns: 60 },
    )
  })

  test.each(MODULES)('is close to them: $name', async ({ text }) => {
    const tokens = tokensOf(text)
    const bounded = await boundOf(text)
    expect(bounded).toBeGreaterThanOrEqual(tokens)
    // Ids and em dashes cost it more than plain prose does, and either far less than bytes.
    expect(bounded).toBeLessThan(tokens * 1.6)
  })

  test('of English prose is at most a third above them', async () => {
    const prose =
      'How often should we review who has access to production systems, and what do we keep as evidence? '
    const text = prose.repeat(500)
    expect(await boundOf(text)).toBeLessThan(tokensOf(text) * 1.3)
  })

  test('of several texts is the sum of theirs', async () => {
    expect(await boundOf('one two', 'three', '')).toBe((await boundOf('one two')) + (await boundOf('three')))
  })

  test('is some number above the limit where it passes that', async () => {
    const text = 'word '.repeat(1_000_000)
    const some = await bound.of([text], 1_000)
    expect(some).toBeGreaterThan(1_000)
    expect(some).toBeLessThan(100_000)
  })

  test('is not sought further than the caller stays', async () => {
    const reason = new Error('left')
    await expect(bound.of(['word '], 10, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
