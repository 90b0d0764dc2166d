import { describe, expect, test } from 'vitest'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { measure, namedIn } from './measure.ts'
import { ENGLISH, OTHER_LANGUAGES, TYPOGRAPHY } from './named-sentences.ts'
import { TRAPS } from './traps.ts'

const registry = await realRegistry()
const lexicon = buildLexicon(registry)
const all = [...ENGLISH, ...OTHER_LANGUAGES, ...TYPOGRAPHY]

describe('a name is found as people write it in English', () => {
  test.each(ENGLISH)('%j names %s', (text, ids) => {
    expect(namedIn(lexicon, text)).toBe(ids)
  })
})

describe('a name is found in other languages', () => {
  test.each(OTHER_LANGUAGES)('%j names %s', (text, ids) => {
    expect(namedIn(lexicon, text)).toBe(ids)
  })
})

describe('a name is found whatever typography, markup or machine text holds it', () => {
  test.each(TYPOGRAPHY)('%j names %s', (text, ids) => {
    expect(namedIn(lexicon, text)).toBe(ids)
  })
})

test('the table asks for every framework of the registry, in at least 150 sentences', () => {
  expect(all.length).toBeGreaterThanOrEqual(150)
  expect([...new Set(all.flatMap(([, ids]) => ids.split(' ')))].sort()).toEqual(
    registry.frameworks.map(({ id }) => id),
  )
})

test('over names and traps together, precision and recall stay high', () => {
  const { precision, recall, report } = measure(lexicon, [...all, ...TRAPS])
  expect(precision >= 0.97 && recall >= 0.94 ? 'good enough' : report).toBe('good enough')
})

test('upper and lower case, and a sentence around the name, change nothing', () => {
  const changed = all.filter(([text, ids]) =>
    [text.toUpperCase(), text.toLowerCase(), `So: ${text} Thanks!`].some(
      (variant) => namedIn(lexicon, variant) !== namedIn(lexicon, text) && ids === namedIn(lexicon, text),
    ),
  )
  expect(changed).toEqual([])
})

test('a name stands out of a very long text, at its start, middle and end', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(20_000)
  expect(namedIn(lexicon, `GDPR ${filler} HIPAA ${filler} TISAX`)).toBe('gdpr hipaa tisax')
})
