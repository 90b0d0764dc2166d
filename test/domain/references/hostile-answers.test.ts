import * as fc from 'fast-check'
import { STEPS_A_TURN } from '../../../src/domain/text/turns.ts'
import { describe, expect, test } from 'vitest'
import { ReferenceIndex } from '../../../src/domain/references/reference-index.ts'
import { ReferenceScanner, type Reference } from '../../../src/domain/references/reference-scanner.ts'
import { PARTS_MAX, splitId } from '../../../src/domain/references/written-id.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { HOSTILE_UNITS, ownUnits, repeated, stemsOf } from './hostile-texts.ts'
import { referencesOf } from './scanning.ts'

const registry = await realRegistry()
const everyFramework = registry.frameworks.map((framework) => [framework.id, framework] as const)
/** Those whose ids cost most on some hostile text, as many as a call can pin. */
const eight = pick(
  registry,
  'owasp-asvs',
  'pci-dss',
  'fedramp',
  'cyber-essentials',
  'soc-2',
  'lgpd',
  'iso-27001',
  'nist-800-53',
)

/** More steps than these for one character no text may cost, of one framework: one character can be two places and four words. */
const STEPS_A_CHARACTER = 40
/** For the words that are put before a line, and the like. */
const STEPS_ANYWAY = 200

/** Steps that reading a text at once takes, without those of making the indexes. */
function steps(frameworks: readonly Framework[], text: string): number {
  for (const framework of frameworks) ReferenceIndex.of(framework)
  const meter = { steps: 0 }
  const scanner = new ReferenceScanner(frameworks, meter)
  scanner.add(text)
  scanner.references()
  return meter.steps
}

/** Reads a text in turns and tells the most steps that fell between two turns of the event loop. */
async function inTurns(
  frameworks: readonly Framework[],
  ...pieces: readonly string[]
): Promise<{ longest: number; turns: number; references: Reference[] }> {
  const meter = { steps: 0 }
  const scanner = new ReferenceScanner(frameworks, meter)
  let [before, longest, turns, reading] = [0, 0, 0, true]
  const note = (): void => {
    longest = Math.max(longest, meter.steps - before)
    before = meter.steps
    turns += 1
    if (reading) setImmediate(note)
  }
  note()
  for (const piece of pieces) await scanner.read(piece)
  const references = await scanner.finish()
  reading = false
  note()
  return { longest, turns, references }
}

/** Texts of a framework's own stems, digits, commas, letters, brackets and scripts, said once or over and over. */
function grammar(frameworks: readonly Framework[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...frameworks.flatMap((framework) => [...stemsOf(framework), 'x'])),
    fc.constantFrom(...frameworks.flatMap(({ controls }) => controls.map(({ id }) => id))),
    fc.constantFrom(...HOSTILE_UNITS),
    fc.nat(3_000).map(String),
    fc.constantFrom('a', 'b', 'd', 'i', 'v', 'x', 'A', 'B', 'C', 'D', 'I', 'V'),
    fc.constantFrom(' ', '.', ',', ':', '-', '(', ')', '[', '§', '/', '\n', ', ', ' and ', ' und ', ' lit. '),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  return fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 40 }))
    .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 2_000))
}

test('the longest id of the registry has half of the parts that are read as one id', () => {
  const parts = registry.frameworks.flatMap(({ controls }) =>
    controls.map(({ id }) => splitId(id).parts.length),
  )
  expect(Math.max(...parts) * 2).toBe(PARTS_MAX)
})

describe.each(everyFramework)('a hostile answer read for %s', (_id, framework) => {
  const units = [...HOSTILE_UNITS, ...ownUnits(framework)]

  test('costs a bounded number of steps for each character', () => {
    const costly = units.flatMap((unit) => {
      const text = repeated(unit, 1_200)
      const each = steps([framework], text) / text.length
      return each > STEPS_A_CHARACTER ? [`${JSON.stringify(unit)}: ${each}`] : []
    })
    expect(costly).toEqual([])
  })

  test('costs at most twice as much where it is twice as long', () => {
    const costly = units.flatMap((unit) => {
      // Said twice, so that what stands where the unit is cut off stands in both.
      const text = repeated(unit, 600).repeat(2)
      const [once, twice] = [text, text + text].map((one) => steps([framework], one))
      return (twice ?? 0) > 2 * (once ?? 0) + STEPS_ANYWAY
        ? [`${JSON.stringify(unit)}: ${once}, ${twice}`]
        : []
    })
    expect(costly).toEqual([])
  })

  test('costs no more if it is made by a grammar', () => {
    fc.assert(
      fc.property(grammar([framework]), (text) => {
        expect(steps([framework], text)).toBeLessThanOrEqual(STEPS_A_CHARACTER * text.length + STEPS_ANYWAY)
      }),
      { numRuns: 40 },
    )
  })

  test('is read in short turns, the making of the index included', async () => {
    const text = units.map((unit) => repeated(unit, 200)).join(' ')
    const { longest, turns } = await inTurns([{ ...framework }], text)
    expect(turns).toBeGreaterThan(2)
    expect(longest).toBeLessThan(1.2 * STEPS_A_TURN)
  })
})

describe('a hostile answer read for eight frameworks', () => {
  test.each(HOSTILE_UNITS)('of %j goes on in short turns however long it is', async (unit) => {
    const { longest } = await inTurns(eight, repeated(unit, 20_000))
    expect(longest).toBeLessThan(1.2 * STEPS_A_TURN)
  })

  test('costs each of them a bounded number of steps for each character', () => {
    fc.assert(
      fc.property(grammar(eight), (text) => {
        const most = eight.length * (STEPS_A_CHARACTER * text.length + STEPS_ANYWAY)
        expect(steps(eight, text)).toBeLessThanOrEqual(most)
      }),
    )
  })

  test('gives the same references in turns as at once, in one piece or in several', async () => {
    await fc.assert(
      fc.asyncProperty(grammar(eight), fc.nat(2_000), async (text, cut) => {
        const pieces = [text.slice(0, cut), text.slice(cut)]
        const { references } = await inTurns(eight, ...pieces)
        expect(references).toEqual(referencesOf(eight, text))
      }),
    )
  })
})

describe('two answers read at the same time for a framework that nobody has read for', () => {
  test('share the making of its index, and each finds what it cites', async () => {
    const [soc2] = pick(registry, 'soc-2')
    const fresh = [{ ...soc2 } as Framework]
    const both = await Promise.all([inTurns(fresh, 'CC6.1 and CC6.77'), inTurns(fresh, 'CC7.1')])
    expect(both.map(({ references }) => references.map(({ id, known }) => [id, known]))).toEqual([
      [
        ['CC6.1', true],
        ['CC6.77', false],
      ],
      [['CC7.1', true]],
    ])
  })
})

function ids(framework: string, text: string): string[] {
  return referencesOf(pick(registry, framework), text).map(({ id }) => id)
}

describe('what an id can be', () => {
  test('is no longer than its first parts where a text strings them together without end', () => {
    expect(ids('gdpr', `Art. 6(1)${'(a)'.repeat(500)} and Art. 7`)).toEqual(['Art. 6(1)(a)', 'Art. 7'])
    expect(ids('gdpr', `Art. 99${'(1)'.repeat(500)}`)).toEqual(['Art. 99'])
  })

  test('is read whole up to that', () => {
    const points = 'abcdefghij'.split('').map((letter) => `(${letter})`)
    expect(ids('gdpr', `Art. 9(2)${points.join('')}, Art. 10`)).toEqual(['Art. 9(2)(a)', 'Art. 10'])
  })

  test('is not a number of any length', () => {
    expect(ids('soc-2', `CC6.${'7'.repeat(60)} CC6.77 CC6.${'7'.repeat(61)}`)).toEqual([
      `CC6.${'7'.repeat(60)}`,
      'CC6.77',
    ])
  })

  test('is kept at most 500 times, with 64 characters each', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `CC6.${index}${'7'.repeat(index % 90)}`).join(
      ' ',
    )
    const found = referencesOf(pick(registry, 'soc-2'), many)
    expect(found.length).toBe(500)
    expect(Math.max(...found.map(({ id }) => id.length))).toBe(64)
  })
})
