import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGION_LABELS } from '../../../src/domain/registry/regions.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { CATALOG_PATH, LANDINGS_PATH, readFeed } from './feed-client.ts'

interface CatalogEntry {
  slug: string
  name: string
  fullName: string
  region: keyof typeof REGION_LABELS
  regionLabel: string
  jurisdictions: string[]
  domain: string[]
  supportLevel: string
  keywords: string[]
}

interface Catalog {
  generatedAt: string
  source: string
  contract: string
  count: number
  frameworks: CatalogEntry[]
}

interface Landings {
  servedAt: string
  source: string
  snapshotSource: string
  pages: { path: string }[]
  regions: { slug: string; name: string; summary: string; frameworks: string[] }[]
}

let service: Service
let catalog: Catalog
let landings: Landings
beforeAll(async () => {
  service = await startService()
  catalog = await readFeed<Catalog>(service.url + CATALOG_PATH)
  landings = await readFeed<Landings>(service.url + LANDINGS_PATH)
})
afterAll(() => service.close())

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(new URL(`../../../fixtures/content/${folder}/`, import.meta.url)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace('.md', ''))
    .sort()

describe('the catalog', () => {
  test('has the five fields of the contract and counts its entries', () => {
    expect(catalog).toEqual({
      generatedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/) as string,
      source: 'svc-marketing',
      contract: 'v1',
      count: catalog.frameworks.length,
      frameworks: expect.any(Array) as CatalogEntry[],
    })
  })

  test('gives each entry exactly the nine fields, of the right types and not empty', () => {
    const text = expect.stringMatching(/\S/) as string
    const isTextList = (list: unknown): boolean =>
      Array.isArray(list) && list.every((one) => typeof one === 'string' && one.trim() !== '')
    for (const entry of catalog.frameworks) {
      expect(entry).toEqual({
        slug: expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/) as string,
        name: text,
        fullName: text,
        region: text,
        regionLabel: REGION_LABELS[entry.region],
        jurisdictions: entry.jurisdictions,
        domain: entry.domain,
        supportLevel: expect.stringMatching(/^(deep|standard|compact)$/) as string,
        keywords: entry.keywords,
      })
      expect([entry.jurisdictions, entry.domain, entry.keywords].map(isTextList)).toEqual([true, true, true])
      expect(entry.domain).not.toEqual([])
      expect(entry.keywords).not.toEqual([])
    }
  })

  test('lists every module file once, in the order of the ids', async () => {
    expect(catalog.frameworks.map(({ slug }) => slug)).toEqual(await namesIn('frameworks'))
  })

  test('lists the ids that /v1/frameworks lists, so each of them can be pinned', async () => {
    const { data } = (await (await service.call('GET', '/v1/frameworks')).json()) as {
      data: { id: string }[]
    }
    expect(catalog.frameworks.map(({ slug }) => slug)).toEqual(data.map(({ id }) => id))
  })

  test('holds no region aggregator', async () => {
    const aggregators = service.parts.registry.regions.map(({ slug }) => slug)
    expect(aggregators).toHaveLength((await namesIn('regions')).length)
    expect(aggregators).not.toEqual([])
    const listed = new Set(catalog.frameworks.map(({ slug }) => slug))
    expect(aggregators.filter((slug) => listed.has(slug))).toEqual([])
  })

  test('a region aggregator is no valid pin', async () => {
    const response = await service.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'What applies here?' }],
      svc: { frameworks: [service.parts.registry.regions[0]?.slug] },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'unknown_framework' } })
  })
})

describe('the landings', () => {
  test('have the fields of the contract', () => {
    expect(landings).toMatchObject({
      servedAt: '2026-11-21T12:00:00.000Z',
      source: 'svc-marketing',
      snapshotSource: expect.stringMatching(/\S/) as string,
    })
    expect(landings.pages.length).toBeGreaterThan(0)
  })

  test('leave no placeholder and name no path of the machine', () => {
    expect(JSON.stringify(landings)).not.toMatch(/\{\{|undefined|\/work\/|\/root\//)
  })

  test('gather every framework under the one region it belongs to', () => {
    const gathered = Object.fromEntries(
      landings.regions.flatMap(({ name, frameworks }) => frameworks.map((id) => [id, name])),
    )
    const regionNames = new Map(service.parts.registry.regions.map(({ region, name }) => [region, name]))
    expect(gathered).toEqual(
      Object.fromEntries(catalog.frameworks.map(({ slug, region }) => [slug, regionNames.get(region)])),
    )
    expect(landings.regions.flatMap(({ frameworks }) => frameworks)).toHaveLength(catalog.count)
  })
})
