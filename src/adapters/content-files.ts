import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { injectedModule, injectedPart } from '../domain/grounding/assemble.ts'
import { crosswalkSchema, type Crosswalk } from '../domain/registry/crosswalk.ts'
import { descriptionsSchema } from '../domain/registry/described-names.ts'
import type { FrameworkModule } from '../domain/registry/framework.ts'
import { idListSchema } from '../domain/registry/id-list.ts'
import {
  parseFrontMatter,
  parseData,
  parseJson,
  parseModule,
  parseWording,
} from '../domain/registry/parse-module.ts'
import { parsePart } from '../domain/registry/parse-part.ts'
import { Registry } from '../domain/registry/registry.ts'
import { REGIONS, type RegionAggregator } from '../domain/registry/regions.ts'
import { feedHeadSchema, MARKDOWN_FEEDS, type FeedContent } from '../domain/feeds/feed-content.ts'
import { retentionSchema } from '../domain/feeds/retention-source.ts'
import type { Tokenizer } from '../domain/tokens/tokenizer.ts'
import { Thesaurus, type Concept } from '../domain/search/thesaurus.ts'

const regionSchema = z.strictObject({
  slug: z.string().min(1),
  name: z.string().min(1),
  region: z.enum(REGIONS),
})

/**
 * Reads `frameworks/*.md`, each with its `wording/*.json`, `parts`, `data/*.json` and `ids/*.json`, `described-names.json`, `regions/*.md`
 * and `crosswalks/*.json` below `directory`, and counts every module.
 * @throws {ContentError} for the first malformed file, with its name and line
 */
export async function loadRegistry(directory: string, tokenizer: Tokenizer): Promise<Registry> {
  const [modules, regions, crosswalks] = await Promise.all([
    readModules(directory),
    readMarkdown(join(directory, 'regions'), parseRegion),
    ifThere(readFiles(join(directory, 'crosswalks'), '.json', parseCrosswalk)),
  ])
  const texts = modules.flatMap(injectedTexts)
  const counts = await tokenizer.countEach(texts)
  const tokens = new Map(texts.map((text, index) => [text, counts[index] ?? 0]))
  const tokensOf = (text: string): number => tokens.get(text) ?? 0
  const frameworks = modules.map((module) => ({
    ...module,
    knowledgeTokens: tokensOf(injectedModule(module)),
    controlIds: module.controls.map(({ id }) => id),
    parts: module.parts.map((part) => ({ ...part, knowledgeTokens: tokensOf(injectedPart(part)) })),
  }))
  return new Registry(frameworks, regions, crosswalks)
}

/** Everything of a module that is injected, each text that is counted by itself. */
function injectedTexts(module: FrameworkModule): string[] {
  return [injectedModule(module), ...module.parts.map(injectedPart)]
}

async function readModules(directory: string): Promise<FrameworkModule[]> {
  const described = join(directory, 'described-names.json')
  const descriptions = await ifThere(readValid(described, descriptionsSchema))
  return readMarkdown(join(directory, 'frameworks'), async (file, source) => {
    const id = basename(file, '.md')
    const wording = join(directory, 'wording', `${id}.json`)
    // Most modules have no parts; the files' names give the order of those there are.
    const parts = (await ifThere(readMarkdown(join(directory, 'parts', id), parsePart))) ?? []
    const data = join(directory, 'data', `${id}.json`)
    const stated = await ifThere(readFile(data, 'utf8'))
    const list = await ifThere(readValid(join(directory, 'ids', `${id}.json`), idListSchema))
    const module = parseModule(
      file,
      source,
      parseWording(wording, await readFile(wording, 'utf8'), descriptions),
      parts,
      stated === undefined ? undefined : parseData(data, stated),
    )
    const described = new Set(module.controls.map((control) => control.id))
    const listed = list ? [...list.headline, ...list.finer] : []
    return { ...module, listed: listed.filter((one) => !described.has(one)), points: list?.points ?? [] }
  })
}

/** What is read, or undefined where there is no such file or folder. */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

function readMarkdown<T>(
  directory: string,
  parse: (file: string, source: string) => T | Promise<T>,
): Promise<T[]> {
  return readFiles(directory, '.md', parse)
}

async function readFiles<T>(
  directory: string,
  extension: string,
  parse: (file: string, source: string) => T | Promise<T>,
): Promise<T[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(extension)).sort()
  return Promise.all(
    names.map(async (name) => parse(join(directory, name), await readFile(join(directory, name), 'utf8'))),
  )
}

function parseRegion(file: string, source: string): RegionAggregator {
  const { head, body } = parseFrontMatter(file, source, regionSchema)
  return { ...head, summary: body.trim() }
}

function parseCrosswalk(file: string, source: string): Crosswalk {
  return parseJson(file, source, crosswalkSchema)
}

const thesaurusSchema = z.array(
  z.object({ en: z.tuple([z.string().min(1)], z.string().min(1)) }).catchall(z.array(z.string().min(1))),
)

/**
 * Reads `thesaurus.json` below `directory`; empty where a content folder of its own has none.
 * @throws {ContentError} for a malformed file
 */
export async function loadThesaurus(directory: string): Promise<Thesaurus> {
  return new Thesaurus(await readConcepts(directory))
}

/** What `loadThesaurus` makes its thesaurus of. */
export async function readConcepts(directory: string): Promise<readonly Concept[]> {
  const file = join(directory, 'thesaurus.json')
  const source = await ifThere(readFile(file, 'utf8'))
  return source === undefined ? [] : parseJson(file, source, thesaurusSchema)
}

/**
 * Reads `feeds/*.md`, `landings.json` and `retention.json` below `directory`.
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
  return {
    markdown: Object.fromEntries(entries) as FeedContent['markdown'],
    landings: await readValid(join(directory, 'landings.json'), z.record(z.string(), z.unknown())),
    retention: await readValid(join(directory, 'retention.json'), retentionSchema),
  }
}

/** @throws {ContentError} for a file that is no JSON, or does not fit the schema */
async function readValid<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  return parseJson(file, await readFile(file, 'utf8'), schema)
}
