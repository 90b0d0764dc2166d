import type { ChatMessage } from '../chat-message.ts'
import { questionOf } from '../search/question.ts'
import { languageOf, type Language } from '../text/language.ts'
import { meaningfulIn, stems } from '../search/stems.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'
import { asksOf } from './asks.ts'
import { openersOf, questionForms, type QuestionForm } from './question-forms.ts'
import { plainQuestionOf, type AskedPlainly } from './plain-questions.ts'
import { QUESTION_KINDS, type QuestionKind } from './speech/speech.ts'
import { askedWithoutVerb, asksYesOrNo } from './yes-or-no.ts'

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
  /** It asks which of two frameworks. */
  choice?: true
  /** It asks whether what it tells is so: a yes or no could mean either. */
  doubted?: true
  /** It is on what is told beside it: only what speaks of that as well answers it. */
  leans?: true
  /** It asks nothing but one of the plain questions that people ask of every framework. */
  plain?: AskedPlainly | undefined
}

/** Kinds of question that only a figure, a date or a clock answers. */
export const FIGURES: ReadonlySet<QuestionKind> = new Set(['count', 'money', 'clock', 'date'])

/** A longer text asks for more than a plain question does, and is not taken apart for it. */
const PLAIN_LENGTH_MAX = 300

/** The form of a question stands at its beginning or its end: what lies between is its story. */
const READ_EITHER_SIDE = 500

/** The words of a text without the names of the frameworks it speaks of. */
export type WithoutNames = (tokens: readonly TextToken[]) => readonly TextToken[]

/**
 * Reads the last question; one that only says how ("shorter", "and the evidence?") takes the rest from the one before it. Its form is
 * read with the frameworks' names and without: "Which PCI DSS requirement" asks which requirement.
 */
export function readQuestion(
  messages: readonly ChatMessage[],
  withoutNames: WithoutNames = (tokens) => tokens,
): Question {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const written = questionOf(messages)
  const language = languageOf(written)
  const doubted = language === 'en' && IS_IT_RIGHT.test(written)
  const [text, last] = [written, asked.at(-1) ?? ''].map((one) =>
    doubted ? one.replace(IS_IT_RIGHT, '') : one,
  ) as [string, string]
  const asks = doubted ? DOUBT : withoutProof(formsOf(last, language, withoutNames), last, language)
  const own = asks.length === 0 && asksIfOurs(last, withoutNames) ? IF_OURS : asks
  const said = own.filter(({ kind }) => kind !== 'shorter')
  const alone = text.trim() === last.trim()
  const forms = said.length > 0 || alone ? said : formsOf(asked.at(-2) ?? '', language, withoutNames)
  const kinds = forms.map(({ kind }) => kind)
  const plain =
    last.length > PLAIN_LENGTH_MAX
      ? undefined
      : plainQuestionOf(withoutNames(tokenize(last)), language, kinds)
  return {
    text,
    kinds,
    language,
    form: stemsOf([...own, ...forms], language),
    short: own.length > said.length,
    ...(doubted && { doubted: true as const }),
    // "And what evidence?" asks for that of what was asked before.
    plain: plain?.point === 'evidence' && !alone ? undefined : plain,
  }
}

/** "Our lawyer says that nobody need be told. Is he right?": asked is what is told before it. Read at the end of a text alone. */
const IS_IT_RIGHT =
  /(?<=[.!?;:,\n]\s{1,3})(?:(?:so|and|but),? )?(?:who(?:'s| is) (?:right|correct)|(?:(?:is|are|am|was) (?:he|she|they|it|that|this|we|i|our [\w-]{1,20}|the [\w-]{1,20}) )?(?:right|correct|true|wrong|mistaken))(?: (?:here|then|under|about|on|for|in) [^.?!]{1,40}| here| then)?\?\s{0,3}$/i

const DOUBT: readonly Form[] = [{ kind: 'verdict', words: '' }]

/** "The auditor wants the contracts. Is that a finding?" asks for no evidence, though the story speaks of some. */
function withoutProof(forms: readonly Form[], text: string, language: Language): readonly Form[] {
  const [ask, ...others] = asksOf(text, language)
  if (ask === undefined || others.length > 0) return forms
  const own = formsOf(ask, language).map(({ kind }) => kind)
  return own.includes('verdict') && !own.includes('evidence')
    ? forms.filter(({ kind }) => kind !== 'evidence')
    : forms
}

/** With fewer words of its own a question that speaks of "it" says not enough to stand alone. */
const OWN_WORDS = 2
const POINTS_BACK = /\b(?:it|its|that|this|they|them|their|those|these|ones?|he|she)\b/i

/** The words that make a form, by stem. */
function stemsOf(forms: readonly Form[], language: Language): Set<string> {
  return new Set(forms.flatMap(({ words }) => [...stems(words), ...meaningfulIn(language, tokenize(words))]))
}

/** Each question of a text that asks more than once, or the one beside a story, by itself; none where the text asks as one. */
export function readAsks(whole: Question, withoutNames: WithoutNames): Question[] {
  const asks = asksOf(whole.text, whole.language)
  const [first = ''] = asks
  // Beside a story the whole text tells how it is asked. "Is that enough?" asks nothing without it.
  if (asks.length === 1) {
    const own = new Set(meaningfulIn(whole.language, withoutNames(tokenize(first)))).difference(whole.form)
    if (own.size === 0) return []
    return [{ ...whole, text: first, ...(isLeaning(first, own) && { leans: true as const }) }]
  }
  const story = asks.reduce((rest, ask) => rest.replace(ask, ' '), whole.text).trim()
  return asks.map((text) => {
    const { language } = whole
    const tokens = withoutNames(tokenize(text))
    const forms = formsOf(text, language, withoutNames)
    const kinds = forms.map(({ kind }) => kind)
    const form = stemsOf(forms, language)
    const plain = plainQuestionOf(tokens, language, kinds)
    const own = new Set(meaningfulIn(language, tokens)).difference(form)
    // "And who decides that?" leans on what was asked before it.
    const leans = text !== first && plain === undefined && own.size < (POINTS_BACK.test(text) ? OWN_WORDS : 1)
    // Whether somebody is bound is told by the story.
    const before = kinds.includes('scope') ? story : leans ? first : ''
    return { ...whole, text: before === '' ? text : `${before} ${text}`, kinds, form, plain }
  })
}

/** Whether a question with so few words of its own is one on what was told before it: "is that allowed?", "correct?" */
function isLeaning(text: string, own: ReadonlySet<string>): boolean {
  return own.size <= (POINTS_BACK.test(text) ? OWN_WORDS : 1)
}

/** "We have 40 employees and make software for hospitals. NIS2?": a story, and behind its last mark a name alone. */
function asksIfOurs(text: string, withoutNames: WithoutNames): boolean {
  const read = text.slice(-2 * READ_EITHER_SIDE).trim()
  if (!read.endsWith('?')) return false
  const at = Math.max(...['.', ',', ';', ':', '!'].map((mark) => read.lastIndexOf(mark)))
  const tokens = tokenize(read.slice(at + 1))
  return at > 0 && OURS.test(read.slice(0, at)) && tokens.length > 0 && withoutNames(tokens).length === 0
}

const OURS =
  /\b(?:we|our|i|my|us|wir|unser\w*|ich|nous|notre|je|somos|nosotros|nuestr[ao]s?|siamo|nostr[aoi]|temos|nossa?|wij|ons|onze|jesteśmy|nasz\w*)\b/i

const IF_OURS: readonly Form[] = [
  { kind: 'scope', words: '' },
  { kind: 'verdict', words: '' },
]

/** A form of question that a text has, and the words that it is told by. */
interface Form {
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
    / (?:is|be|are|as|it s|that s|still|all|just|would) fine | fine (?:if|to|with|for us) |\^ fine (?:\^|$|under|with|by|here|then|or|too)/.test(
      spaced,
    )
  )
}

function ends(text: string): string {
  return `${text.slice(0, READ_EITHER_SIDE)}\n${text.slice(-READ_EITHER_SIDE)}`
}

function stands({ words, begins, open }: QuestionForm, text: string): boolean {
  return text.includes(`${begins ? '^' : ''} ${words}${open ? '' : ' '}`)
}
