import { isNumber, type TextToken } from '../text/tokens.ts'

/** A number, a letter, a roman numeral, or two letters in brackets (`(ag)`): what an id goes on with behind its stem. */
export function isPart(token: TextToken): boolean {
  if (isNumber(token) || /^(?:[a-z]|[ivx]{2,5})$/.test(token.text)) return true
  return token.between.includes('(') && isPair(token)
}

function isPair({ text }: TextToken): boolean {
  return /^[a-z]{2}$/.test(text)
}

/** Two letters right behind a number (`26WE`, `09.aa`): a part only where the framework writes such ones. */
export function isSuffix(token: TextToken, before: TextToken | undefined): boolean {
  return isNumber(before) && isPair(token) && (token.between === '' || token.between === '.')
}
