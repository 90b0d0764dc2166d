import { beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '../../../src/adapters/compiled-content.ts'
import { oscalCatalog } from '../../../src/domain/oscal/catalog.ts'
import type { Catalog, Control, Part } from '../../../src/domain/oscal/model.ts'
import { OWN_NAMESPACE } from '../../../src/domain/oscal/own-words.ts'
import { citation, type Framework } from '../../../src/domain/registry/framework.ts'
import type { Registry } from '../../../src/domain/registry/registry.ts'
import { oscalErrors } from '../../support/oscal-schema.ts'
import { COMPILED, pick, realRegistry } from '../real-registry.ts'

let registry: Registry
let exported: { framework: Framework; catalog: Catalog }[]
let gdpr: Framework
beforeAll(async () => {
  registry = await realRegistry()
  exported = registry.frameworks.map((framework) => ({ framework, ...oscalCatalog(framework) }))
  gdpr = only('gdpr')
})

function only(id: string): Framework {
  const [framework] = pick(registry, id)
  if (!framework) throw new Error(`no framework ${id}`)
  return framework
}

const controlsOf = ({ groups }: Catalog): Control[] => groups.flatMap(({ controls }) => controls)
const withInner = (part: Part): Part[] => [part, ...(part.parts ?? []).flatMap(withInner)]
const partsIn = (catalog: Catalog): Part[] =>
  controlsOf(catalog).flatMap(({ parts }) => parts.flatMap(withInner))
const prosesOf = (catalog: Catalog): string[] => partsIn(catalog).flatMap(({ prose }) => prose ?? [])
const labelOf = ({ props }: Control): string | undefined => props.find(({ name }) => name === 'label')?.value

function control(catalog: Catalog, label: string): Control | undefined {
  return controlsOf(catalog).find((one) => labelOf(one) === label)
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}

describe('the catalog of every framework', () => {
  test('is valid by the official schema', () => {
    const faults = exported.map(({ framework, catalog }) => [framework.id, oscalErrors({ catalog })])
    expect(faults.filter(([, errors]) => errors?.length)).toEqual([])
    expect(faults.length).toBeGreaterThan(60)
  })

  test('has no id twice, be it of a group, a control or a part', () => {
    const faults = exported.flatMap(({ catalog }) => {
      const groups = catalog.groups.map(({ id }) => id)
      return twice(
        [...groups, ...[...controlsOf(catalog), ...partsIn(catalog)].map(({ id }) => id)].toSorted(),
      )
    })
    expect(faults).toEqual([])
  })

  test('names no property and no link of its metadata twice', () => {
    const faults = exported.flatMap(({ catalog: { metadata } }) => [
      ...twice(metadata.props.map((prop) => JSON.stringify(prop))),
      ...twice((metadata.links ?? []).map(({ href }) => href)),
    ])
    expect(faults).toEqual([])
  })

  test('has exactly the controls that the module describes, as they are cited, in its groups', () => {
    for (const { framework, catalog } of exported) {
      const told = catalog.groups.flatMap((group) =>
        group.controls.map((one) => `${group.title} / ${labelOf(one)} / ${one.title}`),
      )
      const described = framework.controls.map(
        ({ id, title, group }) => `${group} / ${citation(framework, id)} / ${title}`,
      )
      expect(told.toSorted()).toEqual(described.toSorted())
    }
  })

  test('has no id of an older edition that the module does not describe', () => {
    const old = exported.flatMap(({ framework, catalog }) => {
      const labels = new Set(controlsOf(catalog).map(labelOf))
      const moved = framework.data.editions.flatMap(({ moves }) => moves.flatMap((move) => move.old))
      return moved.filter((id) => !framework.controlIds.includes(id) && labels.has(citation(framework, id)))
    })
    expect(old).toEqual([])
  })

  test('loses no word of the module, and adds none', () => {
    const words = (texts: readonly string[]): string[] => texts.join(' ').split(/\s+/).toSorted()
    for (const { framework, catalog } of exported) {
      const texts = framework.controls.map(({ text }) => text.replaceAll(/\s(?:Evidence|Test|Finding):/g, ''))
      expect(words(prosesOf(catalog))).toEqual(words(texts))
    }
  })

  test('links to the sources by URIs alone', () => {
    const links = exported.flatMap(({ catalog }) => catalog.metadata.links ?? [])
    expect(links.filter(({ href }) => !/^https?:\/\/[\x21-\x7e]+$/.test(href))).toEqual([])
    expect(links.map(({ href }) => href)).toContain(
      'https://www.law.go.kr/%EB%B2%95%EB%A0%B9/%EA%B0%9C%EC%9D%B8%EC%A0%95%EB%B3%B4%EB%B3%B4%ED%98%B8%EB%B2%95',
    )
  })
})

test('a control has its words as a statement, as objects to examine, as a test and as a finding', () => {
  const label = 'Art. 6'
  const { catalog } = oscalCatalog(only('eu-ai-act'))
  const told = control(catalog, label)
  expect(told?.parts.map(({ id, name, ns }) => [id, name, ns])).toEqual([
    ['art-6_smt', 'statement', undefined],
    ['art-6_asm-examine', 'assessment-method', undefined],
    ['art-6_asm-test', 'assessment-method', undefined],
    ['art-6_finding', 'finding', OWN_NAMESPACE],
  ])
  expect(told?.parts[1]?.parts?.[0]).toEqual({
    id: 'art-6_asm-examine-objects',
    name: 'assessment-objects',
    prose: 'classification file per system and version.',
  })
})

describe('whose words they are', () => {
  test('a restricted text goes out as ids and titles, and the document says so', () => {
    const { catalog } = oscalCatalog({ ...gdpr, textStatus: 'restricted' })
    expect(oscalErrors({ catalog })).toEqual([])
    expect(prosesOf(catalog)).toEqual([])
    expect(JSON.stringify(catalog)).not.toContain('Evidence')
    expect(control(catalog, 'Art. 32')).toEqual({
      id: 'art-32',
      title: 'Security of processing',
      props: [{ name: 'label', value: 'Art. 32' }],
      parts: [{ id: 'art-32_smt', name: 'statement' }],
    })
    expect(catalog.metadata.remarks).toMatch(/^Ids and titles alone/)
  })

  test('every other text goes out in the words of the module, and the document says whose they are', () => {
    const open = exported.filter(({ framework }) => framework.textStatus !== 'restricted')
    expect(open.filter(({ catalog }) => prosesOf(catalog).length === 0)).toEqual([])
    expect(open.filter(({ catalog }) => !catalog.metadata.remarks.includes("svc's own account"))).toEqual([])
  })

  test('the author of the words and the issuer of the framework are two parties', () => {
    const { metadata } = oscalCatalog(gdpr).catalog
    const nameOf = (uuid: string): string | undefined =>
      metadata.parties.find((party) => party.uuid === uuid)?.name
    expect(
      metadata['responsible-parties'].map((one) => [one['role-id'], one['party-uuids'].map(nameOf)]),
    ).toEqual([
      ['creator', ['svc contributors']],
      ['issuing-body', ['European Union']],
    ])
  })

  test('ids that are not described are told', () => {
    expect(oscalCatalog(only('appi')).catalog.metadata.remarks).toContain('Art. 1-185')
  })
})

describe('the same content is the same document', () => {
  test('byte for byte, from another load of it', async () => {
    const { registry: again } = await loadContent(COMPILED)
    for (const { framework, catalog } of exported) {
      const [same] = pick(again, framework.id)
      expect(JSON.stringify(same && oscalCatalog(same))).toBe(JSON.stringify({ catalog }))
    }
  })

  test('each framework has its own UUID', () => {
    expect(twice(exported.map(({ catalog }) => catalog.uuid))).toEqual([])
  })

  test.each([
    ['a word of a control', { controls: [{ id: 'Art. 1', title: 'Aim', text: 'Other.', group: 'One' }] }],
    ['the day of the review', { updated: '2026-12-01' }],
    ['the version', { version: '2027' }],
    ['what may be done with its text', { textStatus: 'restricted' as const }],
  ])('%s changes the UUID', (_, change) => {
    expect(oscalCatalog({ ...gdpr, ...change }).catalog.uuid).not.toBe(oscalCatalog(gdpr).catalog.uuid)
  })
})
