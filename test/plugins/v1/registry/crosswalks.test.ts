import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELATIONS } from '../../../../src/domain/registry/crosswalk.ts'
import { rowsOf, startRegistry, type List, type RegistryClient } from './registry-client.ts'

interface Mapping {
  from: { framework: string; id: string }
  to: { framework: string; id: string }
  relation: string
  strength?: number
  source: { title: string; url?: string; kind: string }
  reviewed: string
}
interface Crosswalk extends List<Mapping> {
  coverage: Record<'a' | 'b', { mapped: number; of: number }>
}

let registry: RegistryClient
beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry.service.close())

/** All of a crosswalk, from the first framework to the second. */
async function whole(a: string, b: string): Promise<Crosswalk> {
  const pages = (await registry.pages<Mapping>(`/v1/crosswalks/${a}/${b}`, 200)) as Crosswalk[]
  const [first] = pages
  if (!first) throw new Error('no page')
  return { ...first, data: pages.flatMap(({ data }) => data) }
}

const pairOf = ({ from, to }: Mapping): string => `${from.framework} ${from.id} ${to.framework} ${to.id}`
const turned = ({ from, to }: Mapping): string => pairOf({ from: to, to: from } as Mapping)

const CONVERSE: Record<string, string> = { 'subset-of': 'superset-of', 'superset-of': 'subset-of' }

describe('every crosswalk', () => {
  test('is told with the documented fields, by ids that exist, in the order of the first framework', async () => {
    for (const { a, b, pairs } of registry.service.parts.registry.crosswalks) {
      const { data, coverage, object } = await whole(a, b)
      expect(object).toBe('crosswalk')
      expect(data).toHaveLength(pairs.length)
      const [from, to] = [a, b].map((id) => registry.service.parts.registry.get(id)?.controlIds ?? [])
      const places = data.map((one) => from?.indexOf(one.from.id) ?? -1)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(places[0]).toBeGreaterThanOrEqual(0)
      expect(data.filter((one) => to?.includes(one.to.id) !== true)).toEqual([])
      expect(coverage).toEqual({
        a: { mapped: new Set(data.map((one) => one.from.id)).size, of: from?.length },
        b: { mapped: new Set(data.map((one) => one.to.id)).size, of: to?.length },
      })
      for (const { from, to, relation, strength = 1, source, reviewed, ...rest } of data) {
        expect([Object.keys(from), Object.keys(to), rest]).toEqual([
          ['framework', 'id'],
          ['framework', 'id'],
          {},
        ])
        expect([from.framework, to.framework]).toEqual([a, b])
        expect(RELATIONS).toContain(relation)
        expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(strength)
        expect(['published', 'text', 'own-reading']).toContain(source.kind)
        expect(source.title).not.toBe('')
        expect(reviewed).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }
    }
  })

  test.each([
    ['iso-27001', 'nist-800-53'],
    ['nist-csf', 'nist-800-53'],
    ['gdpr', 'nis2'],
    ['cis-controls', 'nist-csf'],
  ])('%s to %s is the same read the other way, with each relation turned', async (a, b) => {
    const [there, back] = [await whole(a, b), await whole(b, a)]
    expect(back.data.map(turned).toSorted()).toEqual(there.data.map(pairOf).toSorted())
    const relations = new Map(there.data.map((one) => [`${pairOf(one)} ${one.source.title}`, one.relation]))
    for (const one of back.data) {
      const relation = relations.get(`${turned(one)} ${one.source.title}`) ?? ''
      expect(one.relation).toBe(CONVERSE[relation] ?? relation)
    }
    expect(back.coverage).toEqual({ a: there.coverage.b, b: there.coverage.a })
  })
})

describe('a filter', () => {
  test('by control gives that one alone, however it is written', async () => {
    const wanted = (await whole('iso-27001', 'nist-800-53')).data.filter(({ from }) => from.id === 'A.5.20')
    expect(wanted.length).toBeGreaterThan(0)
    for (const written of ['A.5.20', 'a5.20', '5.20', 'Annex A.5.20', 'Ａ.5.20']) {
      const { data } = await registry.read<Crosswalk>(
        `/v1/crosswalks/iso-27001/nist-800-53?control=${encodeURIComponent(written)}`,
      )
      expect(data).toEqual(wanted)
    }
  })

  test.each(RELATIONS)(
    'by the relation %s gives those alone, and leaves the coverage as it is',
    async (relation) => {
      const all = await whole('iso-27001', 'nist-800-53')
      const pages = (await registry.pages<Mapping>(
        `/v1/crosswalks/iso-27001/nist-800-53?relation=${relation}`,
        150,
      )) as Crosswalk[]
      expect(pages.flatMap(({ data }) => data)).toEqual(all.data.filter((one) => one.relation === relation))
      for (const { coverage } of pages) expect(coverage).toEqual(all.coverage)
    },
  )

  test.each([
    ['relation=subset', 400, 'invalid_value', 'relation'],
    ['relation=', 400, 'invalid_value', 'relation'],
    ['relation=subset-of&relation=equal-to', 400, 'invalid_type', 'relation'],
    ['control=CC6.1', 404, 'not_found', 'control'],
    ['control=', 404, 'not_found', 'control'],
    [`control=${'x'.repeat(121)}`, 400, 'invalid_value', 'control'],
  ])('%s is refused', async (query, status, code, param) => {
    expect(await registry.refusal(`/v1/crosswalks/iso-27001/nist-800-53?${query}`)).toMatchObject({
      status,
      code,
      param,
    })
  })
})

describe('two frameworks', () => {
  test('that nobody has compared have an empty crosswalk that tells how many controls there are', async () => {
    const { frameworks } = registry.service.parts.registry
    const pairs = frameworks.flatMap((a) => frameworks.map((b) => [a, b] as const))
    const [a, b] = pairs.find(([a, b]) => !registry.service.parts.registry.crosswalk(a.id, b.id)) ?? []
    expect(await registry.read(`/v1/crosswalks/${a?.id}/${b?.id}`)).toEqual({
      object: 'crosswalk',
      data: [],
      coverage: { a: { mapped: 0, of: a?.controlIds.length }, b: { mapped: 0, of: b?.controlIds.length } },
      has_more: false,
      next_cursor: null,
    })
  })

  test.each([
    ['gdrp/nis2', 'a', 'gdpr'],
    ['nis2/gdrp', 'b', 'gdpr'],
    ['GDPR/iso27001', 'a', 'gdpr'],
    ['gdpr/iso27001', 'b', 'iso-27001'],
  ])('%s: the first that does not exist is refused by `%s`, with near ids', async (pair, param, near) => {
    const refusal = await registry.refusal(`/v1/crosswalks/${pair}`)
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', param })
    expect(refusal.message).toMatch(new RegExp(`Did you mean [^?]*\\b${near}\\b`))
  })
})

test('a CSV is whole without a limit, and each row says what JSON says', async () => {
  const { data } = await whole('nist-800-53', 'nist-csf')
  expect(data.length).toBeGreaterThan(200)
  const rows = rowsOf(await registry.text('/v1/crosswalks/nist-800-53/nist-csf', 'text/csv'))
  expect(rows[0]).toEqual(
    'from_framework from relation to_framework to strength source source_url source_kind reviewed'.split(' '),
  )
  expect(rows.slice(1)).toEqual(
    data.map(({ from, relation, to, strength, source, reviewed }) => [
      from.framework,
      from.id,
      relation,
      to.framework,
      to.id,
      String(strength ?? ''),
      source.title,
      source.url ?? '',
      source.kind,
      reviewed,
    ]),
  )
})

describe('a control of an older edition', () => {
  test('is answered with the mappings of where it went, and says so', async () => {
    const path = '/v1/crosswalks/iso-27001/nist-800-53'
    const old = await registry.read<Crosswalk & { control: unknown }>(`${path}?control=A.9.4.1&limit=200`)
    const now = await registry.read<Crosswalk & { control: unknown }>(`${path}?control=A.8.3&limit=200`)
    expect(old.control).toEqual({ id: 'A.9.4.1', status: 'renumbered', moved_to: ['A.8.3'] })
    expect(now.control).toEqual({ id: 'A.8.3', status: 'current' })
    expect(old.data).toEqual(now.data)
    expect(now.data.length).toBeGreaterThan(0)
  })
})

test('a page of CSV leads to the next one in its `Link` header, down to the last, which has none', async () => {
  const path = '/v1/crosswalks/iso-27001/soc-2?relation=intersects-with&limit=5'
  const ids: string[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const response = await registry.get(next, { accept: 'text/csv' })
    ids.push(
      ...rowsOf(await response.text())
        .slice(1)
        .map((row) => row.join()),
    )
    next = /^<(?<to>\/v1\/[^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.groups?.to
  }
  const all = rowsOf(await registry.text(path.replace('&limit=5', ''), 'text/csv')).slice(1)
  expect(ids).toEqual(all.map((row) => row.join()))
  expect(ids.length).toBeGreaterThan(10)
})
