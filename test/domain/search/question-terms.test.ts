import { describe, expect, test } from 'vitest'
import { questionTerms } from '../../../src/domain/search/question-terms.ts'
import { Thesaurus } from '../../../src/domain/search/thesaurus.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

const thesaurus = new Thesaurus([
  { en: ['deadline', 'how fast'], de: ['Frist'] },
  { en: ['supplier', 'vendor'], de: ['Lieferant'] },
])
const glossary = new Map([['dpo', ['data', 'protect', 'offic']]])
const termsOf = (question: string) => questionTerms(tokenize(question), glossary, thesaurus)

describe('what to search for', () => {
  test("the question's own words count most, then what an abbreviation says, then other words for the same", () => {
    const { own, weights } = termsOf('Which control covers the DPO and a supplier?')
    expect([...own]).toEqual(['dpo', 'supplier'])
    expect(weights.get('supplier')).toBe(1)
    expect(weights.get('protect')).toBeLessThan(1)
    expect(weights.get('vendor')).toBeLessThan(weights.get('protect') ?? 0)
  })

  test('words of every question say nothing: they find no control', () => {
    expect([
      ...termsOf('Which control must we give, what does the standard require?').weights.keys(),
    ]).toEqual([])
  })

  test('a word of another language counts as what it says in English, and as its own beginnings', () => {
    const { translated, weights } = termsOf('Welche Frist gilt für Notfallplanung?')
    expect([...translated]).toEqual(['deadlin'])
    expect(weights.get('notfall')).toBeGreaterThan(0)
    expect(weights.get('notfall')).toBeLessThan(weights.get('notfallplan') ?? 0)
  })

  test('a run of letters that is no word is not taken apart', () => {
    expect(termsOf('x'.repeat(4_000)).weights.size).toBe(1)
  })
})
