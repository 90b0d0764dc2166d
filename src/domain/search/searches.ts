import { LRUCache } from 'lru-cache'
import type { Framework } from '../registry/framework.ts'
import { atOnce, inTurns } from '../text/turns.ts'
import { EntrySearch } from './entry-search.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A search, and what is left of making it. */
interface Begun {
  search: EntrySearch
  rest: Iterator<void, void>
}

/** Searches that are kept ready: about two megabytes each. Making one again takes some tens of milliseconds, in turns. */
const KEPT_MOST = 24

/** The search of each framework, made when it is first asked for; those asked for last are kept. */
export class Searches {
  readonly #thesaurus: Thesaurus
  readonly #begun = new LRUCache<Framework, Begun>({ max: KEPT_MOST })

  constructor(thesaurus: Thesaurus) {
    this.#thesaurus = thesaurus
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
