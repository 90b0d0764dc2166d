import { PLAINLY_ASKED, type PlainPoint } from './plain-wordings.ts'
import { meaningful, meaningfulIn } from '../search/stems.ts'
import { languageOf, type Language } from '../text/language.ts'
import type { QuestionKind } from './speech/speech.ts'
import { tokenize, type TextToken } from '../text/tokens.ts'

/** A plain question, or the opposite of it: "is it voluntary?". */
export interface AskedPlainly {
  point: PlainPoint
  opposite: boolean
}

/** Points that are asked to be told yes or no. */
const RULED: ReadonlySet<PlainPoint> = new Set(['binding', 'certificate', 'in-force', 'size'])

/** The forms of question that a point is asked in, and the one that it must have. */
function formsOf(point: PlainPoint): { may: readonly QuestionKind[]; must?: QuestionKind } {
  if (RULED.has(point)) return { must: 'verdict', may: ['verdict', 'scope', 'date', 'edition', 'definition'] }
  if (point === 'structure') return { must: 'count', may: ['count', 'control', 'list'] }
  if (point === 'since') return { must: 'date', may: ['date', 'scope', 'definition', 'edition', 'change'] }
  if (point === 'changes') return { may: ['change', 'edition', 'list', 'definition'] }
  if (point === 'evidence') return { may: ['evidence', 'first-steps', 'list', 'control', 'definition'] }
  return { may: ['definition', 'list', 'control', 'scope', 'money', 'evidence'] }
}

/**
 * The plain question that a text asks, by its words without the frameworks' names; undefined where it asks anything more. It is meant
 * where one of its words is of the wordings of that question alone, and none is unknown to them.
 */
export function plainQuestionOf(
  unnamed: readonly TextToken[],
  language: Language,
  kinds: readonly QuestionKind[],
): AskedPlainly | undefined {
  kept ??= vocabularies()
  const words = wordsOf(unnamed, language)
  const [meant, other] = kept.filter(({ point, own, whole }) => {
    const { may, must } = formsOf(point)
    const fits = kinds.every((kind) => may.includes(kind)) && (must === undefined || kinds.includes(must))
    return fits && (own.intersection(words).size > 0 || whole.has(keyOf(words)))
  })
  if (!meant || other || !words.isSubsetOf(meant.known)) return undefined
  const { point, so, otherwise } = meant
  const said = ` ${unnamed.map(({ text }) => text).join(' ')} `
  if (TURNED[point]?.test(said) === true || OPENED[point]?.test(said) === false || TOPIC.test(said))
    return undefined
  const opposite =
    words.intersection(otherwise.difference(so)).size > 0 &&
    words.intersection(so.difference(otherwise)).size === 0
  return { point, opposite }
}

/** The words that a plain question is asked in, by stem. */
export function wordsOfPlain(point: PlainPoint): ReadonlySet<string> {
  kept ??= vocabularies()
  return kept.find((one) => one.point === point)?.known ?? new Set()
}

/** Small words that make another question of it: "do we have to be certified?", "gilt es für uns?". */
const TURNED: Readonly<Partial<Record<PlainPoint, RegExp>>> = {
  certificate:
    / (?:(?:have|has|need|needs) to|must|need|needs|required|mandatory|mussen|muss|brauchen|devons|doit|faut|debemos|hay que|dobbiamo|temos|moeten|musimy) /,
  evidence: / (?:who|whom|wer|wen|qui|quien|quienes|chi|quem|kto) /,
  // "Do small firms need it?" is no question for whether they may have it, and "are they out?" is none for whether they are in.
  size: / (?:needs? (?!to )|brauchen |braucht |necesitan? (?!cumplir )|out $)/,
  'in-force': / (?:uns|unser|unsere|nous|notre|nos|nosotros|noi|nostra|ons|onze|us|our|me|my|nas) /,
}

/** "Who", or who is asked for: "what is the regulation?" asks for nobody. */
const WHO =
  /[^\0-\x7f]| (?:who|which|authority|authorities|regulator|supervisor|agency|body|wer|welche|qui|quelle|quel|quien|cual|que|chi|quale|qual|quem|wie|welke|kto|jaki|kim|hangi) /

/** A size: "does it cover AI?" asks for none. */
const SIZE =
  /[^\0-\x7f]| (?:small|smaller|smes?|startups?|start|micro|size|threshold|employees?|revenue|klein\w*|kmu|grossen\w*|pme|petites?|taille|pymes?|pequen\w*|tamano|piccol\w*|pmi|microempresas|mkb|drempel|mal\w*|msp|kucuk|kobi) /

/** What is shown, or whom it is shown to: "how do we start?" asks for none. */
const SHOWN =
  /[^\0-\x7f]| (?:evidence|evidences|proof|prov\w+|demonstr\w+|see|artifacts?|artefacts?|documents?|documentation|records?|papers|files?|audit\w*|assess\w*|regulators?|inspect\w*|nachweis\w*|weisen|zeigen|belege?|dokumente|unterlagen|prufer|preuves?|justificatifs?|prouver|demontrer|evidencias?|pruebas|documentos|demostra\w*|demuestra|evidenze|documenti|dimostr\w+|comprova\w*|bewijs|documenten|aantonen|tonen|dowod\w*|dokument\w*|wykazac|kanit\w*|belge\w*|denetci) /

/** "What does it cost?", "what are the risks?" ask for no fine, unless that of what is not done. */
const PUNISHED =
  /^(?!.* (?:costs?|risks?|happens|case) )|[^\0-\x7f]| (?:non|not|t|noncomplian\w*|fines?|penalt\w*|sanction\w*|violat\w*) /

/** What a question must hold to be meant so, whatever its other words. */
const OPENED: Readonly<Partial<Record<PlainPoint, RegExp>>> = {
  supervision: WHO,
  issuer: WHO,
  size: SIZE,
  evidence: SHOWN,
  penalty: PUNISHED,
}

/** Topics of two letters, which are no words to the search. */
const TOPIC = / (?:ai|ki|ia|hr|rh|ot|ml|eu|uk) /

/** The words that a plain question is asked in. */
interface Vocabulary {
  point: PlainPoint
  so: ReadonlySet<string>
  otherwise: ReadonlySet<string>
  /** Those that no other question of the same form is asked in. */
  own: ReadonlySet<string>
  known: ReadonlySet<string>
  /** The wordings whole: "does it apply?" has no word that other questions have not. */
  whole: ReadonlySet<string>
}

/** Made when the first question is read. */
let kept: readonly Vocabulary[] | undefined

function vocabularies(): Vocabulary[] {
  const wordings = (asked: readonly string[] = []): Set<string>[] =>
    asked.map((one) => wordsOf(tokenize(one), languageOf(one)))
  const told = (Object.keys(PLAINLY_ASKED) as PlainPoint[]).map((point) => {
    const asked = PLAINLY_ASKED[point]
    const [so, otherwise] = [wordings(asked?.so), wordings(asked?.otherwise)]
    const whole = new Set([...so, ...otherwise].map(keyOf).filter(Boolean))
    return { point, so: allOf(so), otherwise: allOf(otherwise), whole }
  })
  return told.map((one) => {
    const known = one.so.union(one.otherwise)
    const elsewhere = told
      .filter(({ point }) => point !== one.point && formsOf(point).must === formsOf(one.point).must)
      .flatMap(({ so, otherwise }) => [so, otherwise])
    return { ...one, own: known.difference(allOf(elsewhere)), known }
  })
}

function allOf(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]))
}

/** Words that make no difference: "how many are there in total?", "does it also apply?". */
const IDLE: ReadonlySet<string> = new Set(
  meaningful(
    'does total overall altogether also actually currently whole thing briefly nutshell really exactly simply got',
  ),
)

/** What names an edition: "what is new in version 4.0.1?", "what changed from Rev. 2 to Rev. 3?". */
const OF_EDITION = /^(?:\p{N}+|v)$/u

/** The words that mean something. */
function wordsOf(tokens: readonly TextToken[], language: Language): Set<string> {
  return new Set(meaningfulIn(language, tokens).filter((word) => !IDLE.has(word) && !OF_EDITION.test(word)))
}

function keyOf(words: ReadonlySet<string>): string {
  return [...words].toSorted().join(' ')
}
