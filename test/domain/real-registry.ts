import { fileURLToPath } from 'node:url'
import { loadContent, type Content } from '../../src/adapters/compiled-content.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import type { Registry } from '../../src/domain/registry/registry.ts'
import { Searches } from '../../src/domain/search/searches.ts'
import type { Thesaurus } from '../../src/domain/search/thesaurus.ts'
import type { WordVectors } from '../../src/domain/search/word-vectors.ts'

/** The sources of the published content. */
export const CONTENT = fileURLToPath(new URL('../../fixtures/content', import.meta.url))

/** What is made of them, and the service loads. */
export const COMPILED = fileURLToPath(new URL('../../fixtures/compiled', import.meta.url))

let loaded: Promise<Content> | undefined

function realContent(): Promise<Content> {
  loaded ??= loadContent(COMPILED)
  return loaded
}

/** The registry as the service loads it. */
export async function realRegistry(): Promise<Registry> {
  return (await realContent()).registry
}

/** The thesaurus as the service loads it. */
export async function realThesaurus(): Promise<Thesaurus> {
  return (await realContent()).thesaurus
}

/** What words mean, as the service loads it. */
export async function realVectors(): Promise<WordVectors> {
  return (await realContent()).readVectors()
}

/** Searches as the service makes them, with nothing made yet. */
export async function freshSearches(): Promise<Searches> {
  const { thesaurus, readVectors } = await realContent()
  return new Searches(thesaurus, readVectors)
}

let shared: Promise<Searches> | undefined

/** Searches that all test files of a process share: each keeps dozens of frameworks ready, and twenty of them fill a heap. */
export function realSearches(): Promise<Searches> {
  shared ??= freshSearches()
  return shared
}

/** Frameworks by id, in the given order. */
export function pick(registry: Registry, ...ids: string[]): Framework[] {
  return ids.map((id) => {
    const framework = registry.get(id)
    if (!framework) throw new Error(`no framework ${id}`)
    return framework
  })
}
