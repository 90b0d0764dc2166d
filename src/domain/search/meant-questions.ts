import type { Framework } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'
import { alikeness, type WordVectors } from './word-vectors.ts'

/** How sharply likeness decides between the statements of one framework: so, what is taken for sure is right as often as it says. */
const SHARPNESS = 20

/** What is meant less surely than that, or is less alike at all, is left to the words. */
const SURE_LEAST = 0.3
const ALIKE_LEAST = 0.4

/** Tells what a question asks for by what its words mean, whichever they are. Statements are told by their index. */
export class MeantQuestions {
  readonly #vectors: WordVectors
  readonly #texts: { statement: number; direction: Float32Array }[] = []
  /** By what is told apart by its number, the statements that speak of it: AAL2 means nearly what AAL3 does. */
  readonly #numbered = new Map<string, Set<number>>()
  readonly #ownNumbers: ReadonlySet<string>

  constructor(vectors: WordVectors, framework: Named) {
    this.#vectors = vectors
    this.#ownNumbers = ownNumbers(framework)
  }

  /** The words of a question for a statement, or of the statement itself. */
  add(statement: number, words: readonly string[]): void {
    const direction = this.#vectors.directionOf(words)
    if (direction) this.#texts.push({ statement, direction })
    for (const one of numberedIn(words).filter((number) => !this.#ownNumbers.has(number)))
      this.#numbered.set(one, (this.#numbered.get(one) ?? new Set()).add(statement))
  }

  /** The statements that a question of these words may be for, and how surely each is meant, from 0 to 1. */
  of(words: readonly string[]): Map<number, number> {
    const direction = this.#vectors.directionOf(words)
    if (!direction) return new Map()
    const numbered = numberedIn(words).flatMap((one) => this.#numbered.get(one) ?? [])
    const alike = new Map<number, number>()
    for (const text of this.#texts.filter(({ statement }) => numbered.every((of) => of.has(statement))))
      alike.set(
        text.statement,
        Math.max(alike.get(text.statement) ?? -1, alikeness(direction, text.direction)),
      )
    const raised = [...alike].map(([statement, one]) => ({ statement, one, by: Math.exp(SHARPNESS * one) }))
    const all = raised.reduce((sum, { by }) => sum + by, 0)
    return new Map(
      raised
        .filter(({ one, by }) => one >= ALIKE_LEAST && by >= SURE_LEAST * all)
        .map(({ statement, by }) => [statement, by / all]),
    )
  }
}

/** What words name by a number: `aal 2`, `level 3`, `amendment 13`. */
function numberedIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const number = words[at + 1]
    return number !== undefined && NUMBER.test(number) && !NUMBER.test(word) ? [`${word} ${number}`] : []
  })
}

const NUMBER = /^\d+$/

type Named = Pick<Framework, 'name' | 'fullName' | 'names' | 'editions'>

/** Words that a number of an edition stands behind. */
const OF_EDITION = ['v', 'version', 'rev', 'revision', 'edition', 'issue', 'release']

/** The numbers in a framework's names and of its editions in use, which tell none of its statements apart: `v 4` of PCI DSS v4.0.1. */
function ownNumbers({ name, fullName, names, editions }: Named): ReadonlySet<string> {
  const wordsIn = (text: string): string[] => tokenize(text).map((token) => token.text)
  const named = [name, fullName, ...names].flatMap((one) => numberedIn(wordsIn(one)))
  const ofEditions = editions
    .filter(({ status }) => status === 'current' || status === 'in-force')
    .flatMap(({ id }) => wordsIn(id).find((word) => NUMBER.test(word)) ?? [])
    .flatMap((number) => OF_EDITION.map((word) => `${word} ${number}`))
  return new Set([...named, ...ofEditions])
}
