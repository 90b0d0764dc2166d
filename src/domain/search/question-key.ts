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
  /** All its words in their order, small ones too, but the framework's name and what stands for it or leads to it. */
  spelt: string
}

/** `unnamed` are the question's words without the framework's name. */
export function turnOf(question: string, unnamed: readonly TextToken[]): QuestionTurn {
  return {
    who: WHO.test(question),
    denies: DENIES.test(question),
    contents: asksForContents(question),
    spelt: speltOut(unnamed.map(({ text }) => text)),
  }
}

/** Stands for the framework: "is it for providers?" is "is ISO 27017 for providers?". */
const FOR_THE_NAME: ReadonlySet<string> = new Set(['it'])

/** What the framework's name leaves behind at the end of a question: "what does MUSS mean in ...", "... unter der". */
const BEFORE_THE_NAME: ReadonlySet<string> = new Set(
  'in of under for by with on per from the a an sous selon le la du de des en dans unter nach in der dem die das des bajo segun el del'.split(
    ' ',
  ),
)

/** All words in their order, without those that stand for the framework or only lead to its name. */
function speltOut(words: readonly string[]): string {
  const said = words.filter((word) => !FOR_THE_NAME.has(word))
  const end = said.findLastIndex((word) => !BEFORE_THE_NAME.has(word))
  return said.slice(0, end + 1).join(' ')
}

/** The key of a question that is asked so. */
export function keyInTurn(key: string, { who, denies }: Pick<QuestionTurn, 'who' | 'denies'>): string {
  return `${key}${who ? ' who' : ''}${denies ? ' not' : ''}`
}
