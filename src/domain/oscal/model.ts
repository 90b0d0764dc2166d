/*
 * The parts of OSCAL 1.2.2 that exports use, in the words of its schema and with its keys in its order. What the schema
 * demands of strings (tokens, UUIDs, URIs) is made by the files beside this one.
 */

export interface Property {
  name: string
  ns?: string
  value: string
}

export interface Link {
  href: string
  rel: string
  text?: string
}

export interface Metadata {
  title: string
  'last-modified': string
  version: string
  'oscal-version': string
  props: Property[]
  links?: Link[]
  roles: { id: string; title: string }[]
  parties: { uuid: string; type: 'organization'; name: string; 'short-name'?: string }[]
  'responsible-parties': { 'role-id': string; 'party-uuids': string[] }[]
  remarks: string
}

/** A piece of a control: `id` is the control's token, an underscore, and what the piece is. */
export interface Part {
  id: string
  name: string
  ns?: string
  props?: Property[]
  prose?: string
  parts?: Part[]
}

export interface Control {
  id: string
  title: string
  props: Property[]
  parts: Part[]
}

export interface Group {
  id: string
  title: string
  controls: Control[]
}

export interface Catalog {
  uuid: string
  metadata: Metadata
  groups: Group[]
}

/** One end of a mapping: `id-ref` is the control's token in the catalog of its side. */
export interface MappingItem {
  type: 'control'
  'id-ref': string
  props: Property[]
}

/** OSCAL's relations, by its allowed values; `no-relationship`, which it also has, is never claimed here. */
export type Relationship = 'equal-to' | 'equivalent-to' | 'subset-of' | 'superset-of' | 'intersects-with'

export interface MappingEntry {
  uuid: string
  relationship: Relationship
  sources: [MappingItem]
  targets: [MappingItem]
  props?: Property[]
  links: Link[]
}

export interface MappedResource {
  type: 'catalog'
  href: string
  props: Property[]
}

export interface ControlMapping {
  uuid: string
  'source-resource': MappedResource
  'target-resource': MappedResource
  maps: MappingEntry[]
}

export interface Resource {
  uuid: string
  title: string
  props: Property[]
  rlinks?: { href: string }[]
}

export interface MappingCollection {
  uuid: string
  metadata: Metadata
  provenance: {
    method: 'human' | 'automation' | 'hybrid'
    'matching-rationale': 'syntactic' | 'semantic' | 'functional'
    status: 'complete' | 'not-complete'
    'mapping-description': string
  }
  mappings: [ControlMapping]
  'back-matter': { resources: Resource[] }
}
