import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { realRegistry } from '../real-registry.ts'

const detector = new Detector(await realRegistry())

/** Characters that one turn reads as its own, and what it sees on either side. */
const SLICE = 16_384
const CONTEXT = 768

/** Look-ups that one turn of the event loop may take: several for each character that it sees. */
const STEPS_IN_ONE_TURN_MAX = (SLICE + 2 * CONTEXT) * 8

const LENGTH = 200_000

/** Texts that are dear to read: what they are made of again and again. */
const UNITS: [name: string, unit: string][] = [
  ['one letter', 'a'],
  ['letters and numbers without a space', 'a1'],
  ['short ids', 'A.5.1 '],
  ['a list of articles', 'Art. 1, 2, 3, 4, '],
  ['numbers and commas', '1, '],
  ['one name', 'ISO 27001 '],
  ['a series of names', 'ISO 27001, 27002 and 27701, '],
  [
    'doubtful names with signals for and against',
    'DORA metrics at a bank, CIS controls, NIS hosts, SoC chips, CSF samples. ',
  ],
  ['identifiers with humps', 'UkGdprSoc2Iso27001Dora'],
  ['letters with dots', 'S.O.C.'],
  ['tags that never end', '<b <i '],
  ['marks between letters', 'a**b~~'],
  ['quotes of quotes', '> > > >\n'],
  ['invisible characters', 'a\u200b'],
  ['a phrase in one character', '\ufdfa'],
  ['words in one character', '㌖'],
  ['ideographs', '中'],
  ['Hangul', '한'],
  ['combining marks', 'a\u0301\u0327'],
  ['lone surrogates', '\ud800'],
  ['emoji', '👩‍👩‍👧‍👦'],
  ['brackets', '((((['],
  ['white space', ' \n\t'],
]

describe('a text of 200,000 characters is read in turns, none of them long', () => {
  test.each(UNITS)('%s', async (_name, unit) => {
    const content = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)
    const meter = { steps: 0 }
    const seen: number[] = [0]
    const reading = detector.detect([{ role: 'user', content }], meter).then(() => true)
    for (let done = false; !done;) {
      done = await Promise.race([reading, turn().then(() => false)])
      seen.push(meter.steps)
    }
    const turns = seen.slice(1).map((steps, index) => steps - (seen[index] ?? 0))
    expect(Math.max(...turns)).toBeLessThanOrEqual(STEPS_IN_ONE_TURN_MAX)
    expect(turns.length).toBeGreaterThanOrEqual(Math.floor(LENGTH / SLICE))
  })
})

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
