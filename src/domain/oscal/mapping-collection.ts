import { mappingsFrom, type Crosswalk, type Mapping, type MappingSource } from '../registry/crosswalk.ts'
import { citation, type Framework } from '../registry/framework.ts'
import type {
  MappedResource,
  MappingCollection,
  MappingEntry,
  MappingItem,
  Metadata,
  Relationship,
  Resource,
} from './model.ts'
import { nameUuid } from './name-uuid.ts'
import { AUTHOR, identified, ownProperty, startOf } from './own-words.ts'
import { Tokens } from './token.ts'
import { uri } from './uri.ts'

/** Where the relations of crosswalks are defined; OSCAL's are those of the same publication. */
const RELATIONS_FROM = 'NIST IR 8477'

/** OSCAL's word for each relation of a crosswalk: both took them from NIST IR 8477, so each is its own. */
export const RELATIONSHIPS: Readonly<Record<Mapping['relation'], Relationship>> = {
  'equal-to': 'equal-to',
  'equivalent-to': 'equivalent-to',
  'subset-of': 'subset-of',
  'superset-of': 'superset-of',
  'intersects-with': 'intersects-with',
}

/** Meanings were compared, not words, and a crosswalk claims what stands in it and nothing of what does not. */
const PROVENANCE: Omit<MappingCollection['provenance'], 'mapping-description'> = {
  // Published tables were carried over by a program, the rest was read.
  method: 'hybrid',
  'matching-rationale': 'semantic',
  status: 'not-complete',
}

/** One side of a mapping. */
interface Side {
  framework: Framework
  /** Of the framework's controls, as its catalog has them. */
  tokens: Tokens
}

/**
 * A crosswalk of two frameworks as an OSCAL mapping collection, in the direction from `source` to `target`, whichever of them it was
 * written from. The ends are tokens of `oscalCatalog`, and `catalogHref` says where the catalog of a framework is: a URI, or a reference
 * relative to the document. Every entry links to its source in the back matter. The same crosswalk gives the same bytes.
 */
export function oscalMapping(
  crosswalk: Crosswalk,
  source: Framework,
  target: Framework,
  catalogHref: (framework: string) => string,
): { 'mapping-collection': MappingCollection } {
  const from = { framework: source, tokens: new Tokens(source.controlIds) }
  const to = { framework: target, tokens: new Tokens(target.controlIds) }
  const mappings = mappingsFrom(crosswalk, source.id)
  const sources = new Set(mappings.map((mapping) => mapping.source))
  const resources = new Map([...sources].map((one) => [one, resource(one)]))
  const uuidOf = (one: MappingSource): string => resources.get(one)?.uuid ?? ''
  const collection: Omit<MappingCollection, 'uuid'> = {
    metadata: metadata(source, target, [...sources]),
    provenance: { ...PROVENANCE, 'mapping-description': description(source, target) },
    mappings: [
      {
        uuid: nameUuid(`mapping ${source.id} ${target.id}`),
        'source-resource': mapped(source, catalogHref),
        'target-resource': mapped(target, catalogHref),
        maps: mappings.map((mapping) => entry(mapping, from, to, uuidOf(mapping.source))),
      },
    ],
    'back-matter': { resources: [...resources.values()] },
  }
  return { 'mapping-collection': identified(collection) }
}

function entry(mapping: Mapping, source: Side, target: Side, resourceUuid: string): MappingEntry {
  const { from, relation, to, strength } = mapping
  const name = [source.framework.id, from, relation, target.framework.id, to, resourceUuid]
  return {
    uuid: nameUuid(JSON.stringify(name)),
    relationship: RELATIONSHIPS[relation],
    sources: [item(source, from)],
    targets: [item(target, to)],
    ...(strength === undefined ? {} : { props: [ownProperty('strength', String(strength))] }),
    links: [{ href: `#${resourceUuid}`, rel: 'reference' }],
  }
}

function item({ framework, tokens }: Side, id: string): MappingItem {
  return {
    type: 'control',
    'id-ref': tokens.of(id),
    props: [ownProperty('label', citation(framework, id))],
  }
}

function mapped({ id, version }: Framework, catalogHref: (framework: string) => string): MappedResource {
  return {
    type: 'catalog',
    href: catalogHref(id),
    props: [ownProperty('framework', id), ownProperty('version', version)],
  }
}

function resource({ title, url, kind, verifiedOn }: MappingSource): Resource {
  return {
    uuid: nameUuid(JSON.stringify(['source', title, url, kind, verifiedOn])),
    title,
    props: [ownProperty('kind', kind), ownProperty('verified-on', verifiedOn)],
    ...(url === undefined ? {} : { rlinks: [{ href: uri(url) }] }),
  }
}

function metadata(source: Framework, target: Framework, sources: readonly MappingSource[]): Metadata {
  const days = [source.updated, target.updated, ...sources.map(({ verifiedOn }) => verifiedOn)].sort()
  const newest = days.at(-1) ?? source.updated
  return {
    title: `${source.name} to ${target.name}`,
    'last-modified': startOf(newest),
    // A crosswalk has no edition of its own: it is as new as its newest source or module.
    version: newest,
    'oscal-version': '1.2.2',
    props: [ownProperty('relations', RELATIONS_FROM)],
    roles: [AUTHOR.role],
    parties: [AUTHOR.party],
    'responsible-parties': [{ 'role-id': AUTHOR.role.id, 'party-uuids': [AUTHOR.party.uuid] }],
    remarks:
      'Ids, relations and strengths alone, no text of either framework. The back matter names the source of every entry; an own reading compared both modules of svc.',
  }
}

function description(source: Framework, target: Framework): string {
  return `Controls of ${source.fullName} mapped to controls of ${target.fullName}. That a control is not mapped says nothing about it. A published mapping that states no relation is told as intersects-with, the weakest claim.`
}
