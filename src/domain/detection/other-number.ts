import { numberForm, type Lexicon, type Meaning } from './lexicon.ts'
import type { PhraseMatch } from '../text/phrase-trie.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'

/** Words that say that a number is of another kind: "Invoice 2016/679", "CVE-2022-2555", "Lot 27701". */
const NUMBER_LABELS = new Set(
  'invoice rechnung factura facture fattura faktura faktury fakture fakturze fv rechnungsnummer order po ticket case file permit parking cve release build v version part model sku room page call phone tel fax expediente dossier aktenzeichen parcel issue pr bug note delivery pallet palette ref reference lot batch charge seal waybill shipment container row line item unit badge locker gate flight train bus zip postcode plz port error invoiceno bestellung auftrag commande pedido ordine zamowienie bestelling serial asset'.split(
    ' ',
  ),
)

/** What stands between such a word and its number: "part no. 171". */
const NUMBER_SIGNS = new Set('n no nr num number numero nummer'.split(' '))

/** Words in front of the number of an act of the Union. */
const ACTS = new Set(
  'eu ue reg regulation regolamento reglamento reglement verordnung verordening directive directiva direttiva richtlinie richtlijn'.split(
    ' ',
  ),
)

/** Words behind an amount: "NIS 2 million" is money. */
const QUANTITIES = new Set(
  'million millions mio mln mn billion billions bn mrd milliard milliards thousand tausend mille percent prozent pct'.split(
    ' ',
  ),
)

/**
 * The places (first token) where the number of a name is something else. A name that begins with a number ("800-171", "2016/679", "171
 * R2") may be labelled as another kind of number ("part no. 171-R2"); where a number of the registry is so labelled anywhere, those
 * without a word of their own are of its kind ("case 2022/2554 was listed, 2022/2555 settled"). Such a name may also be
 * written otherwise, or be a piece of a longer number ("1-800-171-2000"). A name that ends in a short number may begin an amount
 * ("NIS 2 million", "NIS 2,555").
 */
export function otherNumbers(
  lexicon: Lexicon,
  matches: readonly PhraseMatch<Meaning>[],
  tokens: readonly TextToken[],
): ReadonlySet<number> {
  const other = new Set<number>()
  const bare: PhraseMatch<Meaning>[] = []
  let anyLabelled = false
  for (const match of matches) {
    const { from, to } = match
    if (isAmount(tokens[to - 1], tokens[to])) other.add(from)
    if (!isNumber(tokens[from])) continue
    if (areNumbers(tokens, from, to)) bare.push(match)
    if (!isLabelled(from, tokens)) continue
    other.add(from)
    anyLabelled = true
  }
  if (bare.length === 0) return other
  anyLabelled ||= tokens.some(
    (token, at) => isNumber(token) && lexicon.numbers.has(token.text) && isLabelled(at, tokens),
  )
  for (const match of bare) {
    if (anyLabelled || isWrittenOtherwise(lexicon, match, tokens)) other.add(match.from)
  }
  return other
}

function areNumbers(tokens: readonly TextToken[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isNumber(tokens[at])) return false
  return true
}

/** Whether a word in front says what kind of number stands there. */
function isLabelled(at: number, tokens: readonly TextToken[]): boolean {
  if (tokens[at]?.gap === 'hard') return false
  const sign = NUMBER_SIGNS.has(tokens[at - 1]?.text ?? '')
  return NUMBER_LABELS.has(tokens[at - (sign ? 2 : 1)]?.text ?? '')
}

function isWrittenOtherwise(
  lexicon: Lexicon,
  { from, to }: PhraseMatch<unknown>,
  tokens: readonly TextToken[],
): boolean {
  const continues = (at: number): boolean => {
    const [before, token] = [tokens[at - 1], tokens[at]]
    return before !== undefined && token?.gap === 'tight' && isNumber(before) && isNumber(token)
  }
  if (continues(from) || continues(to)) return true
  const form = to - from === 1 ? (tokens[from]?.text ?? '') : numberForm(tokens.slice(from, to))
  if (lexicon.numbers.has(form)) return false
  // In file names the slash of a citation becomes a hyphen: "Reg_EU_2024-2847".
  return !(ACTS.has(tokens[from - 1]?.text ?? '') && lexicon.numbers.has(form.replace('-', '/')))
}

function isAmount(last: TextToken | undefined, next: TextToken | undefined): boolean {
  if (!last || !next || last.text.length > 2 || !/^\d{1,2}$/.test(last.text)) return false
  const grouped = /^[.,]$/.test(next.between) && /^\d{3}$/.test(next.text)
  return grouped || /^\s?%/.test(next.between) || (next.gap === 'space' && QUANTITIES.has(next.text))
}
