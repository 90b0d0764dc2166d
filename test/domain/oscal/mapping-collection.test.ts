import { beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '../../../src/adapters/compiled-content.ts'
import { oscalCatalog } from '../../../src/domain/oscal/catalog.ts'
import { oscalMapping, RELATIONSHIPS } from '../../../src/domain/oscal/mapping-collection.ts'
import type { MappingCollection, MappingEntry } from '../../../src/domain/oscal/model.ts'
import { OWN_NAMESPACE } from '../../../src/domain/oscal/own-words.ts'
import { RELATIONS, type Crosswalk } from '../../../src/domain/registry/crosswalk.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import type { Registry } from '../../../src/domain/registry/registry.ts'
import { oscalErrors } from '../../support/oscal-schema.ts'
import { COMPILED, pick, realRegistry } from '../real-registry.ts'

interface Exported {
  crosswalk: Crosswalk
  source: Framework
  target: Framework
  collection: MappingCollection
}

let registry: Registry
let exported: Exported[]
beforeAll(async () => {
  registry = await realRegistry()
  exported = everyDirection(registry)
})

const catalogHref = (framework: string): string => `../../frameworks/${framework}/oscal`
const mapsOf = ({ mappings: [mapping] }: MappingCollection): MappingEntry[] => mapping.maps
const endsOf = ({ sources: [source], targets: [target] }: MappingEntry): [string, string] => [
  source['id-ref'],
  target['id-ref'],
]

function everyDirection(from: Registry): Exported[] {
  return from.crosswalks.flatMap((crosswalk) => [
    direction(from, crosswalk, crosswalk.a, crosswalk.b),
    direction(from, crosswalk, crosswalk.b, crosswalk.a),
  ])
}

function direction(from: Registry, crosswalk: Crosswalk, sourceId: string, targetId: string): Exported {
  const [source, target] = pick(from, sourceId, targetId)
  if (!source || !target) throw new Error(`no framework ${sourceId} or ${targetId}`)
  const collection = oscalMapping(crosswalk, source, target, catalogHref)['mapping-collection']
  return { crosswalk, source, target, collection }
}

/** A crosswalk from GDPR to NIS 2 of the given pairs, from either of the two. */
function made(pairs: Crosswalk['pairs'], from = 'gdpr', to = 'nis2'): MappingCollection {
  const sources = {
    law: {
      title: 'A law',
      url: 'https://law.example/법',
      kind: 'text' as const,
      verifiedOn: '2026-12-02',
    },
    own: { title: 'Both modules', kind: 'own-reading' as const, verifiedOn: '2026-11-23' },
  }
  return direction(registry, { a: 'gdpr', b: 'nis2', sources, pairs }, from, to).collection
}

describe('every crosswalk, in both directions', () => {
  test('is valid by the official schema', () => {
    const faults = exported.map(({ source, target, collection }) => ({
      from: source.id,
      to: target.id,
      errors: oscalErrors({ 'mapping-collection': collection }),
    }))
    expect(faults.filter(({ errors }) => errors.length > 0)).toEqual([])
    expect(faults.length).toBeGreaterThan(300)
  })

  test('tells every pair', () => {
    const short = exported.filter(
      ({ crosswalk, collection }) => mapsOf(collection).length !== crosswalk.pairs.length,
    )
    expect(short).toEqual([])
  })

  test('maps nothing but controls that the catalogs of both sides have', () => {
    const catalogs = new Map(
      registry.frameworks.map((framework) => {
        const { groups } = oscalCatalog(framework).catalog
        return [framework.id, new Set(groups.flatMap(({ controls }) => controls.map(({ id }) => id)))]
      }),
    )
    const lost = exported.flatMap(({ source, target, collection }) =>
      mapsOf(collection)
        .map(endsOf)
        .filter(([from, to]) => !catalogs.get(source.id)?.has(from) || !catalogs.get(target.id)?.has(to)),
    )
    expect(lost).toEqual([])
  })

  test('has no UUID twice, and every entry links to a source that it has', () => {
    for (const { collection } of exported) {
      const sources = collection['back-matter'].resources.map(({ uuid }) => uuid)
      const entries = mapsOf(collection)
      const uuids = [collection.uuid, ...sources, ...entries.map(({ uuid }) => uuid)]
      expect(new Set(uuids).size).toBe(uuids.length)
      const links = new Set(entries.flatMap(({ links }) => links.map(({ href }) => href)))
      expect([...links].toSorted()).toEqual(sources.map((uuid) => `#${uuid}`).toSorted())
    }
  })

  test('is the same document byte for byte, from another load of the content', async () => {
    const again = everyDirection((await loadContent(COMPILED)).registry)
    const bytes = (all: Exported[]): string[] => all.map(({ collection }) => JSON.stringify(collection))
    expect(bytes(again)).toEqual(bytes(exported))
  })
})

describe('a relation', () => {
  test('of a crosswalk has one word of OSCAL, and none has the same', () => {
    expect(Object.keys(RELATIONSHIPS).toSorted()).toEqual(RELATIONS.toSorted())
    expect(new Set(Object.values(RELATIONSHIPS)).size).toBe(RELATIONS.length)
  })

  test.each([
    ['equal-to', 'equal-to', 'equal-to'],
    ['equivalent-to', 'equivalent-to', 'equivalent-to'],
    ['subset-of', 'subset-of', 'superset-of'],
    ['superset-of', 'superset-of', 'subset-of'],
    ['intersects-with', 'intersects-with', 'intersects-with'],
  ] as const)('%s is %s there and %s back', (relation, there, back) => {
    const pairs: Crosswalk['pairs'] = [['Art. 32', relation, 'Art. 21(2)(d)', 'own']]
    const told = (collection: MappingCollection): unknown[] =>
      mapsOf(collection).map((entry) => [...endsOf(entry), entry.relationship])
    expect(told(made(pairs))).toEqual([['art-32', 'art-21-2-d', there]])
    expect(told(made(pairs, 'nis2', 'gdpr'))).toEqual([['art-21-2-d', 'art-32', back]])
  })
})

describe('an entry says what it stands on', () => {
  const pairs: Crosswalk['pairs'] = [
    ['Art. 32', 'equivalent-to', 'Art. 21(2)(d)', 'law', 7],
    ['Art. 33', 'intersects-with', 'Art. 23', 'own'],
  ]

  test('its source, with kind, day and address, and the strength where there is one', () => {
    const collection = made(pairs)
    const { resources } = collection['back-matter']
    expect(resources.map(({ title, props, rlinks }) => ({ title, props, rlinks }))).toEqual([
      {
        title: 'A law',
        props: [
          { name: 'kind', ns: OWN_NAMESPACE, value: 'text' },
          { name: 'verified-on', ns: OWN_NAMESPACE, value: '2026-12-02' },
        ],
        rlinks: [{ href: 'https://law.example/%EB%B2%95' }],
      },
      {
        title: 'Both modules',
        props: [
          { name: 'kind', ns: OWN_NAMESPACE, value: 'own-reading' },
          { name: 'verified-on', ns: OWN_NAMESPACE, value: '2026-11-23' },
        ],
      },
    ])
    expect(mapsOf(collection).map(({ props, links }) => ({ props, links }))).toEqual([
      {
        props: [{ name: 'strength', ns: OWN_NAMESPACE, value: '7' }],
        links: [{ href: `#${resources[0]?.uuid}`, rel: 'reference' }],
      },
      { props: undefined, links: [{ href: `#${resources[1]?.uuid}`, rel: 'reference' }] },
    ])
  })

  test('each end keeps its id as it is cited', () => {
    const iso = exported.find(({ source }) => source.id === 'iso-27001')
    const labels = iso && mapsOf(iso.collection).map(({ sources: [end] }) => end.props[0]?.value)
    expect(labels?.filter((label) => /^\d/.test(label ?? ''))).toEqual([])
    expect(mapsOf(made(pairs))[0]?.targets[0].props).toEqual([
      { name: 'label', ns: OWN_NAMESPACE, value: 'Art. 21(2)(d)' },
    ])
  })

  test('the collection says where both catalogs are, and is as new as its newest source', () => {
    const { mappings, metadata } = made(pairs)
    expect(mappings[0]['source-resource'].href).toBe('../../frameworks/gdpr/oscal')
    expect(mappings[0]['target-resource'].href).toBe('../../frameworks/nis2/oscal')
    expect(metadata['last-modified']).toBe('2026-12-02T00:00:00Z')
  })

  test('another strength is another document of the same mapping', () => {
    const other = made([['Art. 32', 'equivalent-to', 'Art. 21(2)(d)', 'law', 8]])
    const one = made([['Art. 32', 'equivalent-to', 'Art. 21(2)(d)', 'law', 7]])
    expect(other.uuid).not.toBe(one.uuid)
    expect(other.mappings[0].uuid).toBe(one.mappings[0].uuid)
  })
})
