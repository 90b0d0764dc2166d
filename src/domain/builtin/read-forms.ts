import { tokenize, type TextToken } from '../text/tokens.ts'
import type { Language } from '../text/language.ts'
import { openersOf, questionForms, type QuestionForm } from './question-forms.ts'
import { QUESTION_KINDS, type QuestionKind } from './speech/speech.ts'
import { askedWithoutVerb, asksYesOrNo } from './yes-or-no.ts'

/** Kinds of question that only a figure, a date or a clock answers. */
export const FIGURES: ReadonlySet<QuestionKind> = new Set(['count', 'money', 'clock', 'date'])

/** The form of a question stands at its beginning or its end: what lies between is its story. */
export const READ_EITHER_SIDE = 500

/** The words of a text without the names of the frameworks it speaks of. */
export type WithoutNames = (tokens: readonly TextToken[]) => readonly TextToken[]

/** A form of question that a text has, and the words that it is told by. */
export interface Form {
  kind: QuestionKind
  words: string
}

/** Kinds that a question for a yes or no only touches: "do weekends count within the 72 hours?". */
const BEHIND_VERDICT: readonly QuestionKind[] = ['evidence', ...FIGURES]

const CLOSED_KINDS: readonly QuestionKind[] = QUESTION_KINDS.filter(
  (kind) => !BEHIND_VERDICT.includes(kind),
).flatMap((kind) => (kind === 'verdict' ? ['verdict', ...BEHIND_VERDICT] : [kind]))

/** "When does a product need a notified body?" asks under which condition. */
const CONDITION =
  /(?<!\b(?:since|from|until|till|by|of) )\bwhen (?:does|do|is|are)\b(?![^.?!]*\bbecome)[^.?!]*\b(?:needs?|needed|requires?|required|necessary|mandatory|obliged|allowed|permitted)\b/i

/** "Who must sign the agreement?" asks who does one thing, and not who is bound. */
const WHO_DOES =
  /\bwho (?:must|shall|should|has to|have to|needs to) (?:sign|file|report|notify|submit|approve|appoint|keep|pay|perform|carry out|conduct|lead|be (?:told|informed|notified))\b/i

const OF_EDITION = /^(?:\p{N}+|v|rev|revision)$/u

/** The forms of question that a text has, in English or in the language it is written in; most special first. */
export function formsOf(
  text: string,
  language: Language,
  withoutNames: WithoutNames = (tokens) => tokens,
): Form[] {
  const read = text.length > 2 * READ_EITHER_SIDE ? ends(text) : text
  const folded = read
    .split(/[.?!,:;\n]+\s+|[。？！、，]/)
    .flatMap((sentence) => {
      const tokens = tokenize(sentence)
      const unnamed = withoutNames(tokens)
      if (unnamed.length === tokens.length) return [tokens]
      // "Which 800-53 Rev. 5 control" asks which control.
      const ofAnyEdition = unnamed.filter(({ text: word }) => !OF_EDITION.test(word))
      return [tokens, unnamed, ...(ofAnyEdition.length < unnamed.length ? [ofAnyEdition] : [])]
    })
    .map((tokens) => tokens.map((token) => token.text))
    .filter((words) => words.length > 0)
  const spaced = joinSentences(folded)
  const joined = folded.map((words) => words.join('')).join('^')
  const spoken: Language[] = language === 'en' ? ['en'] : ['en', language]
  const openers = spoken.map(openersOf)
  // "When may we?" asks for no yes.
  const closed = folded.filter(([first = '']) => !openers.some((words) => words.has(first)))
  const closedSpaced = joinSentences(closed)
  // Written in letters, one Korean syllable would hold the beginning of another.
  const opened = openers.flatMap((words) => [...words].map((word) => word.normalize('NFC')))
  const closedJoined = folded
    .map((words) => words.join(''))
    .filter((sentence) => !holdsAny(sentence.normalize('NFC'), opened))
    .join('^')
  const found = spoken
    .flatMap(questionForms)
    .filter((form) =>
      form.joined
        ? (form.kind === 'verdict' ? closedJoined : joined).includes(form.words)
        : stands(form, form.kind === 'verdict' ? closedSpaced : spaced),
    )
  const short = language === 'en' ? askedWithoutVerb(read) : undefined
  if (short !== undefined)
    found.push({ kind: 'verdict', words: short, begins: false, sure: true, open: false, joined: false })
  const figure = found.some(({ kind }) => FIGURES.has(kind))
  const compares = found.some(({ kind }) => kind === 'comparison')
  const closedAbroad = asksYesOrNo(read, language)
  return (closedAbroad === true ? CLOSED_KINDS : QUESTION_KINDS).flatMap((kind) => {
    const own = found.filter(
      (form) => form.kind === kind && !isOfClock(form, found) && !isNoMoney(form, spaced),
    )
    // "How fast must we report?" wants a clock; "must we?" in it asks for no verdict.
    const noVerdict = kind === 'verdict' && figure && !own.some(({ sure }) => sure)
    if (kind === 'verdict' && closedAbroad !== undefined)
      return closedAbroad ? [{ kind, words: own.map(({ words }) => words).join(' ') }] : []
    // "What is the difference?" defines nothing, and neither does "what is the cost?".
    // "Which duties apply to importers?" asks for the duties.
    const none =
      own.length === 0 ||
      noVerdict ||
      (kind === 'definition' && (compares || figure)) ||
      (kind === 'date' && CONDITION.test(read)) ||
      (kind === 'scope' && WHO_DOES.test(read) && own.every(({ words }) => words.startsWith('who '))) ||
      (kind === 'evidence' &&
        / wants? to know /.test(spaced) &&
        own.every(({ words }) => /want/.test(words))) ||
      (kind === 'scope' &&
        found.some((form) => form.kind === 'control' && spaced.includes(`^ ${form.words}`)))
    return none ? [] : [{ kind, words: own.map(({ words }) => words).join(' ') }]
  })
}

/** Whether a sentence without spaces holds any of the words, English ones left out. */
function holdsAny(sentence: string, words: readonly string[]): boolean {
  return words.some((word) => /[^\0-\x7f]/.test(word) && sentence.includes(word))
}

/** Sentences of words, each with a mark before it. */
function joinSentences(sentences: readonly (readonly string[])[]): string {
  return sentences.map((words) => `^ ${words.join(' ')} `).join('')
}

/** "How many" in "how many days" counts no controls, and "how much" in "how much time" no money. */
function isOfClock({ kind, words }: QuestionForm, found: readonly QuestionForm[]): boolean {
  if (kind !== 'count' && kind !== 'money') return false
  return found.some((other) => other.kind === 'clock' && other.words.includes(words))
}

/** "Is it fine to share accounts?" asks for no money, and neither does "how much of it is done?". */
function isNoMoney({ kind, words }: QuestionForm, spaced: string): boolean {
  if (kind !== 'money') return false
  if (words === 'how much') return / how much of /.test(spaced)
  return (
    words === 'fine' &&
    / (?:is|be|are|as|it s|that s|still|all|just|would) fine | fine (?:if|to|with|for us) |(?<=. )\^ fine (?:\^|$|under|with|by|here|then|or|too)/.test(
      spaced,
    )
  )
}

/** What is read of a long text. */
export function ends(text: string): string {
  return `${text.slice(0, READ_EITHER_SIDE)}\n${text.slice(-READ_EITHER_SIDE)}`
}

function stands({ words, begins, open }: QuestionForm, text: string): boolean {
  return text.includes(`${begins ? '^' : ''} ${words}${open ? '' : ' '}`)
}
