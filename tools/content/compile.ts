import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadFeedContent, loadRegistry, readConcepts } from '../../src/adapters/content-files.ts'
import type { CompiledIndex, FrameworkHead, Texts } from '../../src/adapters/compiled-content.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { buildPostings } from '../../src/domain/search/control-postings.ts'
import type { Tokenizer } from '../../src/domain/tokens/tokenizer.ts'

/** The folders and files below the content folder that the service is made of. */
const SOURCES = [
  'crosswalks',
  'data',
  'described-names.json',
  'feeds',
  'frameworks',
  'ids',
  'landings.json',
  'parts',
  'regions',
  'retention.json',
  'thesaurus.json',
  'wording',
]

/** What `src/adapters/compiled-content.ts` reads, as text. */
export interface Compiled {
  index: string
  texts: string
  controls: Uint8Array
}

/**
 * Compiles the content below `directory`. The same sources give the same bytes.
 * @throws {ContentError} for the first malformed file, with its name and line
 */
export async function compileContent(directory: string, tokenizer: Tokenizer): Promise<Compiled> {
  const [{ frameworks, regions, crosswalks }, feeds, concepts, sources] = await Promise.all([
    loadRegistry(directory, tokenizer),
    loadFeedContent(directory),
    readConcepts(directory),
    hashOfSources(directory),
  ])
  const compiled = frameworks.map(compileFramework)
  const thesaurus = JSON.stringify(concepts)
  const mapped = crosswalks.map(({ a, b, ...rest }) => ({ a, b, line: JSON.stringify(rest) }))
  const lines = [
    ...compiled.flatMap(({ texts, askedAs, data }) => [texts, askedAs, data]),
    ...mapped.map(({ line }) => line),
    thesaurus,
  ]
  return {
    index: writeIndex({
      sources,
      frameworks: compiled.map(({ head }) => head),
      regions,
      crosswalks: mapped.map(({ a, b, line }) => ({ a, b, bytes: Buffer.byteLength(line) })),
      feeds,
      thesaurusBytes: Buffer.byteLength(thesaurus),
    }),
    texts: lines.map((line) => `${line}\n`).join(''),
    controls: buildPostings(frameworks),
  }
}

/** SHA-256 over names and bytes of everything that is compiled, hex. */
export async function hashOfSources(directory: string): Promise<string> {
  const names = await Promise.all(
    SOURCES.map(async (name) =>
      name.endsWith('.json')
        ? [name]
        : (await readdir(join(directory, name), { recursive: true, withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)),
    ),
  )
  const hash = createHash('sha256')
  for (const name of names.flat().toSorted()) {
    hash.update(`${name}\n`).update(await readFile(join(directory, name)))
  }
  return hash.digest('hex')
}

function compileFramework({
  body,
  controls: _controls,
  notes: _notes,
  askedAs,
  data,
  parts,
  ...rest
}: Framework): {
  head: FrameworkHead
  texts: string
  askedAs: string
  data: string
} {
  const own: Texts = { body, parts: parts.map((part) => part.body) }
  const [texts, asked, stated] = [JSON.stringify(own), JSON.stringify(askedAs), JSON.stringify(data)]
  const head = {
    ...rest,
    parts: parts.map(({ body: _body, controls: _own, ...part }) => part),
    textsBytes: Buffer.byteLength(texts),
    askedAsBytes: Buffer.byteLength(asked),
    dataBytes: Buffer.byteLength(stated),
  }
  return { head, texts, askedAs: asked, data: stated }
}

/** The index as it is written: one line a framework, so that a change of one is a change of one line. */
export function writeIndex({ frameworks, ...rest }: CompiledIndex): string {
  const lines = frameworks.map((head) => JSON.stringify(head)).join(',\n')
  return `${JSON.stringify(rest).slice(0, -1)},"frameworks":[\n${lines}\n]}\n`
}
