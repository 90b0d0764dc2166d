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

describe('words of other scripts', () => {
  test.each([
    ['zh', '网络日志的保存期限', ['网络', '络日', '日志', '保存', '存期', '期限']],
    ['ja', '漏えいの報告、データ', ['漏', '報告', 'テー', 'ータ']],
    ['ko', '인증기준은', ['인증', '증기', '기준']],
    ['ar', 'مهلة البيانات', ['مهل', 'بيان']],
    ['tr', 'ihlallerin bildirimi için', ['ihlal', 'bildi']],
  ] as const)('%s: "%s" is read in words that grammar does not change', (language, question, words) => {
    expect([...questionTerms(tokenize(question), glossary, thesaurus, language).own]).toEqual(words)
  })
})

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
