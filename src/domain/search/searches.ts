import type { Framework } from '../registry/framework.ts'
import { atOnce, inTurns } from '../text/turns.ts'
import { EntrySearch } from './entry-search.ts'
import type { Thesaurus } from './thesaurus.ts'

/** A search, and what is left of making it. */
interface Begun {
  search: EntrySearch
  rest: Iterator<void, void>
}

/** The search of each framework, made when it is first asked for and kept as long as the framework is. */
export class Searches {
  readonly #thesaurus: Thesaurus
  readonly #begun = new WeakMap<Framework, Begun>()

  constructor(thesaurus: Thesaurus) {
    this.#thesaurus = thesaurus
  }

  /** Made at once, as far as it is not yet. */
  of(framework: Framework): EntrySearch {
    const { search, rest } = this.#begin(framework)
    atOnce(rest)
    return search
  }

  /** Makes a search in turns of the event loop, so that it costs nothing when it is asked for. */
  async prepare(framework: Framework): Promise<void> {
    await inTurns(this.#begin(framework).rest)
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
