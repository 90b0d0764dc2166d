import type { Framework } from '../registry/framework.ts'
import { EntrySearch } from './entry-search.ts'
import type { Thesaurus } from './thesaurus.ts'

/** The search of each framework, made when it is first asked for and kept as long as the framework is. */
export class Searches {
  readonly #thesaurus: Thesaurus
  readonly #searches = new WeakMap<Framework, EntrySearch>()

  constructor(thesaurus: Thesaurus) {
    this.#thesaurus = thesaurus
  }

  of(framework: Framework): EntrySearch {
    let search = this.#searches.get(framework)
    if (!search) {
      search = new EntrySearch(framework, this.#thesaurus)
      this.#searches.set(framework, search)
    }
    return search
  }
}
