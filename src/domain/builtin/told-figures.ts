import type { Measure } from '../registry/size-test.ts'

/** A figure that a question tells of a firm. */
export interface ToldFigure {
  value: number
  /** Of money, its currency by ISO 4217. */
  unit?: string | undefined
  /** It is less than that, or more: "fewer than 50 people". */
  sign?: -1 | 1
}

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  S$: 'SGD',
  R$: 'BRL',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  ZŁ: 'PLN',
  TL: 'TRY',
}
const CODES =
  'TRY|TL|MYR|THB|PHP|KES|NGN|EGP|ILS|VND|PEN|IDR|HKD|EUR|USD|GBP|CHF|CAD|AUD|NZD|SGD|JPY|INR|BRL|ZAR|SEK|NOK|DKK|PLN|KRW|CNY|RMB|MXN|CLP|AED|SAR'
const CURRENCY = `(?:(?:US|NZ|[ACSR])?\\$|[€£¥₹]|zł|(?:${CODES})\\b|euros?\\b|dollars?\\b)`

/** How many times the number before it a word stands for. */
const TIMES: readonly (readonly [RegExp, number])[] = [
  [/^trillion/i, 1e12],
  [/^crore/i, 1e7],
  [/^lakh/i, 1e5],
  [/^(?:bn|billion|mrd|milliard\w*|miliard\w*|mil millones|bilh\w+)/i, 1e9],
  [/^(?:m|mn|mln|mio|million\w*|millon\w*|milion\w*|milh\w+|miljoen\w*)$/i, 1e6],
  [/^(?:k|thousand|tsd|tausend|mille|mil|tys)$/i, 1e3],
]
const TIMES_WORD =
  '(?:trillion|crore|lakh|bn|billion|mrd|milliard\\p{L}*|miliard\\p{L}*|mn|mln|mio|million\\p{L}*|millon\\p{L}*|milion\\p{L}*|milh\\p{L}+|miljoen\\p{L}*|thousand|tsd|tausend|m|k)'

/** A number as people write it, with its currency and its thousands or millions. */
const FIGURE = new RegExp(
  `(?<before>${CURRENCY})? ?(?<![\\p{L}\\p{N}.,/-])(?<number>\\d{1,3}(?:[.,'’  ]\\d{3})+(?!\\d)|\\d{1,12}(?:[.,]\\d{1,3})?)(?![\\d/])(?: ?(?<times>${TIMES_WORD})(?![\\p{L}]))?\\.?(?: ?(?:d['’]|de )?(?<after>${CURRENCY}))?`,
  'giu',
)

const PEOPLE =
  'people|persons?|staff|employees?|workers|headcount|ftes?|heads|colleagues|founders|developers|mitarbeiter\\p{L}*|beschäftigte\\p{L}*|personen|leute|salarié\\p{L}*|employé\\p{L}*|personnes|empleados?|trabajadores|personas|dipendenti|addetti|persone|funcionários|colaboradores|trabalhadores|pessoas|medewerkers|werknemers|personeelsleden|pracownik\\p{L}*|osób|çalışan\\p{L}*'
const CONSUMERS =
  'consumers?|customers?|users?|households?|residents?|patients?|individuals|data subjects|contacts|accounts|records|verbraucher\\p{L}*|nutzer\\p{L}*|kunden|members|subscribers|students|mitglieder\\p{L}*|consommateurs|utilisateurs|clients|consumidores|usuarios|clientes|consumatori|utenti|clienti|gebruikers|klanten|użytkownik\\p{L}*|klient\\p{L}*'
const TURNOVER =
  /turnover|turn(?:s|ed)? over|revenues?|sales|umsatz|chiffre d.affaires|ventas|facturaci[oó]n|fatturato|faturamento|volume de neg[oó]cios|omzet|obr[oó]t/giu
const BALANCE =
  /balance sheet|total assets|year-end assets|assets|bilanzsumme|bilan\b|balance general|activos|totale di bilancio|attivo|balan[cç]o|balanstotaal|suma bilansowa/giu

/** Words for what is earned by selling data. */
const SELLS = /\b(?:sell\w*|sale|sales|sold|verkauf\w*|vente|venta|vendita|venda|verkoop|sprzeda\w*)\b/iu

/** Who sells no data earns nothing by it. */
const SELLS_NOTHING =
  /\b(?:sells? no|(?:do|does|did)(?: not|n['’]t) sell|never sell|not selling|verkaufen keine|ne vendons (?:pas|aucune)|no vendemos|non vendiamo|não vendemos|verkopen geen|nie sprzedajemy)\b/iu

/** A word for who is counted stands right behind the number, or up to two words on. */
const behind = (words: string): RegExp =>
  new RegExp(`^[\\s-]*(?:[\\p{L}'’-]+\\s+){0,2}(?:${words})(?!\\p{L})`, 'iu')
const PEOPLE_BEHIND = behind(PEOPLE)
const CONSUMERS_BEHIND = behind(CONSUMERS)
/** Words that count people in Chinese, Japanese and Korean. */
const COUNTER_BEHIND = /^ ?(?:명|名|人)/u
const PEOPLE_BEFORE =
  /(?:headcount|staff|workforce|team|employees|employ|we are|effectif|plantilla|organico|belegschaft)(?: (?:of|is|was|about|around|roughly|some|de|di|von|average))*[\s:]*$/iu

/** So much of a text is read on either side of a number, in characters. */
const NEAR = 40

/** The figures that a text tells of a firm, by what they measure; of several for one measure the first. Linear in the text. */
export function toldFigures(text: string): Partial<Record<Measure, ToldFigure>> {
  const told: Partial<Record<Measure, ToldFigure>> = SELLS_NOTHING.test(text) ? { share: { value: 0 } } : {}
  for (const { 0: written, index, groups = {} } of text.matchAll(FIGURE)) {
    const { before, number = '', times, after } = groups
    const end = index + written.length
    const [left, right] = [text.slice(Math.max(0, index - NEAR), index), text.slice(end, end + NEAR)]
    if (BETWEEN.test(left)) continue
    const unit = currencyOf(before ?? after)
    const isMoney = unit !== undefined || times !== undefined
    const measure = countedBy(left, right, unit) ?? (isMoney ? moneyBy(left, right) : undefined)
    const sign = FEWER.test(left) ? -1 : MORE.test(left) ? 1 : undefined
    const value = numberOf(number) * timesOf(times)
    if (measure && !(PERCENT.test(right) && measure !== 'share'))
      told[measure] ??= { value, ...(unit !== undefined && { unit }), ...(sign && { sign }) }
  }
  return told
}

/** "Between 40 and 60 people" tells no figure that decides. */
const BETWEEN =
  /\b(?:between|zwischen|entre|tra|tussen|między)(?: [\w.,]+ (?:and|und|et|y|e|en|a|i))?(?: (?:€|\$|£|EUR|USD))? ?$/iu

const FEWER =
  /\b(?:fewer than|less than|under|below|weniger als|unter|moins de|menos de|meno di|minder dan|onder|poniżej|mniej niż)(?: (?:€|\$|£|EUR|USD))? ?$/iu
const MORE =
  /\b(?:more than|(?<!turns? )over|above|mehr als|über|plus de|más de|più di|mais de|meer dan|ponad|powyżej)(?: (?:€|\$|£|EUR|USD))? ?$/iu

const PERCENT = /^ ?(?:%|percent|per cent|prozent|pour ?cent|por ciento|procent)/iu

function countedBy(left: string, right: string, unit: string | undefined): Measure | undefined {
  if (unit !== undefined) return undefined
  if (PERCENT.test(right)) return SELLS.test(`${left}${right}`) ? 'share' : undefined
  if (PEOPLE_BEHIND.test(right) || COUNTER_BEHIND.test(right)) return 'people'
  if (CONSUMERS_BEHIND.test(right)) return 'consumers'
  return PEOPLE_BEFORE.test(left) ? 'people' : undefined
}

/** A word before a comma belongs to the figure before it. */
const BEFORE_COMMA = 10

/** By the word for turnover or assets that stands nearer. */
function moneyBy(left: string, right: string): Measure | undefined {
  const distance = (words: RegExp): number => {
    const last = [...left.matchAll(words)].at(-1)
    const [first] = right.matchAll(words)
    const between = last && left.slice(last.index + last[0].length)
    return Math.min(
      between === undefined ? Infinity : between.length + (/[,;]/.test(between) ? BEFORE_COMMA : 0),
      first ? first.index : Infinity,
    )
  }
  const [turnover, balance] = [distance(TURNOVER), distance(BALANCE)]
  if (turnover === Infinity && balance === Infinity) return undefined
  return balance < turnover ? 'balance' : 'turnover'
}

function numberOf(written: string): number {
  const grouped = /^\d{1,3}(?:[.,'’  ]\d{3})+$/.test(written)
  return Number(grouped ? written.replaceAll(/\D/g, '') : written.replace(',', '.'))
}

function timesOf(word = ''): number {
  return TIMES.find(([pattern]) => pattern.test(word))?.[1] ?? 1
}

function currencyOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  if (/^euro/i.test(written)) return 'EUR'
  if (/^dollar/i.test(written)) return 'USD'
  const sign = written.toUpperCase()
  return SIGNS[sign] ?? sign
}
