import { describe, expect, test } from 'vitest'
import { Thesaurus } from '../../../src/domain/search/thesaurus.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

const thesaurus = new Thesaurus([
  {
    en: ['risk assessment', 'risk analysis'],
    de: ['Risikobeurteilung'],
    fr: ['évaluation des risques'],
    ja: ['リスク評価'],
  },
  { en: ['risk'], de: ['Risiko', 'Risiken'], fr: ['risque', 'risques'] },
  { en: ['network', 'LAN'], de: ['Netzwerk'] },
  { en: ['segmentation', 'zones'], de: ['Segmentierung'] },
  { en: ['backup', 'restore point'], de: ['Sicherung'] },
])

/** Stems with their weights, the heaviest first. */
const related = (question: string): [string, number][] =>
  [...thesaurus.related(tokenize(question))].sort(([, a], [, b]) => b - a)
const stemsOf = (question: string): string[] => related(question).map(([stem]) => stem)

describe('terms of the field stand for one another', () => {
  test.each([
    ['German', 'Wo steht die Risikobeurteilung?'],
    ['French, with its accents or without', "l'evaluation des risques, évaluation des risques"],
    ['Japanese', 'リスク評価はどこですか'],
  ])('%s finds what the English text says', (_language, question) => {
    expect(stemsOf(question).slice(0, 2)).toEqual(['risk', 'assess'])
  })

  test("the longest term counts: a risk assessment is not any risk's", () => {
    expect(stemsOf('évaluation des risques')).toContain('assess')
    expect(stemsOf('les risques')).toEqual(['risk'])
  })

  test('a compound is read by its parts', () => {
    expect(stemsOf('Netzwerksegmentierung')).toEqual(['network', 'segment', 'lan', 'zone'])
  })

  test('no compound is read of an English question: its words would begin with those of other languages', () => {
    expect(thesaurus.related(tokenize('Netzwerksegmentierung'), 'en').size).toBe(0)
    expect(thesaurus.related(tokenize('Netzwerksegmentierung'), 'de').size).toBe(4)
  })

  test('a translation counts far more than another English word, and its first term more than the further ones', () => {
    const weights = new Map(related('Netzwerk und backup'))
    expect(weights.get('network')).toBeGreaterThan(5 * (weights.get('restor') ?? 1))
    expect(weights.get('network')).toBeGreaterThan(weights.get('lan') ?? 1)
  })

  test('words it does not know, or only inside longer ones, stand for nothing', () => {
    expect(stemsOf('Weltraumteleskop, riskant, xyz')).toEqual([])
  })
})

describe('what a language writes onto a word hides no term', () => {
  const thesaurus = new Thesaurus([{ en: ['fine'], ko: ['과태료'], ar: ['غرامة'] }])
  test.each(['과태료는 몇 조에 있나요?', '과태료를 내야 하나요?', 'كم تبلغ الغرامة؟', 'وغرامة المخالفة'])(
    '%s',
    (question) => {
      expect([...thesaurus.related(tokenize(question)).keys()]).toContain('fine')
    },
  )
})
