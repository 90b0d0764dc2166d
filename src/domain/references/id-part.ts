import { isNumber, type TextToken } from '../text/tokens.ts'

/** A number, a letter, a roman numeral (`Annex Ia` as well), or two letters in brackets (`(ag)`): what an id goes on with behind its stem. */
export function isPart(token: TextToken): boolean {
  if (isNumber(token) || /^(?:[a-z]|[ivx]{2,5}|ia)$/.test(token.text)) return true
  return token.between.includes('(') && isPair(token)
}

function isPair({ text }: TextToken): boolean {
  return /^[a-z]{2}$/.test(text)
}

/** What laws call articles that were put between two: `Art. 14 bis`. */
const INSERTED = new Map(
  ['bis', 'ter', 'quater', 'quinquies', 'sexies', 'septies', 'octies', 'nonies', 'decies'].map(
    (word, at) => [word, 'abcdefghi'.charAt(at)] as const,
  ),
)

/** The letter that an article that was put in has in other languages of the same law: `29 quinquies` is `29d`. */
export function insertedLetter(word: string): string | undefined {
  return INSERTED.get(word)
}

/** Words of other languages as well: "Art. 5 bis Freitag", "artikel 21 ter inzage". */
const MEANING_MORE = new Set(['bis', 'ter'])

/** What goes on in one sentence behind one of those that an article has. */
const BEHIND_THEM = new Set(
  'of is does do are was on and or which that wants says requires de del della dello du da do que qui che no non nao n ne y e et ou o est sont sono son existe existen esiste manque manca falta'.split(
    ' ',
  ),
)

/** Whether a word makes an article of its own of the number before it: `22 bis`, `22-ter`, not the German range "5 bis 11". */
export function isInserted(token: TextToken | undefined, next: TextToken | undefined): boolean {
  if (!token || !INSERTED.has(token.text) || !/^[ -]?$/.test(token.between)) return false
  const ends = next === undefined || next.gap === 'hard' || next.gap === 'stop'
  return ends || !MEANING_MORE.has(token.text) || BEHIND_THEM.has(next.text)
}

/** Two letters right behind a number (`26WE`, `09.aa`, `899-aa`), or `bis` and the like: a part only where the framework writes such ones. */
export function isSuffix(token: TextToken, before: TextToken | undefined): boolean {
  if (!isNumber(before)) return false
  return INSERTED.has(token.text) || (isPair(token) && /^[.-]?$/.test(token.between))
}

/** Whether a part is a number. */
export function isDigits(part: string): boolean {
  return /^\d+$/.test(part)
}
