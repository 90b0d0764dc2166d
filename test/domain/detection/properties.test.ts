import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'
import { realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const detector = new Detector(registry)

async function named(content: string): Promise<string[]> {
  const { detections } = await detector.detect([{ role: 'user', content }])
  return detections.map(({ framework }) => framework.id)
}

/** A name as it is compared: its words in one case. */
function folded(alias: string): string {
  return tokenize(alias)
    .map(({ text }) => text)
    .join(' ')
}

/** Every clear name of the registry, with its framework. */
const CLEAR = registry.frameworks.flatMap(({ id, name, fullName, names, ambiguousNames }) => {
  const unclear = new Set(ambiguousNames.map(folded))
  return [name, fullName, ...names]
    .filter((alias) => !unclear.has(folded(alias)))
    .map((alias) => ({ id, alias }))
})

/** A name of numbers only counts in its one written form: spaces are no part of it. */
const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

const word = fc.constantFrom(
  'we',
  'must',
  'please',
  'about',
  'our',
  'team',
  'today',
  'why',
  'Zürich',
  '東京',
  'ok',
)
const words = fc.array(word, { maxLength: 6 }).map((list) => list.join(' '))
const opening = fc.constantFrom('', '(', '"', '«', '**', '_', '`', '> ', '- ', '“', '[', '—', '<b>')
const closing = fc.constantFrom(
  '',
  ')',
  '"',
  '»',
  '**',
  '.',
  ', ',
  '?',
  '!',
  ';',
  '”',
  ']',
  ':',
  '…',
  '</b>',
  '’s',
)
const separator = fc.constantFrom(' ', '-', '\u00a0', '\u2011', '  ', '\n', '\u2009')

/** Casing by a row of bits, which repeats; letters whose other case is longer stay as they are. */
function recase(text: string, upper: readonly boolean[]): string {
  return Array.from(text, (letter, index) => {
    const other = upper[index % upper.length] ? letter.toUpperCase() : letter.toLowerCase()
    return other.length === letter.length ? other : letter
  }).join('')
}

describe('a clear name', () => {
  test('is there for every framework', () => {
    expect(new Set(CLEAR.map(({ id }) => id)).size).toBe(registry.frameworks.length)
  })

  test('is found in any casing, among any words and punctuation, however its words are joined', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CLEAR),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.tuple(words, opening, closing, words),
        separator,
        async ({ id, alias }, upper, [before, open, close, after], joint) => {
          const joined = hasLetters(alias) ? alias.replaceAll(' ', joint) : alias
          const text = `${before} ${open}${recase(joined, upper)}${close} ${after}`
          expect({ text, ids: await named(text) }).toEqual({ text, ids: [id] })
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test.each([' ', '-', '\u00a0'])('is found with %j between its words, each of them', async (joint) => {
    const missed: string[] = []
    for (const { id, alias } of CLEAR) {
      const text = `We read ${hasLetters(alias) ? alias.replaceAll(' ', joint) : alias} today`
      if ((await named(text)).join() !== id) missed.push(text)
    }
    expect(missed).toEqual([])
  })
})

describe('any text', () => {
  const halves = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...CLEAR.map(({ alias }) => alias)),
      fc.constantFrom(
        'DORA',
        'CSF',
        'Art. 33',
        '§',
        '164.312(a)',
        'ISO ',
        '27001',
        ':2013',
        'v',
        '-',
        '\n\n',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    halves.map((codes) => String.fromCharCode(...codes)),
    pieces.map((parts) => parts.join('')),
  )

  test('is read without a fault, and twice alike', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('user', 'assistant', 'system'), async (content, role) => {
        const messages = [{ role, content } as const]
        const once = await detector.detect(messages)
        expect(await detector.detect(messages)).toEqual(once)
        expect(new Set(once.detections.map(({ framework }) => framework)).size).toBe(once.detections.length)
        expect(role === 'system' ? once.detections : []).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('names what its second half names where the halves are two paragraphs', async () => {
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom(...CLEAR),
        fc.constantFrom(...CLEAR),
        async (text, one, two) => {
          const found = await named(`${text} ${one.alias}.\n\n${text} ${two.alias}.`)
          expect(found.toSorted()).toEqual([...new Set([one.id, two.id])].toSorted())
        },
      ),
      { numRuns: 500 },
    )
  })
})

test('any two frameworks are found that are named side by side', async () => {
  const clear = CLEAR.filter(({ id, alias }) => registry.get(id)?.name === alias)
  const pairs = clear.flatMap((one) =>
    clear.filter(({ id }) => id !== one.id).map((two) => [one, two] as const),
  )
  const lost: string[] = []
  for (const [one, two] of pairs) {
    const found = await named(`${one.alias} and ${two.alias}`)
    if (!found.includes(one.id) || !found.includes(two.id)) lost.push(`${one.alias} and ${two.alias}`)
  }
  expect(pairs.length).toBeGreaterThan(4_000)
  expect(lost).toEqual([])
})

describe('the steps at most double, but for a constant, when a text doubles', () => {
  /** What one more overlap of two slices can cost. */
  const CONSTANT = 20_000

  async function steps(content: string): Promise<number> {
    const meter = { steps: 0 }
    await detector.detect([{ role: 'user', content }], meter)
    return meter.steps
  }

  const prose =
    'Our bank keeps a register of ICT third-party contracts, as DORA asks; the audit of ISO 27001 and of NIST SP 800-53 follows in May, with Art. 33 and CC6.1 to come. '
  const UNITS = [
    ['ISO ', 'ISO '],
    ['digits', '27001'],
    ['numbers', '27001 '],
    ['spaces', ' '],
    ['hyphens', '-'],
    ['hyphens between numbers', '800-'],
    ['a near miss', 'ISO/IEC 2700 '],
    ['the begin of a long name', 'National Institute of Standards and '],
    ['a name that needs a signal', 'DORA '],
    ['a name and its signals', 'DORA bank ICT '],
    ['a decoy', 'DORA metrics '],
    ['a series', 'ISO 27001, 27002, '],
    ['bare ids', 'CC6.1 '],
    ['prose', prose],
  ] as const

  test.each(UNITS)('%s', async (_what, unit) => {
    for (const length of [1_000, 16_000, 60_000]) {
      const text = unit.repeat(Math.ceil(length / unit.length))
      const [once, twice] = [await steps(text), await steps(text + text)]
      expect(twice).toBeLessThanOrEqual(2 * once + CONSTANT)
    }
  })

  test.each(UNITS)('%s: no more than six steps for each character', async (_what, unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect((await steps(text)) / text.length).toBeLessThan(6)
  })

  test('any unit repeated', async () => {
    const units = fc.array(
      fc.oneof(
        fc.constantFrom(...CLEAR.map(({ alias }) => alias)),
        fc.string({ unit: 'binary', maxLength: 8 }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(units, async (parts) => {
        const unit = `${parts.join(' ')} `
        const text = unit.repeat(Math.ceil(4_000 / unit.length))
        expect(await steps(text + text)).toBeLessThanOrEqual(2 * (await steps(text)) + 1_000)
      }),
      { numRuns: 100 },
    )
  })
})
