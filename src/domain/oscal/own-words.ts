import type { Metadata, Property } from './model.ts'
import { NAMESPACE_UUID, nameUuid } from './name-uuid.ts'

/**
 * The namespace (`ns`) of the names that are not OSCAL's. OSCAL wants a URI that nobody else can take; a UUID is one without a domain.
 *
 * | On | Names |
 * | --- | --- |
 * | metadata of a catalog | `framework`, `kind`, `jurisdiction`, `text-status`, `edition-in-force`, `module-sha256` |
 * | metadata of a mapping | `relations` (the publication that defines them) |
 * | a mapped catalog | `framework`, `version` |
 * | a mapped control | `label`: its id as it is cited |
 * | a mapping entry | `strength`: 1 to 10, where its source tells one |
 * | a source of mappings | `kind` (`published`, `text`, `own-reading`), `verified-on` |
 * | parts of a control | `finding`: what an auditor usually finds wrong |
 */
export const OWN_NAMESPACE = `urn:uuid:${NAMESPACE_UUID}`

export function ownProperty(name: string, value: string): Property {
  return { name, ns: OWN_NAMESPACE, value }
}

/** The role and the party of those who wrote what a document says. */
export const AUTHOR = {
  role: { id: 'creator', title: 'Author of the words of this document' },
  party: { uuid: nameUuid('party svc'), type: 'organization', name: 'svc contributors', 'short-name': 'svc' },
} as const

/** A day as OSCAL's time, which needs a time zone. */
export function startOf(day: string): Metadata['last-modified'] {
  return `${day}T00:00:00Z`
}

/** A document with the UUID of all that it says, so that a change of one word is another UUID. */
export function identified<T extends object>(document: T): { uuid: string } & T {
  return { uuid: nameUuid(JSON.stringify(document)), ...document }
}
