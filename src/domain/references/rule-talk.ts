import type { TextToken } from '../text/tokens.ts'
import { RULE_PAIRS, RULE_SYLLABLES, RULE_WORD_LENGTHS, RULE_WORDS, SHORT_RULE_WORDS } from './rule-words.ts'

/** More different words are not counted. */
const WORDS_MOST = 500

/** What a text speaks of, as its words tell: rules and their keeping, or anything else. */
export class RuleTalk {
  readonly #words = new Set<string>()
  #isHeard = false

  /** Goes on with the text. */
  hear(tokens: readonly TextToken[]): void {
    for (const [at, token] of tokens.entries()) {
      if (this.#isHeard) return
      if (this.#words.size < WORDS_MOST && /^\p{L}/u.test(token.text)) this.#words.add(token.text)
      this.#isHeard = isOfRules(token, tokens[at + 1])
    }
  }

  /** The different words of a text that has none of those who work with rules; 0 for any other. */
  get otherWords(): number {
    return this.#isHeard ? 0 : this.#words.size
  }
}

function isOfRules({ text }: TextToken, next: TextToken | undefined): boolean {
  if (text.length === 1) return next?.gap === 'none' && RULE_PAIRS.has(text + next.text)
  if (text.length === 3) return SHORT_RULE_WORDS.has(text)
  const [least, most] = RULE_WORD_LENGTHS
  for (let length = least; length <= most && length <= text.length; length += 1) {
    if (RULE_WORDS.has(text.slice(0, length))) return true
  }
  return text.charCodeAt(0) >= 0x1100 && RULE_SYLLABLES.some((one) => text.startsWith(one))
}
