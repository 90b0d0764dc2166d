import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oscalToken, Tokens } from '../../../src/domain/oscal/token.ts'
import { idsOf } from '../../../src/domain/references/undescribed-ids.ts'
import { realRegistry } from '../real-registry.ts'
import '../../support/fast-check-seed.ts'
import schema from '../../support/oscal-complete-1.2.2.schema.json' with { type: 'json' }

const TOKEN = new RegExp(schema.definitions.TokenDatatype.pattern, 'u')

test.each([
  ['Art. 21(2)(d)', 'art-21-2-d'],
  ['Art. 7, IX', 'art-7-ix'],
  ['Art. 11, § 4', 'art-11-4'],
  ['A.5.20', 'a.5.20'],
  ['A&A-01', 'a-a-01'],
  ['LLM01:2025', 'llm01-2025'],
  ['CIP-002-5.1a R1', 'cip-002-5.1a-r1'],
  ['1.1', '_1.1'],
  ['1798.100(a)(3)', '_1798.100-a-3'],
  ['第21条', '第21条'],
  ['Größe ½', 'größe-½'],
  ['§ …', '_'],
])('%s is the token %s', (id, token) => {
  expect(oscalToken(id)).toBe(token)
  expect(token).toMatch(TOKEN)
})

describe('different ids have different tokens', () => {
  test('where they come to the same, the first keeps it and the others are numbered', () => {
    const tokens = new Tokens(['Art. 1(a)', 'Art. 1-A', 'Art. 1(a)(2)'])
    const ids = ['ART 1 A', 'Art. 1-A', 'Art. 1(a)', 'Art. 1(a)(2)']
    expect(ids.map((id) => tokens.of(id))).toEqual(['art-1-a_3', 'art-1-a_2', 'art-1-a', 'art-1-a-2'])
  })

  test('whatever the ids are', () => {
    const letters = fc.constantFrom(
      'a',
      'A',
      '1',
      '2',
      '_',
      '-',
      '.',
      ' ',
      '(',
      'İ',
      'é',
      'e\u0301',
      '第',
      '½',
    )
    const anything = fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code))
    const id = fc.oneof(fc.string({ unit: letters }), fc.string({ unit: anything }))
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        const tokens = new Tokens(ids)
        const given = ids.map((one) => tokens.of(one))
        expect(new Set(given).size).toBe(ids.length)
        expect(given.filter((token) => !TOKEN.test(token))).toEqual([])
      }),
    )
  })

  test('in every framework, described or not, without a number behind any', async () => {
    const { frameworks } = await realRegistry()
    const all = frameworks.map(({ id, controlIds, undescribed }) => {
      const ids = [...new Set([...controlIds, ...undescribed.flatMap(idsOf)])]
      const tokens = new Tokens(ids)
      return { id, ids, given: ids.map((one) => tokens.of(one)) }
    })
    expect(all.filter(({ ids, given }) => new Set(given).size !== ids.length)).toEqual([])
    expect(all.flatMap(({ given }) => given).filter((token) => !TOKEN.test(token))).toEqual([])
    expect(all.filter(({ ids, given }) => ids.some((one, at) => oscalToken(one) !== given[at]))).toEqual([])
  })
})
