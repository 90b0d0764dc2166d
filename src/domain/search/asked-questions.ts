import { languageOf } from '../text/language.ts'
import type { TextToken } from '../text/tokens.ts'
import { contentsTerms } from './contents.ts'
import { keyInTurn, questionKey, turnOf, type QuestionTurn } from './question-key.ts'
import type { QuestionTerms } from './question-terms.ts'
import { meaningfulIn } from './stems.ts'

/** How a question asks of which nothing else is known. */
const PLAIN_TURN: QuestionTurn = { who: false, denies: false, contents: false, spelt: '' }

/** The questions that the data of one framework has for its statements, which are told by their index. */
export class AskedQuestions {
  /** By its terms and its turn, the statements that answer a question. */
  readonly #answers = new Map<string, Set<number>>()
  /** By all its words in their order, the first statement that answers it. */
  readonly #verbatim = new Map<string, number>()

  /** `unnamed` are the question's words without the framework's name. */
  add(statement: number, question: string, unnamed: readonly TextToken[]): void {
    const terms = meaningfulIn(languageOf(question), unnamed)
    const turn = turnOf(question, unnamed)
    if (!this.#verbatim.has(turn.spelt)) this.#verbatim.set(turn.spelt, statement)
    const keys = [terms, ...(turn.contents ? [contentsTerms(terms)] : [])].map(questionKey)
    // "What is HIPAA?" has no words of its own, and is no other question.
    for (const key of keys.filter((one) => one !== '').map((one) => keyInTurn(one, turn)))
      this.#answers.set(key, (this.#answers.get(key) ?? new Set()).add(statement))
  }

  /** The statements that the data has for just this question; else for what it says beside the ids that it names. */
  answering({ own, common, withIds, turn }: QuestionTerms): ReadonlySet<number> | undefined {
    return (withIds && this.#inTurn(withIds, turn)) ?? this.#inTurn([...own, ...common], turn)
  }

  /** Those for what must stand in what the question speaks of, where it asks that. */
  ofContents({ own, common, turn }: QuestionTerms): ReadonlySet<number> | undefined {
    return turn?.contents === true ? this.#inTurn(contentsTerms([...own, ...common]), turn) : undefined
  }

  /** The statement that the data has for this question word by word, small ones too. */
  verbatim({ turn }: QuestionTerms): number | undefined {
    return turn === undefined || turn.spelt === '' ? undefined : this.#verbatim.get(turn.spelt)
  }

  /** Those of a question that asks in the same turn; else of one for something else than who, or the other way round. */
  #inTurn(
    terms: readonly string[],
    { who, denies }: Pick<QuestionTurn, 'who' | 'denies'> = PLAIN_TURN,
  ): ReadonlySet<number> | undefined {
    const key = questionKey(terms)
    const answers = this.#answers
    return answers.get(keyInTurn(key, { who, denies })) ?? answers.get(keyInTurn(key, { who: !who, denies }))
  }
}
