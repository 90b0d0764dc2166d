import { describe, expect, test } from 'vitest'
import { describedNames } from '../../../src/domain/registry/described-names.ts'
import { ContentError, parseWording } from '../../../src/domain/registry/parse-module.ts'

const DESCRIPTIONS = {
  'privacy law': {
    en: { laws: ['privacy law', 'data rules'], forms: ["{place}'s {law}", '{adjective} {law}'] },
    fr: { laws: ['loi'], forms: ['{law} {place} sur les données'] },
  },
}
const KENYA = { en: { place: ['Kenya'], adjective: ['Kenyan'] }, fr: { place: ['du Kenya'], adjective: [] } }

const wording = (described: unknown): string =>
  JSON.stringify({
    names: ['KDPA', "Kenya's privacy law"],
    ambiguousNames: [],
    described,
    signals: [],
    counterSignals: [],
    decoys: [],
    askedAs: {},
  })

describe('names that describe a law by what it is and where it holds', () => {
  test('are each form with each place, or each adjective, of its language', () => {
    expect(describedNames({ as: ['privacy law'], places: KENYA }, DESCRIPTIONS)).toEqual([
      "Kenya's privacy law",
      "Kenya's data rules",
      'Kenyan privacy law',
      'Kenyan data rules',
      'loi du Kenya sur les données',
    ])
  })

  test('are none where a wording says nothing of it', () => {
    expect(parseWording('k.json', wording(undefined), DESCRIPTIONS).describedNames).toEqual([])
  })

  test('are refused where nobody says how such a law is spoken of', () => {
    expect(() => parseWording('k.json', wording({ as: ['tax law'], places: KENYA }), DESCRIPTIONS)).toThrow(
      new ContentError('k.json', 1, 'described as an unknown kind: tax law'),
    )
  })
})
