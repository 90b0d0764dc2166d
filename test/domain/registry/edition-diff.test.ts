import { describe, expect, test } from 'vitest'
import { comparedEditions, editionDiff, editionsOf } from '../../../src/domain/registry/edition-diff.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import { NO_DATA, type EditionMoves } from '../../../src/domain/registry/knowledge-data.ts'
import { pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const [real] = pick(registry, 'gdpr')
if (!real) throw new Error('no gdpr')

const SOURCE = { title: 'The table', url: 'https://example.org/table' }

/** A framework with these editions and moves. */
function made(editions: Framework['editions'], moves: readonly Partial<EditionMoves>[] = []): Framework {
  const all = moves.map((one) => ({ from: '1', to: '2', complete: true, source: 's', moves: [], ...one }))
  return { ...real, editions, data: { ...NO_DATA, sources: { s: SOURCE }, editions: all } } as Framework
}
const edition = (
  id: string,
  status: Framework['editions'][number]['status'],
): Framework['editions'][number] => ({
  id,
  date: '2020-01-01',
  status,
})

describe('the editions', () => {
  test('are those of the module in its order, then those that only moves name, each once', () => {
    const framework = made(
      [edition('2', 'current')],
      [
        { from: '1', to: '2' },
        { from: '0', to: '1' },
      ],
    )
    expect(editionsOf(framework)).toEqual([
      { id: '2', date: '2020-01-01', status: 'current', current: true },
      { id: '1', status: 'superseded', current: false },
      { id: '0', status: 'superseded', current: false },
    ])
  })

  test('are one, however the module and the moves write its name', () => {
    const framework = made(
      [edition('Rev. 5', 'current'), edition('2022 (November)', 'superseded')],
      [{ from: '2022', to: 'rev. 5' }],
    )
    expect(editionsOf(framework).map(({ id }) => id)).toEqual(['Rev. 5', '2022 (November)'])
  })

  test('that are drafts, repealed or superseded are not current', () => {
    const framework = made([edition('3', 'draft'), edition('1', 'repealed'), edition('2', 'superseded')])
    expect(editionsOf(framework).map(({ current }) => current)).toEqual([false, false, false])
  })

  test('that are in force are current: of a law none has another state', () => {
    expect(editionsOf(made([edition('2016', 'in-force')]))).toMatchObject([{ current: true }])
  })

  test('that only moves name, and nothing has followed, are not called superseded', () => {
    for (const framework of registry.frameworks) {
      const own = new Set(framework.editions.map(({ id }) => id))
      const last = framework.data.editions.filter(
        ({ to }) => !own.has(to) && !framework.data.editions.some(({ from }) => from === to),
      )
      for (const { to } of last) {
        const listed = editionsOf(framework).find(({ id }) => id === to)
        expect([framework.id, to, listed?.status]).not.toEqual([framework.id, to, 'superseded'])
      }
    }
  })
})

describe('a comparison', () => {
  const framework = made(
    [edition('Rev. 5', 'current')],
    [
      {
        from: '2022 (November)',
        to: 'Rev. 5',
        complete: false,
        moves: [
          { kind: 'new', old: [], new: ['N1', 'N2'] },
          { kind: 'withdrawn', old: ['W1', 'W2'], new: [] },
          { kind: 'changed', old: ['C1'], new: [] },
          { kind: 'changed', old: ['C2'], new: ['C2'] },
          { kind: 'renumbered', old: ['A'], new: ['B'] },
          { kind: 'merged', old: ['D', 'E'], new: ['F'] },
          { kind: 'split', old: ['G'], new: ['H', 'I'] },
        ],
      },
    ],
  )

  test('has every move in its place', () => {
    expect(editionDiff(framework, '2022 (November)', 'Rev. 5')).toEqual({
      from: '2022 (November)',
      to: 'Rev. 5',
      added: ['N1', 'N2'],
      removed: ['W1', 'W2'],
      changed: ['C1', 'C2'],
      renumbered: [
        { kind: 'renumbered', old: ['A'], new: ['B'] },
        { kind: 'merged', old: ['D', 'E'], new: ['F'] },
        { kind: 'split', old: ['G'], new: ['H', 'I'] },
      ],
      complete: false,
      source: SOURCE,
    })
  })

  test.each([
    ['2022', 'rev. 5'],
    [' 2022 ', 'REV. 5 '],
    ['2022 (november)', 'Rev. 5 (draft)'],
  ])('is found by %j and %j', (from, to) => {
    expect(editionDiff(framework, from, to)?.to).toBe('Rev. 5')
  })

  test.each([
    ['Rev. 5', '2022'],
    ['202', 'Rev. 5'],
    ['2022', 'Rev.'],
    ['', ''],
    ['2022(', 'Rev. 5'],
  ])('is not found by %j and %j', (from, to) => {
    expect(editionDiff(framework, from, to)).toBeUndefined()
  })

  test('leaves the data as it was', () => {
    const before = structuredClone(framework.data)
    editionDiff(framework, '2022', 'Rev. 5')?.added.push('x')
    expect(framework.data).toEqual(before)
  })

  test('can be had for every pair that is told', () => {
    for (const one of registry.frameworks)
      for (const { from, to } of comparedEditions(one))
        expect(editionDiff(one, from, to)).toMatchObject({ from, to })
    expect(comparedEditions(made([]))).toEqual([])
  })
})
