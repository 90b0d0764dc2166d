import { LRUCache } from 'lru-cache'
import type { Framework } from '../registry/framework.ts'
import { atOnce, inTurns } from '../text/turns.ts'
import { EntrySearch } from './entry-search.ts'
import { StatementSearch } from './statement-search.ts'
import type { Thesaurus } from './thesaurus.ts'
import type { WordVectors } from './word-vectors.ts'

/** A search, and what is left of making it. */
interface Begun {
  search: EntrySearch
  rest: Iterator<void, void>
}

/** So many are kept ready, of entries and of statements: about four megabytes each. Making one again takes tens of milliseconds, in turns. */
const KEPT_MOST = 24

/** The search of each framework, made when it is first asked for; those asked for last are kept. */
export class Searches {
  readonly #thesaurus: Thesaurus
  readonly #readVectors: () => Promise<WordVectors>
  #vectors: Promise<WordVectors> | undefined
  readonly #begun = new LRUCache<Framework, Begun>({ max: KEPT_MOST })
  readonly #statements = new LRUCache<Framework, StatementSearch>({ max: KEPT_MOST })

  /** What words mean is read when it is first needed. */
  constructor(thesaurus: Thesaurus, readVectors: () => Promise<WordVectors>) {
    this.#thesaurus = thesaurus
    this.#readVectors = readVectors
  }

  /** Made at once, as far as it is not yet. */
  of(framework: Framework): EntrySearch {
    const { search, rest } = this.#begin(framework)
    atOnce(rest)
    return search
  }

  /** Made in turns of the event loop, so that other requests go on. */
  async prepared(framework: Framework): Promise<EntrySearch> {
    const { search, rest } = this.#begin(framework)
    await inTurns(this.#thesaurus.preparing())
    await inTurns(rest)
    return search
  }

  /** The search of what a framework states outside its controls, made in turns of the event loop. */
  async preparedStatements(framework: Framework): Promise<StatementSearch> {
    const kept = this.#statements.get(framework)
    if (kept) return kept
    const search = new StatementSearch(framework, await this.#meanings())
    await inTurns(search.preparing())
    this.#statements.set(framework, search)
    return search
  }

  /** What words mean. A file that could not be read is tried again by whoever asks next. */
  async #meanings(): Promise<WordVectors> {
    this.#vectors ??= this.#readVectors()
    try {
      return await this.#vectors
    } catch (fault) {
      this.#vectors = undefined
      throw fault
    }
  }

  #begin(framework: Framework): Begun {
    let begun = this.#begun.get(framework)
    if (!begun) {
      const search = new EntrySearch(framework, this.#thesaurus)
      begun = { search, rest: search.preparing() }
      this.#begun.set(framework, begun)
    }
    return begun
  }
}
