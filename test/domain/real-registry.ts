import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import type { Registry } from '../../src/domain/registry/registry.ts'

/** The published content. */
export const CONTENT = fileURLToPath(new URL('../../fixtures/content', import.meta.url))

let loaded: Promise<Registry> | undefined

/** The registry as the service loads it. */
export function realRegistry(): Promise<Registry> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Registry> {
  const tokenizer = new TiktokenTokenizer()
  try {
    return await loadRegistry(CONTENT, tokenizer)
  } finally {
    await tokenizer.close()
  }
}

/** Frameworks by id, in the given order. */
export function pick(registry: Registry, ...ids: string[]): Framework[] {
  return ids.map((id) => {
    const framework = registry.get(id)
    if (!framework) throw new Error(`no framework ${id}`)
    return framework
  })
}
