import type { TextToken } from '../text/tokens.ts'
import { asksForContents } from './contents.ts'
import { meaningful } from './stems.ts'

/** Words that make no other question: "how many does it have?", "is it true that it has?". */
const IDLE: ReadonlySet<string> = new Set(
  meaningful('does number total altogether overall exist true correct really actually'),
)

/** A question's terms in one order, each once: two that ask the same have the same. */
export function questionKey(terms: readonly string[]): string {
  return [...new Set(terms)]
    .filter((term) => !IDLE.has(term))
    .toSorted()
    .join(' ')
}

/** Whom it asks for is another question than how: "who certifies?" and "how are we certified?". */
const WHO = /\b(?:who|whom|whose)\b/i

/** Words that deny or narrow, which are in no key of terms: "which states have no cure period?", "is it only for banks?". */
const DENIES = /\b(?:no|not|never|none|without|nobody|nothing|cannot|only)\b|n['’]t\b/i

/** How a question asks, where its terms do not tell. */
export interface QuestionTurn {
  who: boolean
  denies: boolean
  /** It asks what must stand in something. */
  contents: boolean
  /** All its words in their order but the framework's name, small ones too. */
  spelt: string
}

/** `unnamed` are the question's words without the framework's name. */
export function turnOf(question: string, unnamed: readonly TextToken[]): QuestionTurn {
  return {
    who: WHO.test(question),
    denies: DENIES.test(question),
    contents: asksForContents(question),
    spelt: unnamed.map(({ text }) => text).join(' '),
  }
}

/** The key of a question that is asked so. */
export function keyInTurn(key: string, { who, denies }: Pick<QuestionTurn, 'who' | 'denies'>): string {
  return `${key}${who ? ' who' : ''}${denies ? ' not' : ''}`
}
