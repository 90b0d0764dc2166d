import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oscalErrors } from '../../../support/oscal-schema.ts'
import { startRegistry, type RegistryClient } from './registry-client.ts'

interface Catalog {
  catalog: {
    uuid: string
    metadata: { title: string; 'oscal-version': string }
    groups: { controls: { id: string }[] }[]
  }
}
interface Collection {
  'mapping-collection': {
    uuid: string
    mappings: {
      'source-resource': { href: string }
      'target-resource': { href: string }
      maps: { sources: { 'id-ref': string }[]; targets: { 'id-ref': string }[] }[]
    }[]
  }
}

let registry: RegistryClient
beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry.service.close())

const idsIn = ({ catalog }: Catalog): string[] =>
  catalog.groups.flatMap(({ controls }) => controls.map(({ id }) => id))

test.each(['gdpr', 'iso-27001', 'nist-800-53', 'hipaa', 'pci-dss', 'k-isms-p', 'lgpd'])(
  'the catalog of %s is valid by the official schema and has every control',
  async (id) => {
    const document = await registry.read<Catalog>(`/v1/frameworks/${id}/oscal`)
    expect(oscalErrors(document)).toEqual([])
    expect(document.catalog.metadata['oscal-version']).toBe('1.2.2')
    expect(idsIn(document)).toHaveLength(registry.service.parts.registry.get(id)?.controlIds.length ?? 0)
  },
)

test.each([
  ['gdpr', 'nis2'],
  ['nis2', 'gdpr'],
  ['iso-27001', 'nist-800-53'],
  ['nist-800-53', 'nist-csf'],
])(
  'the mapping from %s to %s is valid, goes that way, and its ends stand in the catalogs it points at',
  async (a, b) => {
    const path = `/v1/crosswalks/${a}/${b}/oscal`
    const document = await registry.read<Collection>(path)
    expect(oscalErrors(document)).toEqual([])
    const [mapping] = document['mapping-collection'].mappings
    if (!mapping) throw new Error('no mapping')
    const [source, target] = [mapping['source-resource'], mapping['target-resource']].map(
      ({ href }) => new URL(href, registry.service.url + path).pathname,
    )
    expect([source, target]).toEqual([`/v1/frameworks/${a}/oscal`, `/v1/frameworks/${b}/oscal`])
    const [from, to] = [
      await registry.read<Catalog>(source ?? ''),
      await registry.read<Catalog>(target ?? ''),
    ]
    const [sources, targets] = [idsIn(from), idsIn(to)]
    for (const { sources: left, targets: right } of mapping.maps) {
      for (const end of left) expect(sources).toContain(end['id-ref'])
      for (const end of right) expect(targets).toContain(end['id-ref'])
    }
    expect(mapping.maps.length).toBeGreaterThan(0)
  },
)

test('a document is the same in a service that was started anew', async () => {
  const other = await startRegistry()
  try {
    other.clock.advance(86_400_000)
    for (const path of ['/v1/frameworks/gdpr/oscal', '/v1/crosswalks/gdpr/nis2/oscal'])
      expect(await other.read(path)).toEqual(await registry.read(path))
  } finally {
    await other.service.close()
  }
})

describe('what does not exist is refused', () => {
  test.each([
    ['/v1/frameworks/gdrp/oscal', 'id', 'gdpr'],
    ['/v1/crosswalks/gdrp/nis2/oscal', 'a', 'gdpr'],
    ['/v1/crosswalks/nis2/gdrp/oscal', 'b', 'gdpr'],
    ['/v1/crosswalks/gdpr/gdpr/oscal', 'b', 'compared'],
  ])('%s by `%s`', async (path, param, told) => {
    const refusal = await registry.refusal(path)
    expect(refusal).toMatchObject({ status: 404, code: 'not_found', param })
    expect(refusal.message).toContain(told)
  })
})
