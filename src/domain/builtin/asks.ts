import { sentencesOf } from '../search/statements.ts'
import type { Language } from '../text/language.ts'
import { speechOf } from './speech/speech.ts'

/** So many questions of one message are answered. */
const ASKS_MOST = 3

/** What joins a second question to the first, by language, and words that open a question for yes or no. */
const JOINTS: Readonly<Partial<Record<Language, { and: string; before: string; closed: string }>>> = {
  en: {
    and: 'and|plus',
    before: 'by|for|from|to|within|at|of|in|on|under|until|since|with|if so|also|then',
    closed: 'do|does|did|is|are|must|can|may|should|will|would',
  },
  de: {
    and: 'und',
    before: 'ab|bis|seit|mit|für|in|von|zu|nach|auch',
    closed: 'muss|müssen|brauchen|braucht|dürfen|darf|gilt|gelten|ist|sind|reicht',
  },
  fr: {
    and: 'et',
    before: 'à|à partir de|à compter de|de|dans|pour|depuis|sous|avec|par',
    closed: 'faut-il|doit-on|devons-nous|peut-on|est-ce',
  },
  es: {
    and: 'y',
    before: 'a|de|desde|hasta|con|para|en|por',
    closed: 'es|debemos|necesitamos|podemos|hay que',
  },
  it: { and: 'e', before: 'entro|da|per|a|di|in|con', closed: 'dobbiamo|serve|possiamo|è' },
  pt: { and: 'e', before: 'a|de|desde|até|com|para|em|por', closed: 'é|devemos|precisamos|podemos' },
  nl: { and: 'en', before: 'van|vanaf|binnen|met|voor|tot|in|op', closed: 'moeten|moet|mogen|mag|is|zijn' },
  pl: { and: 'i|oraz', before: 'od|do|w|z|na|dla', closed: 'czy' },
}

/**
 * What asks in a text that does not ask as one: the sentence beside a story, or each of several questions ("Do we need a DPO, and how
 * fast must we report?"), in its order.
 */
export function asksOf(text: string, language: Language): string[] {
  const sentences = sentencesOf(text).flatMap((sentence) => sentence.split(/(?<=[?？؟])\s+/u))
  const { opening, joint } = patternsOf(language)
  const asking = sentences.filter(
    (sentence) =>
      MARKED.test(sentence) ||
      opening?.test(sentence) === true ||
      (language === 'en' && ASKS_WHETHER.test(sentence)),
  )
  const asks = asking.flatMap((sentence) => (joint ? sentence.split(joint) : [sentence]))
  return asks.length > 1 || asking.length < sentences.length ? asks.slice(0, ASKS_MOST) : []
}

/** "Our insurer asks whether cover is compulsory." */
const ASKS_WHETHER =
  /\b(?:asks?|asked|asking|wants? to know|wonders?|not sure|unsure)(?: (?:us|me))? (?:if|whether)\b/i

const MARKED = /[?？؟]["”)]?$/u

const kept = new Map<Language, { opening?: RegExp; joint?: RegExp }>()

/** How a question begins, and where a second one is joined to it. */
function patternsOf(language: Language): { opening?: RegExp; joint?: RegExp } {
  const made = kept.get(language) ?? patterns(language)
  kept.set(language, made)
  return made
}

function patterns(language: Language): { opening?: RegExp; joint?: RegExp } {
  const joints = JOINTS[language]
  if (!joints) return {}
  const { and, before, closed } = joints
  const opener = `(?:(?:${before}) )?(?:${[...(speechOf(language).openers ?? []), closed].join('|')})(?=[\\s'’])`
  return {
    opening: new RegExp(`^${opener}`, 'iu'),
    joint: new RegExp(`[,;]? (?:${and}) (?=${opener})`, 'iu'),
  }
}
