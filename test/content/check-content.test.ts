import { describe, expect, test } from 'vitest'
import { checkContent } from '../../tools/content/check-content.ts'
import type { IdList } from '../../src/domain/registry/id-list.ts'
import { readIdLists, readMappedOutside } from '../../tools/content/id-lists.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { CONTENT, pick, realRegistry } from '../domain/real-registry.ts'

const registry = await realRegistry()
const lists = await readIdLists(CONTENT)
const outside = await readMappedOutside(CONTENT)
const TODAY = '2026-11-28'

test('the content as it is has no error', () => {
  const errors = checkContent(registry.frameworks, lists, outside, TODAY).filter(
    ({ level }) => level === 'error',
  )
  expect(errors).toEqual([])
})

test('every framework has a list of its ids, and every list a framework', () => {
  expect([...lists.keys()].toSorted()).toEqual(registry.frameworks.map(({ id }) => id))
})

describe('what goes wrong is told', () => {
  const [soc2, dora, soc1] = pick(registry, 'soc-2', 'dora', 'soc-1') as [Framework, Framework, Framework]
  const list = (id: string): IdList => lists.get(id) ?? { headline: [], finer: [], points: [] }
  const told = (framework: Framework, changed: Partial<IdList> = {}, today = TODAY): string[] =>
    checkContent(
      [framework],
      new Map([...lists, [framework.id, { ...list(framework.id), ...changed }]]),
      outside,
      today,
    ).map(({ level, text }) => `${level}: ${text}`)

  test('an id that is not described', () => {
    expect(told(soc2, { headline: [...list('soc-2').headline, 'CC9.3'] })).toEqual([
      'error: CC9.3 is not described',
    ])
  })

  test('an id that does not exist', () => {
    expect(told(soc2, { headline: list('soc-2').headline.filter((id) => id !== 'CC6.1') })).toContain(
      'error: CC6.1 does not exist',
    )
  })

  test('an id that the counted paragraphs and points do not have', () => {
    const points = list('dora').points.filter((range) => !range.startsWith('Art. 28('))
    expect(told(dora, { points: [...points, 'Art. 28(1-7)'] })).toEqual([
      'error: Art. 28(8) is behind the last that was counted',
    ])
  })

  test('paragraphs of an article that is none', () => {
    expect(told(dora, { points: ['Art. 77(1-3)'] })).toEqual(['error: Art. 77(1-3) is of no id that exists'])
  })

  test('a control that says nothing but its title', () => {
    const [first, ...rest] = soc2.controls
    if (!first) throw new Error('it has controls')
    const bare = { ...soc2, controls: [{ ...first, text: 'Only a few words here.' }, ...rest] }
    expect(told(bare)).toEqual([`error: ${first.id} says nothing but its title`])
  })

  test('a neighbour that is itself, does not exist, or is told twice', () => {
    const [neighbour] = soc1.data.neighbours
    if (!neighbour) throw new Error('it tells of SOC 2')
    const beside = (...ids: string[]): string[] => {
      const neighbours = ids.map((framework) => ({ ...neighbour, framework }))
      return told({ ...soc1, data: { ...soc1.data, neighbours } })
    }
    expect(beside('soc-2', 'dora')).toEqual([])
    expect(beside('soc-1', 'nobody', 'soc-2', 'soc-2')).toEqual([
      'error: neighbour soc-1 is no other framework',
      'error: neighbour nobody is no other framework',
      'error: neighbour soc-2 stands twice',
    ])
  })

  test('a pair of neighbours that both sides tell', () => {
    const [neighbour] = soc1.data.neighbours
    if (!neighbour) throw new Error('it tells of SOC 2')
    const back = { ...neighbour, framework: 'soc-1' }
    const other = { ...soc2, data: { ...soc2.data, neighbours: [back] } }
    const texts = checkContent([soc1, other], lists, outside, TODAY).map(({ text }) => text)
    expect(texts).toContain('neighbour soc-2 tells the same pair')
  })

  test('a module that is too large', () => {
    expect(told({ ...soc2, knowledgeTokens: 24_001 })).toEqual(['error: 24001 tokens: split it into parts'])
  })

  test('a mapping to an id that its framework does not have, and from one that this one does not', () => {
    const mapped = (text: string): Framework => ({
      ...soc2,
      notes: [{ section: 'Mappings', text }],
    })
    expect(told(mapped('- **CC6.1** → iso-27001 **A.5.99** (part)'))).toEqual([
      'error: maps to iso-27001 A.5.99, which has no entry',
    ])
    expect(told(mapped('- **CC6.1** → cobit-2019 **DSS05** (part)'))).toEqual([])
    expect(told(mapped('- **CC6.1** → cobit-2091 **DSS05** (part)'))).toEqual([
      'error: maps to cobit-2091 DSS05, which has no entry',
    ])
    expect(told(mapped('- **CC6.99** → iso-27001 **A.5.15** (part)'))).toEqual([
      'error: maps from CC6.99, which has no entry',
    ])
  })

  test('a review that is older than a year', () => {
    expect(told({ ...soc2, updated: '2025-11-27' })).toEqual(['warning: last reviewed 366 days ago'])
    expect(told({ ...soc2, updated: '2025-11-28' })).toEqual([])
  })

  test('a name that two frameworks claim', () => {
    const copy = { ...dora, names: ['S.O.C. 2'], aliases: [] }
    expect(checkContent([soc2, copy], lists, outside, TODAY)).toEqual([
      { framework: 'soc-2, dora', level: 'error', text: 'all claim the name "soc 2"' },
    ])
  })

  test('more aliases than anybody would list', () => {
    const others = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    expect(told({ ...soc2, aliases: others.slice(0, 8) })).toEqual([])
    expect(told({ ...soc2, aliases: others })).toEqual([
      'error: lists 9 aliases, 8 at most: the others belong to its wording',
    ])
  })

  test('an alias that is ambiguous, or no other name', () => {
    expect(told({ ...soc2, aliases: ['SOC report', 'S.O.C. 2'] })).toEqual([
      'error: lists the alias "SOC report", which is ambiguous',
      'error: lists the alias "S.O.C. 2", which is its name',
    ])
  })

  test('a framework without a list of ids', () => {
    expect(checkContent([soc2], new Map(), outside, TODAY)[0]?.text).toBe('there is no list of its ids')
  })
})
