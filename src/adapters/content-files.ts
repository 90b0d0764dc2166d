import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { injectedModule } from '../domain/grounding/assemble.ts'
import { ContentError, parseFrontMatter, parseModule } from '../domain/registry/parse-module.ts'
import { Registry } from '../domain/registry/registry.ts'
import { REGIONS, type RegionAggregator } from '../domain/registry/regions.ts'
import { feedHeadSchema, MARKDOWN_FEEDS, type FeedContent } from '../domain/feeds/feed-content.ts'
import type { Tokenizer } from '../domain/tokens/tokenizer.ts'

const regionSchema = z.strictObject({
  slug: z.string().min(1),
  name: z.string().min(1),
  region: z.enum(REGIONS),
})

/**
 * Reads `frameworks/*.md` and `regions/*.md` below `directory` and counts every module once.
 * @throws {ContentError} for the first malformed file, with its name and line: a service with a broken module does not start
 */
export async function loadRegistry(directory: string, tokenizer: Tokenizer): Promise<Registry> {
  const [modules, regions] = await Promise.all([
    readMarkdown(join(directory, 'frameworks'), parseModule),
    readMarkdown(join(directory, 'regions'), parseRegion),
  ])
  const counts = await tokenizer.countEach(modules.map(injectedModule))
  const frameworks = modules.map((module, index) => ({ ...module, knowledgeTokens: counts[index] ?? 0 }))
  return new Registry(frameworks, regions)
}

async function readMarkdown<T>(directory: string, parse: (file: string, source: string) => T): Promise<T[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => parse(join(directory, name), await readFile(join(directory, name), 'utf8'))),
  )
}

function parseRegion(file: string, source: string): RegionAggregator {
  const { head, body } = parseFrontMatter(file, source, regionSchema)
  return { ...head, summary: body.trim() }
}

/**
 * Reads `feeds/*.md` and `landings.json` below `directory`.
 * @throws {ContentError} for the first malformed file
 */
export async function loadFeedContent(directory: string): Promise<FeedContent> {
  const entries = await Promise.all(
    MARKDOWN_FEEDS.map(async (name) => {
      const file = join(directory, 'feeds', `${name}.md`)
      const { head, body } = parseFrontMatter(file, await readFile(file, 'utf8'), feedHeadSchema)
      return [name, { ...head, markdown: body.trim() }] as const
    }),
  )
  const file = join(directory, 'landings.json')
  const landings = parseJsonObject(file, await readFile(file, 'utf8'))
  return { markdown: Object.fromEntries(entries) as FeedContent['markdown'], landings }
}

function parseJsonObject(file: string, source: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(source))
  } catch (cause) {
    throw new ContentError(file, 1, cause instanceof SyntaxError ? cause.message : 'wants a JSON object')
  }
}
