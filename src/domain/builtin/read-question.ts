import type { ChatMessage } from '../chat-message.ts'
import { questionOf } from '../search/question.ts'
import { languageOf, type Language } from '../text/language.ts'
import { stems } from '../search/stems.ts'
import { tokenize } from '../text/tokens.ts'
import { QUESTION_KINDS, speechOf, type QuestionKind } from './speech/speech.ts'

/** What a conversation asks, and how. */
export interface Question {
  /** The words to search for: the last question, with the one before it where it is too short to stand alone. */
  text: string
  /** What it asks for by its form, most special first; empty where no form is known. */
  kinds: readonly QuestionKind[]
  language: Language
  /** Stems of the words that make the form, which say nothing of what is asked about. */
  form: ReadonlySet<string>
  /** Only the answer itself is wanted. */
  short: boolean
}

/** Kinds of question that only a figure, a date or a clock answers. */
export const FIGURES: ReadonlySet<QuestionKind> = new Set(['count', 'money', 'clock', 'date'])

/** The form of a question stands at its beginning or its end: what lies between is its story. */
const READ_EITHER_SIDE = 500

/** Reads the last question; one that only says how ("shorter", "and the evidence?") takes the rest from the one before it. */
export function readQuestion(messages: readonly ChatMessage[]): Question {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const text = questionOf(messages)
  const last = asked.at(-1) ?? ''
  const language = languageOf(text)
  const own = formsOf(last, language)
  const said = own.filter(({ kind }) => kind !== 'shorter')
  const alone = text.trim() === last.trim()
  const forms = said.length > 0 || alone ? said : formsOf(asked.at(-2) ?? '', language)
  return {
    text,
    kinds: forms.map(({ kind }) => kind),
    language,
    form: new Set([...own, ...forms].flatMap(({ words }) => stems(words))),
    short: own.length > said.length,
  }
}

/** A form of question that a text has, and the words that it is told by. */
interface Form {
  kind: QuestionKind
  words: string
}

/** The forms of question that a text has, in English or in the language it is written in; most special first. */
export function formsOf(text: string, language: Language): Form[] {
  const read = text.length > 2 * READ_EITHER_SIDE ? ends(text) : text
  const folded = read
    .split(/[.?!\n]+\s+|[。？！]/)
    .map((sentence) => tokenize(sentence).map((token) => token.text))
    .filter((words) => words.length > 0)
  const spaced = folded.map((words) => ` ${words.join(' ')} `).join('^')
  const joined = folded.map((words) => words.join('')).join('^')
  const spoken = language === 'en' ? (['en'] as const) : (['en', language] as const)
  const forms = QUESTION_KINDS.flatMap((kind): (Form & { begins: boolean })[] => {
    const found = spoken.flatMap((one) => {
      const { forms, joined: withoutSpaces } = speechOf(one)
      return forms[kind].filter((form) =>
        withoutSpaces === true ? joined.includes(form) : stands(form, `^${spaced}`),
      )
    })
    const begins = found.some((form) => form.startsWith('^'))
    return found.length === 0 ? [] : [{ kind, words: found.join(' '), begins }]
  })
  // "How fast must we report?" wants a clock; "must we?" in it asks for no verdict.
  const figure = forms.some(({ kind }) => FIGURES.has(kind))
  return forms.filter(({ kind, begins }) => kind !== 'verdict' || begins || !figure)
}

function ends(text: string): string {
  return `${text.slice(0, READ_EITHER_SIDE)}\n${text.slice(-READ_EITHER_SIDE)}`
}

function stands(form: string, text: string): boolean {
  const anchored = form.startsWith('^')
  const open = form.endsWith('*')
  const words = form.slice(anchored ? 1 : 0, open ? -1 : undefined)
  return text.includes(`${anchored ? '^' : ''} ${words}${open ? '' : ' '}`)
}
