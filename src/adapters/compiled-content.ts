import { createHash } from 'node:crypto'
import { openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeedContent } from '../domain/feeds/feed-content.ts'
import type { ControlEntry, CountedPart, Framework, Note } from '../domain/registry/framework.ts'
import type { Crosswalk } from '../domain/registry/crosswalk.ts'
import { parseBody, parsePartBody } from '../domain/registry/parse-body.ts'
import type { KnowledgeData } from '../domain/registry/knowledge-data.ts'
import { Registry } from '../domain/registry/registry.ts'
import type { RegionAggregator } from '../domain/registry/regions.ts'
import { Thesaurus, type Concept } from '../domain/search/thesaurus.ts'
import { WordVectors } from '../domain/search/word-vectors.ts'

/** What a start reads: all but the long texts. */
export const INDEX_FILE = 'index.json'

/**
 * The long texts, each a line of JSON: of every framework its `Texts`, its `askedAs` and its `data`, in the order of the index; of every
 * crosswalk its sources and pairs; the thesaurus.
 */
export const TEXTS_FILE = 'texts.jsonl'

/** The one index over the controls of all frameworks, as `buildPostings` makes it. */
export const CONTROLS_FILE = 'controls.bin'

/** What words mean, as `npm run content:learn` learns it from the data and `encodeWordVectors` writes it. */
export const WORDS_FILE = 'word-vectors.bin'

/** A part without what is read when it is first needed. */
export type PartHead = Omit<CountedPart, 'body' | 'controls'>

/** A framework without what is read when it is first needed, and the bytes of its three lines. */
export interface FrameworkHead extends Omit<
  Framework,
  'body' | 'controls' | 'notes' | 'askedAs' | 'data' | 'parts'
> {
  parts: readonly PartHead[]
  textsBytes: number
  askedAsBytes: number
  dataBytes: number
}

/** A crosswalk without its mappings, and the bytes of their line. */
export interface CrosswalkHead extends Pick<Crosswalk, 'a' | 'b'> {
  bytes: number
}

/** What `npm run content:build` makes of `fixtures/content`: everything checked, counted and hashed. */
export interface CompiledIndex {
  /** SHA-256 of all source files: tells whether they have changed since. */
  sources: string
  frameworks: readonly FrameworkHead[]
  regions: readonly RegionAggregator[]
  crosswalks: readonly CrosswalkHead[]
  feeds: FeedContent
  thesaurusBytes: number
}

/** The texts of a framework that are injected: of the module, and of each of its parts. */
export interface Texts {
  body: string
  parts: readonly string[]
}

/** The published content, ready for service. */
export interface Content {
  registry: Registry
  thesaurus: Thesaurus
  feeds: FeedContent
  /** Reads the index over all controls. */
  readControls: () => Promise<Uint8Array>
  /** Reads what words mean. */
  readVectors: () => Promise<WordVectors>
}

/** Reads the compiled content below `directory`: the index now, a framework's texts when they are first asked for. */
export async function loadContent(directory: string): Promise<Content> {
  const { frameworks, regions, crosswalks, feeds, thesaurusBytes } = await readIndex(directory)
  const lines = new Lines(join(directory, TEXTS_FILE))
  const registry = new Registry(
    frameworks.map(({ textsBytes, askedAsBytes, dataBytes, ...head }) =>
      framework(head, {
        texts: lines.next<Texts>(textsBytes),
        askedAs: lines.next<Framework['askedAs']>(askedAsBytes),
        data: lines.next<KnowledgeData>(dataBytes),
      }),
    ),
    regions,
    crosswalks.map(({ a, b, bytes }) => crosswalk(a, b, lines.next<Mapped>(bytes))),
  )
  return {
    registry,
    thesaurus: new Thesaurus(each(lines.next<Concept[]>(thesaurusBytes))),
    feeds,
    readControls: () => readFile(join(directory, CONTROLS_FILE)),
    readVectors: async () => new WordVectors(await readFile(join(directory, WORDS_FILE))),
  }
}

/** The index as it stands. It is not checked again: a test holds it to its sources. */
export async function readIndex(directory: string): Promise<CompiledIndex> {
  return JSON.parse(await readFile(join(directory, INDEX_FILE), 'utf8')) as CompiledIndex
}

/** Lines of JSON in a file that stays open: what replaces it is for the next start. */
class Lines {
  readonly #file: number
  #end = 0

  constructor(path: string) {
    this.#file = openSync(path, 'r')
  }

  /** The reader of the next line, which has so many bytes. It reads at each call. */
  next<T>(bytes: number): () => T {
    const start = this.#end
    this.#end += bytes + 1
    return () => {
      const line = Buffer.allocUnsafe(bytes)
      readSync(this.#file, line, 0, bytes, start)
      return JSON.parse(line.toString()) as T
    }
  }
}

/** The members of a line, read when the first is taken. */
function* each<T>(read: () => readonly T[]): Generator<T, void> {
  yield* read()
}

/** What a crosswalk says. */
type Mapped = Pick<Crosswalk, 'sources' | 'pairs'>

/** A crosswalk that is read once, when it is first asked for. */
function crosswalk(a: string, b: string, read: () => Mapped): Crosswalk {
  let mapped: Mapped | undefined
  const once = (): Mapped => (mapped ??= read())
  return {
    a,
    b,
    get sources() {
      return once().sources
    },
    get pairs() {
      return once().pairs
    },
  }
}

/** The readers of a framework's lines. */
interface Reading {
  texts: () => Texts
  askedAs: () => Framework['askedAs']
  data: () => KnowledgeData
}

/**
 * A framework whose texts and data are read once, when the first of them is asked for. How people ask for its controls is wanted only
 * while a search is made, so it is read each time.
 */
function framework(
  { parts, ...head }: Omit<FrameworkHead, 'textsBytes' | 'askedAsBytes' | 'dataBytes'>,
  reading: Reading,
): Framework {
  let read: Knowledge | undefined
  let data: KnowledgeData | undefined
  const knowledge = (): Knowledge => (read ??= understand(head, reading.texts()))
  return {
    ...head,
    get body() {
      return knowledge().body
    },
    get controls() {
      return knowledge().controls
    },
    get notes() {
      return knowledge().notes
    },
    get askedAs() {
      return reading.askedAs()
    },
    get data() {
      return (data ??= reading.data())
    },
    parts: parts.map((part, index) => ({
      ...part,
      get body() {
        return knowledge().parts[index]?.body ?? ''
      },
      get controls() {
        return knowledge().parts[index]?.controls ?? []
      },
    })),
  }
}

/** What the texts of a framework say. */
interface Knowledge {
  body: string
  controls: readonly ControlEntry[]
  notes: readonly Note[]
  parts: readonly { body: string; controls: readonly ControlEntry[] }[]
}

/** @throws where the texts are not those of the index: an answer must stand on the text whose hash it tells */
function understand({ id, sha256 }: Pick<Framework, 'id' | 'sha256'>, { body, parts }: Texts): Knowledge {
  const fault = (line: number, reason: string): never => {
    throw new Error(`compiled content of ${id}, line ${line + 1}: ${reason}`)
  }
  if (createHash('sha256').update(body).digest('hex') !== sha256) fault(0, 'is not what the index says')
  const { controls, notes } = parseBody(body, fault)
  const read = parts.map((text) => ({ body: text, controls: parsePartBody(text, fault) }))
  return { body, controls: [...controls, ...read.flatMap((part) => part.controls)], notes, parts: read }
}
