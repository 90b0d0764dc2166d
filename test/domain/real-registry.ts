import { fileURLToPath } from 'node:url'
import { loadContent } from '../../src/adapters/compiled-content.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import type { Registry } from '../../src/domain/registry/registry.ts'

/** The sources of the published content. */
export const CONTENT = fileURLToPath(new URL('../../fixtures/content', import.meta.url))

/** What is made of them, and the service loads. */
export const COMPILED = fileURLToPath(new URL('../../fixtures/compiled', import.meta.url))

let loaded: Promise<Registry> | undefined

/** The registry as the service loads it. */
export function realRegistry(): Promise<Registry> {
  loaded ??= loadContent(COMPILED).then(({ registry }) => registry)
  return loaded
}

/** Frameworks by id, in the given order. */
export function pick(registry: Registry, ...ids: string[]): Framework[] {
  return ids.map((id) => {
    const framework = registry.get(id)
    if (!framework) throw new Error(`no framework ${id}`)
    return framework
  })
}
