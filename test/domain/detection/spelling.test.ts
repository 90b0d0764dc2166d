import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Spelling } from '../../../src/domain/detection/spelling.ts'
import { WordCursor } from '../../../src/domain/text/word-cursor.ts'

const RIGHT = [
  'general',
  'generals',
  'protection',
  'regulation',
  'resilience',
  'operational',
  'zarzadzania',
  'безопасности',
]
const spelling = new Spelling()
for (const word of RIGHT) spelling.add(word)
spelling.know('generale')

const lacking = (word: string): string[] =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1))

/** The right words that are a word with a letter left out, or become it when they lose one, or share what is left. */
function near(word: string): string[] {
  const left = new Set([word, ...lacking(word)])
  return RIGHT.filter((right) => [right, ...lacking(right)].some((one) => left.has(one)))
}

const letters = fc.constantFrom('a', 'e', 'g', 'l', 'n', 'r', 't', 's', 'и', 'б')
const misspelled = fc
  .tuple(fc.constantFrom(...RIGHT), fc.array(fc.tuple(fc.nat(12), letters, fc.nat(2)), { maxLength: 3 }))
  .map(([word, changes]) =>
    changes.reduce((text, [at, letter, cut]) => text.slice(0, at) + letter + text.slice(at + cut), word),
  )

test('a word becomes a right one that it is near to, and stays as it is where there is none', () => {
  fc.assert(
    fc.property(misspelled, (word) => {
      const candidates = word.length < 6 || word === 'generale' || RIGHT.includes(word) ? [] : near(word)
      expect(candidates.length > 0 ? candidates : [word]).toContain(spelling.correct(word))
    }),
    { numRuns: 3_000 },
  )
})

test('of the words of a text, just those that are corrected may be', () => {
  fc.assert(
    fc.property(misspelled, fc.boolean(), (word, inCapitals) => {
      const text = `of ${inCapitals ? word.toUpperCase() : word} the`
      for (const words = new WordCursor(text); words.next();) {
        const written = text.slice(words.start, words.end).toLowerCase()
        expect({ written, may: spelling.mayCorrect(words) }).toEqual({
          written,
          may: spelling.correct(written) !== written,
        })
      }
    }),
    { numRuns: 3_000 },
  )
})
