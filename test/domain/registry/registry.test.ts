import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { get_encoding } from 'tiktoken'
import { afterAll, describe, expect, test } from 'vitest'
import { injectedModule } from '../../../src/domain/grounding/assemble.ts'
import { SECTION_NAMES } from '../../../src/domain/registry/framework.ts'
import { Registry } from '../../../src/domain/registry/registry.ts'
import { CONTENT, pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const encoding = get_encoding('o200k_base')
afterAll(() => encoding.free())

const ids = registry.frameworks.map(({ id }) => id)
const entries = registry.frameworks.map((framework) => [framework.id, framework] as const)

test('the registry holds every module file, in canonical order', async () => {
  const files = await readdir(join(CONTENT, 'frameworks'))
  expect(ids).toEqual(files.map((file) => file.replace(/\.md$/, '')).toSorted())
  expect(ids.length).toBeGreaterThanOrEqual(65)
})

test('the order of loading does not matter', () => {
  expect(new Registry(registry.frameworks.toReversed(), []).frameworks).toEqual(registry.frameworks)
})

describe('each entry', () => {
  test.each(entries)('%s carries its published text and the hash of it', async (id, entry) => {
    const source = await readFile(join(CONTENT, 'frameworks', `${id}.md`), 'utf8')
    const text = source.slice(source.indexOf('\n---\n', 3) + 5).trim()
    expect(entry.body).toBe(text)
    expect(entry.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test.each(entries)('%s has every section, and controls with an id, a title and a text', (_id, entry) => {
    const headings = entry.body.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []))
    expect(headings).toEqual([...SECTION_NAMES])
    expect(new Set(entry.controls.map(({ id }) => id)).size).toBe(entry.controls.length)
    expect(
      entry.controls.filter(
        ({ id, title, text, group }) => !id.trim() || !title.trim() || !text.trim() || !group,
      ),
    ).toEqual([])
  })

  test.each(entries)('%s repeats none of its own names', (_id, entry) => {
    const names = [...entry.names, ...entry.ambiguousNames].map((name) => name.toLowerCase())
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test.each(entries)('%s lists a handful of its clear names as aliases', (_id, entry) => {
    const { aliases, names, ambiguousNames } = entry
    expect(aliases.length).toBeLessThanOrEqual(8)
    expect(aliases.filter((alias) => !names.includes(alias) || ambiguousNames.includes(alias))).toEqual([])
  })

  test('each says the true size of what is injected', () => {
    const said = registry.frameworks.map(({ id, knowledgeTokens }) => `${id} ${knowledgeTokens}`)
    const counted = registry.frameworks.map(
      (entry) => `${entry.id} ${encoding.encode_ordinary(injectedModule(entry)).length}`,
    )
    expect(said).toEqual(counted)
  })

  test('no clear name belongs to two frameworks', () => {
    const owners = new Map<string, string>()
    const shared: string[] = []
    for (const { id, name, fullName, names } of registry.frameworks) {
      for (const clear of new Set([name, fullName, ...names].map((one) => one.toLowerCase()))) {
        const owner = owners.get(clear)
        if (owner !== undefined) shared.push(`${clear}: ${owner} and ${id}`)
        owners.set(clear, id)
      }
    }
    expect(shared).toEqual([])
  })
})

test('an exact id is found, anything else is not', () => {
  expect(registry.get('gdpr')?.name).toBe('GDPR')
  for (const id of ['GDPR', ' gdpr', 'gdpr ', '', 'constructor', '__proto__']) {
    expect(registry.get(id)).toBeUndefined()
  }
})

test('frameworks are put in canonical order, each once', () => {
  expect(registry.inOrder(pick(registry, 'tisax', 'ccpa', 'gdpr', 'tisax')).map(({ id }) => id)).toEqual([
    'ccpa',
    'gdpr',
    'tisax',
  ])
})

describe('the nearest ids', () => {
  test.each([
    ['iso27001', 'iso-27001'],
    ['iso-27011', 'iso-27001'],
    ['SOC2', 'soc-2'],
    ['nis-2', 'nis2'],
    ['dsgvo', 'gdpr'],
    ['HIPPA', 'hipaa'],
    ['pci_dss', 'pci-dss'],
    ['fed-ramp', 'fedramp'],
    ['uk-gpdr', 'uk-gdpr'],
    ['nist-800-54', 'nist-800-53'],
  ])('%s: %s comes first', (asked, nearest) => {
    expect(registry.nearest(asked)[0]).toBe(nearest)
  })

  test.each(ids)('the id %s is nearest to itself', (id) => {
    expect(registry.nearest(id)[0]).toBe(id)
  })

  test('are at most three, each a real id', () => {
    for (const asked of ['iso-2', 'nist', 'gdp', 'iso-27', 'a', '']) {
      const near = registry.nearest(asked)
      expect(near.length).toBeLessThanOrEqual(3)
      expect(near.filter((id) => !ids.includes(id))).toEqual([])
    }
  })

  test('are none where nothing is near', () => {
    expect(registry.nearest('quarterly-budget-report')).toEqual([])
    expect(registry.nearest('x'.repeat(10_000))).toEqual([])
  })
})

test('regions of the hub are known but are no frameworks', () => {
  expect(registry.regions.length).toBeGreaterThan(0)
  for (const { slug } of registry.regions) expect(registry.get(slug)).toBeUndefined()
})
