import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRegistry, type RegistryClient } from './registry-client.ts'

interface Edition {
  id: string
  date?: string
  status: string
  current: boolean
}
interface Diff {
  added: string[]
  removed: string[]
  renumbered: { kind: string; old: string[]; new: string[] }[]
  changed: string[]
  complete: boolean
}

let registry: RegistryClient
beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry.service.close())

const editions = async (framework: string): Promise<Edition[]> =>
  (await registry.read<{ data: Edition[] }>(`/v1/frameworks/${framework}/editions`)).data
const diffPath = (framework: string, from: string, to: string): string =>
  `/v1/frameworks/${framework}/editions/diff?${new URLSearchParams({ from, to }).toString()}`

describe('the editions', () => {
  test('of every framework have the documented fields, each id once', async () => {
    for (const { id } of registry.service.parts.registry.frameworks) {
      const answer = await registry.read<{ object: string; data: Edition[] }>(`/v1/frameworks/${id}/editions`)
      expect(Object.keys(answer).toSorted()).toEqual(['data', 'object'])
      expect(answer.object).toBe('list')
      const ids = answer.data.map((edition) => edition.id)
      expect(ids).toEqual([...new Set(ids)])
      for (const { id: name, date = '2000-01-01', status, current, ...rest } of answer.data) {
        expect(rest).toEqual({})
        expect(name).not.toBe('')
        expect(date).toMatch(/^\d{4}(?:-\d{2}){0,2}$/)
        expect(['current', 'superseded', 'in-force', 'repealed', 'draft']).toContain(status)
        expect(typeof current).toBe('boolean')
        expect(current && ['superseded', 'repealed', 'draft'].includes(status)).toBe(false)
      }
    }
  })

  // Dates are YYYY-MM-DD in `date`; months and years are given there too.
  test('give a whole day wherever they give a date', async () => {
    const partial: string[] = []
    for (const { id } of registry.service.parts.registry.frameworks)
      for (const { date } of await editions(id))
        if (date !== undefined && date.length < 10) partial.push(`${id} ${date}`)
    expect(partial).toEqual([])
  })

  // `current` tells whether an edition is the one in force; of a law, whose status says `in-force`, none is.
  test('of every framework hold one that is current', async () => {
    const without: string[] = []
    for (const { id } of registry.service.parts.registry.frameworks)
      if (!(await editions(id)).some(({ current }) => current)) without.push(id)
    expect(without).toEqual([])
  })

  test('of a framework that does not exist are refused with near ids', async () => {
    const refusal = await registry.refusal('/v1/frameworks/gdrp/editions')
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', param: 'id' })
    expect(refusal.message).toContain('gdpr')
  })
})

describe('what changed between two editions', () => {
  test('is told for every pair that is compared, and every move has its place', async () => {
    for (const { id, data } of registry.service.parts.registry.frameworks) {
      for (const { from, to, complete, moves } of data.editions) {
        const answer = await registry.read<Diff & Record<string, unknown>>(diffPath(id, from, to))
        expect(answer).toMatchObject({ object: 'edition_diff', framework: id, from, to, complete })
        const { added, removed, renumbered, changed } = answer
        const count = (kind: string): number => moves.filter((move) => move.kind === kind).length
        expect(renumbered).toHaveLength(count('renumbered') + count('merged') + count('split'))
        for (const { kind, old, new: now } of renumbered) {
          expect(['renumbered', 'merged', 'split']).toContain(kind)
          expect(Math.min(old.length, now.length)).toBeGreaterThan(0)
        }
        expect(added).toEqual(moves.flatMap((move) => (move.kind === 'new' ? move.new : [])))
        expect(removed).toEqual(moves.flatMap((move) => (move.kind === 'withdrawn' ? move.old : [])))
        expect(changed.length).toBeGreaterThanOrEqual(count('changed'))
        expect(answer['source']).toEqual({
          title: expect.any(String) as string,
          url: expect.stringMatching(/^https?:/) as string,
        })
      }
    }
  })

  test('of ISO 27001 is what the standard says', async () => {
    const diff = await registry.read<Diff>(diffPath('iso-27001', '2013', '2022'))
    expect(diff.complete).toBe(true)
    expect(diff.added).toContain('A.5.23')
    expect(diff.renumbered).toContainEqual({ kind: 'split', old: ['A.18.2.3'], new: ['A.5.36', 'A.8.8'] })
  })

  test.each([
    ['nist-800-53', 'rev. 4', 'REV. 5'],
    ['iso-9001', ' 2015 ', '2026'],
  ])('%s: editions are named in any case, with space around: %s to %s', async (framework, from, to) => {
    expect((await registry.get(diffPath(framework, from, to))).status).toBe(200)
  })

  test.each([
    ['iso-27001', '2022', '2013', '2013 to 2022'],
    ['iso-27001', '2013', '2013', '2013 to 2022'],
    ['iso-27001', '', '', '2013 to 2022'],
    ['soc-2', '2017', '2022', 'None'],
  ])('%s: %j to %j is not compared, and the refusal tells what is', async (framework, from, to, told) => {
    const refusal = await registry.refusal(diffPath(framework, from, to))
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', param: 'from' })
    expect(refusal.message).toContain(told)
  })

  test.each([
    ['', 'missing_required_parameter', 'from'],
    ['from=2013', 'missing_required_parameter', 'to'],
    ['to=2022', 'missing_required_parameter', 'from'],
    ['from=2013&to=2022&to=2022', 'invalid_type', 'to'],
    [`from=${'x'.repeat(81)}&to=2022`, 'invalid_value', 'from'],
  ])('%j is refused as %s', async (query, code, param) => {
    expect(await registry.refusal(`/v1/frameworks/iso-27001/editions/diff?${query}`)).toMatchObject({
      status: 400,
      code,
      param,
    })
  })
})

// A module may say more behind the name: `AS 2201 (as AS 5)`.
test('every edition that can be compared is listed under the name that the comparison tells', async () => {
  const missing: string[] = []
  for (const { id, data } of registry.service.parts.registry.frameworks) {
    const listed = (await editions(id)).map((edition) => edition.id)
    for (const { from, to } of data.editions)
      missing.push(
        ...[from, to]
          .filter(
            (one) =>
              !listed.some(
                (known) => known === one || known.startsWith(`${one} (`) || one.startsWith(`${known} (`),
              ),
          )
          .map((one) => `${id} ${one}`),
      )
  }
  expect(missing).toEqual([])
})
