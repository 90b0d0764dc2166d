import { describe, expect, test } from 'vitest'
import { citation, type Framework } from '../../../src/domain/registry/framework.ts'
import { HITS_MAX, isInGroup, type ControlHit } from '../../../src/domain/search/control-search.ts'
import { readKnowledge, sharedKnowledge } from '../../support/knowledge.ts'

const { registry, controlSearch } = await sharedKnowledge()

const find = (text: string, frameworks: readonly Framework[] = [], group?: string): Promise<ControlHit[]> =>
  controlSearch.find({ text, frameworks, group })
const told = (hits: readonly ControlHit[]): string[] =>
  hits.map(({ framework, control }) => `${framework.id} ${control.id}`)
const one = (id: string): Framework => {
  const framework = registry.get(id)
  if (!framework) throw new Error(`no framework ${id}`)
  return framework
}

describe('an id in the query', () => {
  test.each([
    ['A.5.20', 'iso-27001 A.5.20'],
    ['What does A.5.20 ask of supplier agreements in the cloud?', 'iso-27001 A.5.20'],
    ['CC6.1 logical access', 'soc-2 CC6.1'],
    ['GDPR Art. 33', 'gdpr Art. 33'],
    ['Art. 33 DSGVO', 'gdpr Art. 33'],
    ['V1.2.4', 'owasp-asvs V1.2.4'],
  ])('%j comes first', async (query, wanted) => {
    expect(told(await find(query))[0]).toBe(wanted)
  })

  test('alone gives that id alone, in each framework that has it', async () => {
    const hits = await find('AC-2')
    expect(told(hits)).toContain('nist-800-53 AC-2')
    expect(new Set(hits.map(({ control }) => control.id))).toEqual(new Set(['AC-2']))
  })

  test('beats every hit of words', async () => {
    const hits = await find('A.5.20 addressing information security within supplier agreements')
    const ofWords = hits.find(({ control }) => control.id !== 'A.5.20')
    expect(hits[0]?.control.id).toBe('A.5.20')
    expect(hits[0]?.score).toBeGreaterThan(10 * (ofWords?.score ?? 0))
  })

  /** Ids of several words, of single letters, and those that differ from another by zeros alone. */
  const HARD = /^(?:Annex \S+ \S|I&S-|mp\.s\.|FSM-\S+ para|\d\d\.\d\d\.\d\d$)/

  test('finds its control first in its own framework, for a tenth of all controls', async () => {
    const missed: string[] = []
    for (const framework of registry.frameworks) {
      for (const [at, id] of framework.controlIds.entries()) {
        const pieces = id.match(/\p{L}+|\p{N}+/gu) ?? []
        if (at % 10 !== 0 || pieces.length < 2 || !/\d/.test(id) || HARD.test(id)) continue
        const [hit] = await find(id, [framework])
        if (hit?.control.id !== id) missed.push(`${framework.id} ${id}: ${hit?.control.id}`)
      }
    }
    expect(missed).toEqual([])
  })

  // The exact id is there, and another one, or none, comes first.
  test.each([
    ['cra', 'Annex I Part II (6)'],
    ['eu-mdr', 'Annex I GSPR 10'],
    ['eu-mdr', 'Annex VIII Rule 4'],
    ['csa-ccm', 'I&S-09'],
    ['ens', 'mp.s.2'],
    ['mas-trm', 'FSM-N05 para 4'],
    ['mas-trm', 'FSM-N06 para 4.5'],
    ['nist-800-171', '03.01.01'],
  ])('finds its control first though it is unusual: %s %s', async (framework, id) => {
    const [hit] = await find(id, [one(framework)])
    expect(hit?.control.id).toBe(id)
  })
})

describe('words', () => {
  test.each([
    ['secure development life cycle', 'iso-27001', 'A.8.25'],
    ['notify a personal data breach to the supervisory authority', 'gdpr', 'Art. 33'],
    ['information backup', 'iso-27001', 'A.8.13'],
  ])('%j find, in %s, %s', async (query, framework, id) => {
    expect(told(await find(query, [one(framework)])).slice(0, 3)).toContain(`${framework} ${id}`)
  })

  test('with the name of a framework find its controls first', async () => {
    const [first] = await find('HIPAA encryption')
    expect(first?.framework.id).toBe('hipaa')
  })

  test.each(['', ' ', '?!', 'qqxxzzy', '\0', '😀', '\ud83d', 'the of and'])(
    '%j find nothing',
    async (query) => {
      expect(await find(query)).toEqual([])
    },
  )

  test('are never more than the most hits, best first, each once', async () => {
    const hits = await find('risk')
    expect(hits.length).toBeLessThanOrEqual(HITS_MAX)
    expect(new Set(told(hits)).size).toBe(hits.length)
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.at(-1)).toBeGreaterThan(0)
  })

  test('find the same in the same order again, and with another copy of the knowledge', async () => {
    const other = await readKnowledge()
    for (const query of [
      'encryption',
      'supplier contract',
      'A.5.20',
      'GDPR breach 72 hours',
      'Verschlüsselung',
    ]) {
      const first = await find(query)
      expect(told(await find(query))).toEqual(told(first))
      const again = await other.controlSearch.find({ text: query, frameworks: [] })
      expect(again.map(({ score }) => score)).toEqual(first.map(({ score }) => score))
      expect(told(again)).toEqual(told(first))
    }
  })
})

describe('a filter', () => {
  test('by frameworks keeps theirs, with the scores they had', async () => {
    const all = await find('backup')
    const [soc, iso] = [one('soc-2'), one('iso-27001')]
    const some = await find('backup', [soc, iso])
    const scores = new Map(all.map((hit) => [told([hit])[0], hit.score]))
    expect(some.length).toBeGreaterThan(1)
    expect(some.every(({ framework }) => framework === soc || framework === iso)).toBe(true)
    const both = some.filter((hit) => scores.has(told([hit])[0]))
    expect(both.length).toBeGreaterThan(1)
    expect(both.map(({ score }) => score)).toEqual(both.map((hit) => scores.get(told([hit])[0])))
    expect(told(await find('backup', [iso, soc, iso]))).toEqual(told(some))
  })

  test('by group keeps its controls, written in any case', async () => {
    const framework = one('iso-27001')
    const hits = await find('security', [framework], ' a.7 PHYSICAL controls')
    expect(hits.length).toBeGreaterThan(0)
    for (const { control } of hits) expect(control.group).toBe('A.7 Physical controls')
    expect(await find('security', [framework], 'nothing')).toEqual([])
    expect(isInGroup({ group: 'A.7 Physical controls' }, 'A.7')).toBe(false)
  })

  // What is near the best, and the most hits, are taken over all frameworks before the filter looks.
  test('leaves no framework without hits that has a control of that title', async () => {
    const lost: string[] = []
    for (const word of ['risk', 'access', 'management', 'incident']) {
      for (const framework of registry.frameworks) {
        const has = framework.controls.some(({ title, text }) =>
          new RegExp(`\\b${word}\\b`, 'i').test(`${title} ${text}`),
        )
        if (has && (await find(word, [framework])).length === 0) lost.push(`${framework.id} ${word}`)
      }
    }
    expect(lost).toEqual([])
  })
})

test('a citation is found as the id is', async () => {
  const framework = one('hipaa')
  const hits = await find(citation(framework, '164.312(a)(1)'), [framework])
  expect(hits[0]?.control.id).toBe('164.312(a)(1)')
})
