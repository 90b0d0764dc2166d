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
const INSERTED = /^(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)$/

/** Two letters right behind a number (`26WE`, `09.aa`, `899-aa`), or `bis` and the like: a part only where the framework writes such ones. */
export function isSuffix(token: TextToken, before: TextToken | undefined): boolean {
  if (!isNumber(before)) return false
  return INSERTED.test(token.text) || (isPair(token) && /^[.-]?$/.test(token.between))
}
