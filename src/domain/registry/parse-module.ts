import { createHash } from 'node:crypto'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { describedNames, describedSchema, type Descriptions } from './described-names.ts'
import type { FrameworkModule, ModulePart, Wording } from './framework.ts'
import { knowledgeDataSchema, NO_DATA, type KnowledgeData } from './knowledge-data.ts'
import { parseBody } from './parse-body.ts'
import { DOMAINS } from './domains.ts'
import { REGION_LABELS, REGIONS } from './regions.ts'

/** A content file that cannot be used; the message is `file:line: reason`. */
export class ContentError extends Error {
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`)
  }
}

const strings = z.array(z.string().min(1))
const date = z.iso.date()

const frontMatterSchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  fullName: z.string().min(1),
  version: z.string().min(1),
  updated: date,
  region: z.enum(REGIONS),
  jurisdictions: strings,
  domain: z.array(z.enum(DOMAINS)).min(1),
  kind: z.string().min(1),
  issuingBody: z.string().min(1),
  supportLevel: z.enum(['deep', 'standard', 'compact']),
  textStatus: z.enum(['public-domain', 'law', 'open', 'copyright', 'restricted']),
  citePrefix: z.string().min(1).optional(),
  undescribed: strings.optional(),
  keywords: strings.min(1),
  aliases: strings,
  editions: z.array(
    z.strictObject({
      id: z.string(),
      date: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/),
      status: z.enum(['current', 'superseded', 'in-force', 'repealed', 'draft']),
    }),
  ),
  sources: z.array(z.strictObject({ title: z.string().min(1), url: z.url() })).min(1),
})

const wordingSchema = z.strictObject({
  names: strings,
  ambiguousNames: strings,
  described: describedSchema.optional(),
  signals: strings,
  ruleSignals: z.boolean().default(false),
  counterSignals: strings,
  decoys: strings,
  askedAs: z.record(z.string(), strings.min(1)),
})

/** Splits a content file into its front matter, read and checked by `schema`, and its body. Shared by modules and region entries. */
export function parseFrontMatter<T extends z.ZodType>(
  file: string,
  source: string,
  schema: T,
): { head: z.infer<T>; body: string; bodyLine: number } {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll('\r\n', '\n'))
  if (!match) throw new ContentError(file, 1, 'the file must open with front matter between two lines of ---')
  const [, yaml = '', body = ''] = match
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, schema: 'core' })
  const broken = document.errors[0]
  if (broken) {
    throw new ContentError(file, lines.linePos(broken.pos[0]).line + 1, `front matter: ${broken.code}`)
  }
  const parsed = schema.safeParse(document.toJS())
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const path = issue?.path.map((part) => (typeof part === 'symbol' ? '' : part)) ?? []
    const node = document.getIn(path.slice(0, 1), true) as { range?: [number, number, number] } | undefined
    const line = node?.range ? lines.linePos(node.range[0]).line + 1 : 1
    throw new ContentError(file, line, `${path.join('.') || 'front matter'}: ${issue?.message}`)
  }
  return { head: parsed.data, body, bodyLine: yaml.split('\n').length + 3 }
}

/** A wording file: beside the names that are written down, those that describe the framework. */
export type WordingFile = Wording & { describedNames: readonly string[] }

const NO_WORDING: WordingFile = {
  names: [],
  ambiguousNames: [],
  signals: [],
  ruleSignals: false,
  counterSignals: [],
  decoys: [],
  askedAs: {},
  describedNames: [],
}

/**
 * Reads one wording file: how people write a framework's name, what stands around it in their texts, and how they ask for its
 * controls. Names that describe it are made of `descriptions`.
 * @throws {ContentError} with the file's name, also where it is described as what `descriptions` does not have
 */
export function parseWording(file: string, source: string, descriptions: Descriptions = {}): WordingFile {
  const { described, ...rest } = parseJson(file, source, wordingSchema)
  const strange = described?.as.find((kind) => !(kind in descriptions))
  if (strange !== undefined) throw new ContentError(file, 1, `described as an unknown kind: ${strange}`)
  return { ...rest, describedNames: described ? describedNames(described, descriptions) : [] }
}

/**
 * Reads one data file: what a module states, as data.
 * @throws {ContentError} with the file's name
 */
export function parseData(file: string, source: string): KnowledgeData {
  return parseJson(file, source, knowledgeDataSchema)
}

/**
 * Reads a file of JSON that must fit a schema.
 * @throws {ContentError} with the file's name
 */
export function parseJson<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(readJson(file, source))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ContentError(file, 1, `${issue?.path.join('.') || 'content'}: ${issue?.message}`)
}

/** @throws {ContentError} with the file's name */
export function readJson(file: string, source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    throw new ContentError(file, 1, cause instanceof SyntaxError ? cause.message : 'no JSON')
  }
}

/**
 * Reads one module file: front matter, and the body that `parse-body.ts` reads.
 * @throws {ContentError} with the file's name and line
 */
export function parseModule(
  file: string,
  source: string,
  { describedNames: described, ...wording }: WordingFile = NO_WORDING,
  parts: readonly ModulePart[] = [],
  data: KnowledgeData = NO_DATA,
): FrameworkModule {
  const { head, body, bodyLine } = parseFrontMatter(file, source, frontMatterSchema)
  const { slug, ...fields } = head
  const { controls: own, notes } = parseBody(body, (line, reason) => {
    throw new ContentError(file, bodyLine + line, reason)
  })
  const controls = [...own, ...parts.flatMap((part) => part.controls)]
  if (own.length === 0) throw new ContentError(file, bodyLine, 'Controls holds no entry')
  const ids = new Set(controls.map(({ id }) => id))
  if (ids.size < controls.length) throw new ContentError(file, bodyLine, 'an id stands in two of its parts')
  const stray = Object.keys(wording.askedAs).find((id) => !ids.has(id))
  if (stray !== undefined)
    throw new ContentError(file, bodyLine, `its wording speaks of an unknown id: ${stray}`)
  const written = [...head.aliases, ...wording.names]
  const describing = unwritten(described, [...written, ...wording.ambiguousNames])
  return {
    ...fields,
    ...wording,
    id: slug,
    names: [...written, ...describing],
    describedNames: describing.length,
    citePrefix: head.citePrefix,
    undescribed: head.undescribed ?? [],
    listed: [],
    points: [],
    regionLabel: REGION_LABELS[head.region],
    body: body.trim(),
    sha256: createHash('sha256').update(body.trim()).digest('hex'),
    controls,
    notes,
    parts,
    data,
  }
}

/** Those of some names that are not written down already, in whatever case. */
function unwritten(names: readonly string[], written: readonly string[]): string[] {
  const taken = new Set(written.map((name) => name.toLowerCase()))
  return names.filter((name) => !taken.has(name.toLowerCase()))
}
