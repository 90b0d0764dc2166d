import type { TextToken } from '../text/tokens.ts'
import {
  RULE_PAIRS,
  RULE_SYLLABLES,
  RULE_WORD_LENGTHS,
  RULE_WORDS,
  SHORT_RULE_WORDS,
  WORK_WORDS,
} from './rule-words.ts'

/** Where Korean letters begin in Unicode. */
const HANGUL = 0x1100

/** More different words are not counted. */
const WORDS_MOST = 500

/** So many different ones of the words that others use too tell. */
const WORK_WORDS_LEAST = 2

/** What a text speaks of, as its words tell: rules and their keeping, or anything else. */
export class RuleTalk {
  readonly #words = new Set<string>()
  readonly #work = new Set<string>()
  #isHeard = false

  /** Goes on with the text. */
  hear(tokens: readonly TextToken[]): void {
    for (const [at, token] of tokens.entries()) {
      if (this.#isHeard) return
      if (this.#words.size < WORDS_MOST && /^\p{L}/u.test(token.text)) this.#words.add(token.text)
      const work = beginningIn(WORK_WORDS, token)
      if (work !== undefined) this.#work.add(work)
      this.#isHeard = isOfRules(token, tokens[at + 1]) || this.#work.size >= WORK_WORDS_LEAST
    }
  }

  /** The different words of a text that has none of those who work with rules; 0 for any other. */
  get otherWords(): number {
    return this.#isHeard ? 0 : this.#words.size
  }
}

function isOfRules(token: TextToken, next: TextToken | undefined): boolean {
  const { text } = token
  if (text.length === 1) return next?.gap === 'none' && RULE_PAIRS.has(text + next.text)
  if (text.length === 3) return SHORT_RULE_WORDS.has(text)
  if (beginningIn(RULE_WORDS, token) !== undefined) return true
  return text.charCodeAt(0) >= HANGUL && RULE_SYLLABLES.some((one) => text.startsWith(one))
}

/** The beginning of a word that is one of some, if one is. */
function beginningIn(some: ReadonlySet<string>, { text }: TextToken): string | undefined {
  const [least, most] = RULE_WORD_LENGTHS
  for (let length = least; length <= most && length <= text.length; length += 1) {
    const beginning = text.slice(0, length)
    if (some.has(beginning)) return beginning
  }
  return undefined
}
