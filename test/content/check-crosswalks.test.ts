import { expect, test } from 'vitest'
import { mappingsFrom, type Crosswalk } from '../../src/domain/registry/crosswalk.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { checkCrosswalks } from '../../tools/content/check-crosswalks.ts'
import { readIdLists } from '../../tools/content/id-lists.ts'
import { CONTENT, realRegistry } from '../domain/real-registry.ts'

const source = {
  title: 'A crosswalk',
  url: 'https://example.org/c',
  kind: 'published' as const,
  verifiedOn: '2026-11-23',
}

const crosswalk: Crosswalk = {
  a: 'one',
  b: 'two',
  sources: { c: source },
  pairs: [
    ['A.1', 'subset-of', 'X-1', 'c', 7],
    ['A.2', 'equal-to', 'X-2', 'c'],
  ],
}

const lists = new Map([
  ['one', { headline: ['A.1', 'A.2'], finer: [], points: [] }],
  ['two', { headline: ['X-1'], finer: ['X-2'], points: [] }],
])

function framework(id: string, ...lines: string[]): Framework {
  return { id, notes: lines.map((text) => ({ section: 'Mappings', text })) } as unknown as Framework
}

function faults(crosswalks: readonly Crosswalk[], ...lines: string[]): string[] {
  return checkCrosswalks(crosswalks, [framework('one', ...lines), framework('two')], lists).map(
    ({ text }) => text,
  )
}

test('a mapping reads from both sides, its relation turned round', () => {
  expect(mappingsFrom(crosswalk, 'one')[0]).toEqual({
    from: 'A.1',
    relation: 'subset-of',
    to: 'X-1',
    source,
    strength: 7,
  })
  expect(mappingsFrom(crosswalk, 'two')).toEqual([
    { from: 'X-1', relation: 'superset-of', to: 'A.1', source, strength: 7 },
    { from: 'X-2', relation: 'equal-to', to: 'A.2', source },
  ])
})

test('mappings with both ends and a source have no fault', () => {
  expect(faults([crosswalk], '- **A.1** → two **X-1** (part)', '- **A.2** → two **X-2** (equal)')).toEqual([])
})

test('ends, sources and repetitions are looked at', () => {
  const wrong: Crosswalk = {
    ...crosswalk,
    sources: { c: source, d: { ...source, url: undefined } },
    pairs: [...crosswalk.pairs, ['A.2', 'equal-to', 'X-2', 'c'], ['A.3', 'equal-to', 'X-3', 'e']],
  }
  expect(faults([wrong])).toEqual([
    'A.2 → X-2 stands twice',
    'one has no A.3',
    'two has no X-3',
    'A.3 → X-3 (equal-to): the source "e" is not told',
    'nothing stands on the source "d"',
    'the source "d" has no address',
  ])
  expect(
    faults([crosswalk, { ...crosswalk, a: 'two', b: 'one', pairs: [['X-1', 'equal-to', 'A.1', 'c']] }]),
  ).toEqual(['the pair stands twice'])
})

test("a module's own mapping and the data cannot drift apart", () => {
  expect(faults([crosswalk], '- **A.1** → two **X-2** (part)')).toEqual([
    'maps A.1 to two X-2 (part), and the crosswalk does not',
  ])
  expect(faults([crosswalk], '- **A.1** → two **X-1** (equal)')).toEqual([
    'maps A.1 to two X-1 (equal), and the crosswalk says subset-of',
  ])
  expect(faults([crosswalk], '- **A.1** → elsewhere **9** (equal)')).toEqual([])
})

test('the mappings as they are have no fault', async () => {
  const { crosswalks, frameworks } = await realRegistry()
  expect(checkCrosswalks(crosswalks, frameworks, await readIdLists(CONTENT))).toEqual([])
  expect(crosswalks.flatMap(({ pairs }) => pairs).length).toBeGreaterThan(9_000)
})
