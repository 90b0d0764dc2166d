import { holds, shareOfWord, withBeginnings } from './question-words.ts'
import { meaningful } from './stems.ts'

/** What a common word counts in the share of a question that is covered. */
const COMMON_SHARE = 0.5

/** More is not covered of a question that has no other words. */
const COMMON_MOST = 0.4

/** In a question of more words, those that the module does not know count less. */
const STORY_FROM = 3

/** The terms that a module's statements have, and how much of a question some of them speak of. */
export class KnownTerms {
  /** Every term, and how many statements have it. */
  readonly #having = new Map<string, number>()
  /** Every term of the questions in other languages, and how each begins. */
  readonly #abroad = new Set<string>()
  #statements = 0

  add(texts: readonly string[]): void {
    for (const term of new Set(texts.flatMap(meaningful)))
      this.#having.set(term, (this.#having.get(term) ?? 0) + 1)
  }

  /** The questions for a statement in other languages than English. */
  addAbroad(questions: string): void {
    for (const term of withBeginnings(questions)) this.#abroad.add(term)
  }

  /** So many statements there are. */
  set statements(count: number) {
    this.#statements = count
  }

  /** How much of a question's words is among the terms that were found, from 0 to 1; common ones count half. */
  covered(
    own: ReadonlySet<string>,
    common: ReadonlySet<string>,
    found: readonly string[],
    abroad: boolean,
  ): number {
    // Where somebody tells a story, the words that the module does not know are of the story.
    const unknown = Math.min(1, STORY_FROM / own.size)
    const weigh = (terms: Iterable<string>): number =>
      [...terms].reduce((sum, term) => sum + (this.#knows(term, abroad) ? 1 : unknown * shareOfWord(term)), 0)
    const all = weigh(own) + common.size * COMMON_SHARE
    const among = new Set(found)
    const has =
      weigh([...own].filter((term) => holds(among, term))) + common.intersection(among).size * COMMON_SHARE
    if (all === 0) return 0
    // Of words that are in most questions alone, nobody knows what is asked.
    return own.size === 0 ? Math.min(COMMON_MOST, has / all) : has / all
  }

  /** How much of what is asked about was found, from 0 to 1, each word by how few statements have it. */
  onTopic(said: ReadonlySet<string>, found: ReadonlySet<string>): number {
    const unknown = Math.min(1, STORY_FROM / said.size)
    const weigh = (terms: Iterable<string>): number =>
      [...terms].reduce((sum, term) => {
        const having = this.#having.get(term)
        const rarity = Math.log(1 + this.#statements / (having ?? 1))
        return sum + (having === undefined ? unknown : 1) * rarity
      }, 0)
    const all = weigh(said)
    return all === 0 ? 0 : weigh(said.intersection(found)) / all
  }

  #knows(term: string, abroad: boolean): boolean {
    return this.#having.has(term) || (abroad && holds(this.#abroad, term))
  }
}
