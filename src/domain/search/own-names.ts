import type { Framework } from '../registry/framework.ts'
import { PhraseTrie } from '../text/phrase-trie.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'

/** The names of a framework that say no more of what is asked about. */
export class OwnNames {
  readonly #names = new PhraseTrie<true>()

  constructor(framework: Framework) {
    for (const phrase of ownNames(framework)) this.#names.add(phrase, true)
  }

  /** A text without them. */
  leftOut(tokens: readonly TextToken[]): TextToken[] {
    const named = new Set(this.#names.find(tokens).flatMap(({ from, to }) => tokens.slice(from, to)))
    return tokens.filter((token) => !named.has(token))
  }
}

/** The name of a law in its own script says nothing but which law is meant. */
const OTHER_SCRIPT = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}]/u

/** Names that say nothing but which framework is meant: "BAA" names HIPAA, and is what the question is about as well. */
function ownNames({ name, fullName, aliases, names, describedNames, ambiguousNames }: Framework): string[] {
  const words = new Set(tokenize(`${name} ${fullName}`).map(({ text }) => text))
  const initials = [name, fullName].map(initialsOf)
  const alike = [...names, ...ambiguousNames].filter((one) =>
    tokenize(one).every(({ text }) => words.has(text) || isInitials(text, initials)),
  )
  const describing = describedNames === 0 ? [] : names.slice(-describedNames)
  return [name, fullName, ...aliases.filter((one) => OTHER_SCRIPT.test(one)), ...alike, ...describing]
}

/** The first letters of a name's words that are written with a capital: `dpa` of `Data Protection Act 2018`. */
function initialsOf(name: string): string {
  return [...name.matchAll(/(?<![\p{L}\p{N}])\p{Lu}/gu)].join('').toLowerCase()
}

const INITIALS_LEAST = 3

function isInitials(text: string, initials: readonly string[]): boolean {
  return text.length >= INITIALS_LEAST && initials.some((one) => one.includes(text))
}
