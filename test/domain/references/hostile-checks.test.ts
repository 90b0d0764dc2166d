import { describe, expect, test } from 'vitest'
import { citedAmong, type Candidate } from '../../../src/domain/references/cited-ids.ts'
import { LineCutter } from '../../../src/domain/references/line-cutter.ts'
import { ReferenceReader } from '../../../src/domain/references/reference-reader.ts'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { HOSTILE_UNITS, repeated } from './hostile-texts.ts'

const registry = await realRegistry()
const eight = pick(registry, ...'gdpr iso-27001 iso-27002 nist-800-53 ccpa ncsc-caf appi csa-ccm'.split(' '))

/** Texts that the weighing of a whole text might be slow on: long lists, names, other laws, numbers that might be ids. */
const UNITS = [
  ...HOSTILE_UNITS,
  'Art. 1, 2, 3, ',
  '8.2, ',
  '8.2 and ',
  '§ 7025, ',
  'XX-1, ',
  'XX.YY-01 ',
  'GDPR ',
  'GDPR and ',
  'Art. 6 of the ',
  'Art. 6 of the new EU ',
  'Penal Code § ',
  '民法第1条',
  'audit ',
  'page 8.2 of 9.3 ',
  'AC-2(1), (2), ',
  '(2), ',
  'A.5.1, .2, ',
  'Art. 1 bis ',
  'row 5 8.2 wants ',
  '管理策8.1.2',
  'annexes I, II, III, ',
  '10.2.1.7 (jump ',
]

/** What a thorough reading of a text costs in steps, and how many ids it gives. */
function reading(text: string): { steps: number; candidates: Candidate[] } {
  const meter = { steps: 0 }
  const reader = new ReferenceReader(eight, meter, true)
  const lines = new LineCutter()
  const candidates: Candidate[] = []
  const all = [lines.add(text), lines.end()]
  for (const slices of all) {
    for (const _ of reader.read(slices, ({ framework, found, place }) => {
      if (place) candidates.push({ framework, found, place })
    }));
  }
  citedAmong(candidates, reader.subject)
  return { steps: meter.steps, candidates }
}

/** One character may unfold to four, and every framework looks at each token. */
const STEPS_A_CHARACTER = 6

reading('Art. 6')

describe('a hostile text that is checked', () => {
  test.each(UNITS)('of %j costs twice as much where it is twice as long', (unit) => {
    const [once, twice] = [20_000, 40_000].map((length) => reading(repeated(unit, length)))
    expect(twice?.steps).toBeLessThanOrEqual(2.1 * (once?.steps ?? 0) + 1_000)
    expect(twice?.steps).toBeLessThanOrEqual(40_000 * eight.length * STEPS_A_CHARACTER)
  })

  test('of a megabyte of articles is counted to the end', async () => {
    const text = repeated('Art. 1, 2, 3 of the GDPR; ', 1_000_000)
    const { counts, references } = await checkText(text, pick(registry, 'gdpr'))
    expect(references).toHaveLength(1_000)
    expect(counts.current).toBeGreaterThan(100_000)
  })
})
