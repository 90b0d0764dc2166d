import type { ChatMessage } from '../chat-message.ts'
import { questionOf } from '../search/question.ts'
import { languageOf, type Language } from '../text/language.ts'
import { meaningfulIn, stems } from '../search/stems.ts'
import { tokenize } from '../text/tokens.ts'
import { asksOf } from './asks.ts'
import { endingOf, withoutEnding, withoutManner } from './manner.ts'
import { plainQuestionOf, type AskedPlainly } from './plain-questions.ts'
import { formsOf, READ_EITHER_SIDE, type Form, type WithoutNames } from './read-forms.ts'
import type { QuestionKind } from './speech/speech.ts'

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
  /** The whole text that it is one question of. */
  whole?: string
  /** It is on what is told beside it: only what speaks of that as well answers it. */
  leans?: true
  /** Its own words, where it is read with what was asked before it. */
  alone?: string
  /** It asks nothing but one of the plain questions that people ask of every framework. */
  plain?: AskedPlainly | undefined
}

/** A longer text asks for more than a plain question does, and is not taken apart for it. */
const PLAIN_LENGTH_MAX = 300

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
  const ending = language === 'en' ? endingOf(written) : undefined
  const spoken = withoutEnding(asked.at(-1) ?? '', ending)
  const asks = ending ? CLAIM : withoutProof(formsOf(spoken, language, withoutNames), spoken, language)
  const [text, last] = [withoutEnding(written, ending), spoken].map((one) =>
    language === 'en' ? withoutManner(one) : one,
  ) as [string, string]
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
    ...(ending === 'doubted' && { doubted: true as const }),
    // "And what evidence?" asks for that of what was asked before.
    plain: plain?.point === 'evidence' && !alone ? undefined : plain,
  }
}

const CLAIM: readonly Form[] = [{ kind: 'verdict', words: '' }]

/** "The auditor wants the contracts. Is that a finding?" asks for no evidence, though the story speaks of some. */
function withoutProof(forms: readonly Form[], text: string, language: Language): readonly Form[] {
  const [ask, ...others] = text.length > 2 * READ_EITHER_SIDE ? [] : asksOf(text, language)
  if (ask === undefined || others.length > 0) return forms
  const own = new Set(formsOf(ask, language).map(({ kind }) => kind))
  return own.has('verdict') && !own.has('evidence') ? forms.filter(({ kind }) => kind !== 'evidence') : forms
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
    const said = new Set(meaningfulIn(whole.language, withoutNames(tokenize(first))))
    const own = said.difference(whole.form).difference(IDLE)
    if (own.size === 0) return []
    return [
      { ...whole, text: first, whole: whole.text, ...(isLeaning(first, own) && { leans: true as const }) },
    ]
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
    return {
      ...whole,
      text: before === '' ? text : `${before} ${text}`,
      ...(leans && { alone: text }),
      whole: whole.text,
      kinds,
      form,
      plain,
    }
  })
}

/** Words that ask for nothing: "how long do we really have?" */
const IDLE: ReadonlySet<string> = new Set(
  stems('really actually exactly simply just now still even also then here'),
)

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
