import { deu, eng, fra, ita, nld, pol, por, spa, tur } from 'stopword'
import { tokenize } from './tokens.ts'
import { phrases } from './phrases.ts'

/** The languages that questions are understood in, by ISO 639-1. */
export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'ja',
  'ko',
  'zh',
  'ar',
] as const

export type Language = (typeof LANGUAGES)[number]

/** A script that tells the language. Kana come first: Japanese is written with Chinese characters too. */
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Arabic}/gu, 'ar'],
]

/** Fewer characters of a script may be a quotation. */
const SCRIPT_LEAST = 3

/** Two letters and less are as often an abbreviation; these are not. */
const SHORT_WORDS: Partial<Record<Language, readonly string[]>> = {
  en: phrases(
    'apply, applies, need, needs, must, does, required, list, tell, which, who, why, may, day, fine, fines, sit',
  ),
  de: ['im', 'zu', 'es', 'ob'],
  fr: phrases('le, la, du, un, et, en, au, de, que, quoi, combien, compte, dit, doit, peut, quelle, quel'),
  es: phrases('el, la, un, de, en, es, y, que, cuantos, cuanto, cuales, hay, debe, segun'),
  it: phrases(
    'il, la, di, un, e, che, quanti, quali, entro, si, ogni, deve, devono, serve, basta, vale, puo, obbligatorio',
    'obbligatoria, necessario, richiede, azienda, cosa, cos, dice, articolo, chi, quale',
  ),
  pt: phrases(
    'o, a, um, uma, de, em, e, que, quantos, quais, qual, deve, precisa, precisamos, pode, quanto, na, no, os, tem',
    'aplica, todas, todos, obrigatorio, obrigatoria',
  ),
  nl: phrases('onder, verplicht, geldt, wij, de, het, een, is, in, we, welke, hoeveel, moet, moeten'),
  tr: phrases(
    'kac, ne, diyor, madde, hangi, nedir, icin, mi, var, zorunlu, icerir, gerekir, kadar, nasil, gerekli, zorunda',
    'olmali, yapilmali, icinde, suresi, kapsaminda, uyarinca, midir, mudur, miyiz, yeterli, gecerli',
  ),
  pl: phrases('w, z, na, czy, ile, jakie, jest, do'),
}

const WORDS = [
  ['en', eng],
  ['de', deu],
  ['fr', fra],
  ['es', spa],
  ['it', ita],
  ['pt', por],
  ['nl', nld],
  ['pl', pol],
  ['tr', tur],
] as const

/** Words of some language that stand in questions of any as something else. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['eu', 'ai', 'us', 'uk', 'it', 'one', 's', 'v', 'a', 'd'])

/** The languages that claim a word, so that one that only one has says most; made for the first question. */
let claimed: ReadonlyMap<string, readonly Language[]> | undefined

function listsByWord(): Map<string, Language[]> {
  const lists = new Map<string, Language[]>()
  for (const [language, words] of WORDS) {
    // The lists hold single letters, which stand in figures: "900k".
    const longer = words.filter((word) => word.length > 1)
    const foldedOf = (list: readonly string[]): string[] =>
      list.flatMap((word) => tokenize(word).map(({ text }) => text))
    // "z.b." would claim the "B" of "B-13".
    const folded = [
      ...foldedOf(longer).filter((word) => word.length > 1),
      ...foldedOf(SHORT_WORDS[language] ?? []),
    ]
    for (const word of new Set(folded).difference(ABBREVIATIONS))
      lists.set(word, [...(lists.get(word) ?? []), language])
  }
  return lists
}

/** What English questions have taken from elsewhere or share with others: `non-profit`, `ad hoc`, `per annum`, `phase-in`. */
const BORROWED =
  /[-\u2010\u2011]in\b|\b(?:(?:non|no)[-\u2010\u2011]|per (?:se|annum|diem|capita)\b|ad hoc\b|de (?:facto|minimis|jure)\b|pro (?:rata|forma)\b)/gi

/** Letters that only one of these languages has. */
const LETTERS: readonly (readonly [RegExp, Language])[] = [
  [/[ßẞ]/, 'de'],
  [/[ñ¿¡]/i, 'es'],
  [/[ãõ]/i, 'pt'],
  [/[łżźśćńąę]/i, 'pl'],
  [/[ığşİ]/, 'tr'],
]

/** Characters as only Japanese writes them: a title in Chinese characters has no kana. */
const JAPANESE = /[効録売対検険験変総覧証処関発権実図単営経済応]/

/** Letters of Vietnamese, which is not understood: by its small words it would be taken for another language. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i

/** How English questions begin, and hardly any other: a short one has no other word that tells. */
const OPENS_ENGLISH =
  /^(?:is|are|do|does|did|can|may|must|should|will|what|which|who|how|when|where|why|have|has)\s(?:a|an|the|we|it|i|you|they|there|our|one|this|that|is|are|do|does|will|can|may|must)\b/i
const OPENING = 0.75

/** With any word behind: "Is SAMA CSF mandatory?". */
const OPENS_PERHAPS =
  /^(?:(?:is|are|does|did|can|may|must|should|will|what|which|who|how|when|where|why|have|has)\s|(?:until|since|from|by) when\b)/i
const OPENING_PERHAPS = 0.5

/** English questions hold words of other languages by chance. */
const MARGIN = 0.25

/** More of a text tells no more about its language. */
const READ_MOST = 600

/** The language a question is written in; English where nothing speaks for another one. */
export function languageOf(text: string): Language {
  const read = text.slice(-READ_MOST).replaceAll(BORROWED, ' ')
  for (const [script, language] of SCRIPTS) {
    if ((read.match(script)?.length ?? 0) < SCRIPT_LEAST) continue
    return language === 'zh' && JAPANESE.test(read) ? 'ja' : language
  }
  if (VIETNAMESE.test(read)) return 'en'
  claimed ??= listsByWord()
  // "ESRS assurance: will it change?"
  const beginnings = [read.trimStart(), read.slice(read.lastIndexOf(': ') + 1).trimStart()]
  const opening = beginnings.some((one) => OPENS_ENGLISH.test(one))
    ? OPENING
    : beginnings.some((one) => OPENS_PERHAPS.test(one))
      ? OPENING_PERHAPS
      : 0
  const scores = new Map<Language, number>([['en', opening]])
  for (const [letters, language] of LETTERS) if (letters.test(read)) scores.set(language, 1)
  for (const word of wordsOf(read)) {
    const languages = claimed.get(word) ?? []
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  const [best] = [...scores].toSorted(([, a], [, b]) => b - a)
  return best && best[1] > (scores.get('en') ?? 0) + MARGIN ? best[0] : 'en'
}

/** The words of a text, without what is a code or an abbreviation there: "AL2", "AL 2". */
function wordsOf(text: string): string[] {
  const tokens = tokenize(text)
  const shouts = !/\p{Ll}/u.test(text)
  return tokens
    .filter(({ text: word, capitals }, at) => {
      const next = tokens[at + 1]
      const isCode = next?.gap === 'none' && /^\p{N}/u.test(next.text)
      return !isCode && (shouts || !capitals || word.length < 2)
    })
    .map(({ text: word }) => word)
}
