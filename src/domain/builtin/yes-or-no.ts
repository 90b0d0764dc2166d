import { tokenize } from '../text/tokens.ts'
import type { Language } from '../text/language.ts'
import { openersOf, questionForms } from './question-forms.ts'
import { speechOf } from './speech/speech.ts'

/** The word that opens a question stands among its first: "Nach wie vielen Tagen", "À partir de quel âge". */
const OPENS_WITHIN = 5

/** Words that open a question or join two clauses: "que plazo", "hay que". */
const JOINING: ReadonlySet<string> = new Set(['que', 'qui', 'che', 'ou', 'was', 'como', 'come'])

/** Behind one of these they open a question: "en que plazo", "o que diz". */
const BEFORE_OPENER: ReadonlySet<string> = new Set(
  'a ao ate avec con com contra da de desde di em en entro in o hasta para par per por pour sobre sous sur su dans'.split(
    ' ',
  ),
)

/**
 * Whether a text asks to be told yes or no: a question that no word like "which" or "when" opens. Undefined where the language has no such
 * word at the beginning, where nothing is asked with a mark, or where both are asked.
 */
export function asksYesOrNo(text: string, language: Language): boolean | undefined {
  if (speechOf(language).opensFirst !== true) return undefined
  const asked = text
    .split(/(?<=[?!;\n]|:\s)|(?<=\.\s)(?=\p{Lu})/u)
    .filter((sentence) => sentence.endsWith('?'))
  const closed = asked.map((sentence) => isClosed(sentence, language))
  if (closed.length === 0 || new Set(closed).size > 1) return undefined
  return closed[0]
}

function isClosed(sentence: string, language: Language): boolean {
  const clauses = sentence.split(/,\s|\s[–—-]\s/).map((clause) => tokenize(clause).map((token) => token.text))
  const begins = questionForms(language).filter((form) => form.kind === 'verdict' && form.begins)
  const [first = []] = clauses
  if (begins.some(({ words, open }) => `${first.join(' ')} `.startsWith(open ? words : `${words} `)))
    return true
  const openers = openersOf(language)
  return !clauses.some((words) => words.slice(0, OPENS_WITHIN).some((word, at) => opens(word, words[at - 1])))

  function opens(word: string, before: string | undefined): boolean {
    return openers.has(word) && (before === undefined || !JOINING.has(word) || BEFORE_OPENER.has(before))
  }
}

/** Ends an English question that leaves out its verb: "GDPR representative needed?", "He says it is optional. True?" */
const WITHOUT_VERB =
  /\b(?:needed|required|necessary|mandatory|compulsory|obligatory|optional|allowed|permitted|forbidden|prohibited|enough|sufficient|acceptable|ok|okay|true|correct)(?: (?:too|as well|here|then|or not|for us|for that|in that case))?$/i

/** What asks for a yes or no in an English question that has no verb for it; undefined where nothing does. */
export function askedWithoutVerb(text: string): string | undefined {
  const openers = openersOf('en')
  return text
    .split('?')
    .slice(0, -1)
    .map((before) => before.slice(before.search(/[^.!;:\n]*$/)).trim())
    .filter((sentence) => !tokenize(sentence).some((token) => openers.has(token.text)))
    .map((sentence) => WITHOUT_VERB.exec(sentence)?.[0])
    .find((words) => words !== undefined)
}
