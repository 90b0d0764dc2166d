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
  if (point === 'changes') return { may: ['change', 'edition', 'list', 'definition'] }
  return { may: ['definition', 'list', 'control', 'scope', 'money', 'evidence'] }
}

/** The plain question that a text asks, by its words without the frameworks' names; undefined where it asks anything more. */
export function plainQuestionOf(
  unnamed: readonly TextToken[],
  language: Language,
  kinds: readonly QuestionKind[],
): AskedPlainly | undefined {
  kept ??= byWords()
  const words = wordsOf(unnamed, language)
  const asked = kept.get(words) ?? kept.get(words.replaceAll(OF_EDITION, ' ').trim().replaceAll(/ +/g, ' '))
  return asked?.find(({ point }) => {
    const { may, must } = formsOf(point)
    return kinds.every((kind) => may.includes(kind)) && (must === undefined || kinds.includes(must))
  })
}

/** What names an edition: "what is new in version 4.0.1?", "what changed from Rev. 2 to Rev. 3?". */
const OF_EDITION =
  /(?<![^ ])(?:\p{N}+|v|rev|revis|version|versión|versao|edit|edition|ausgab|releas|latest|current|newest|last|previou|old|new|against|compar|amend|second|third|fourth|fifth|neuen|letzten|derni[eè]r)(?![^ ])/gu

/** By words, made when the first question is read: two points may be asked in the same words in two forms. */
let kept: ReadonlyMap<string, readonly AskedPlainly[]> | undefined

function byWords(): ReadonlyMap<string, readonly AskedPlainly[]> {
  const told = (Object.keys(PLAINLY_ASKED) as PlainPoint[]).flatMap((point) => {
    const { so, otherwise } = PLAINLY_ASKED[point] ?? { so: [], otherwise: [] }
    const entries = (asked: readonly string[], opposite: boolean): [string, AskedPlainly][] =>
      asked.map((one) => [wordsOf(tokenize(one), languageOf(one)), { point, opposite }])
    return [...entries(so, false), ...entries(otherwise, true)]
  })
  const words = Map.groupBy(
    told.filter(([key]) => key !== ''),
    ([key]) => key,
  )
  return new Map([...words].map(([key, entries]) => [key, entries.map(([, asked]) => asked)]))
}

/** Words that make no difference: "how many are there in total?", "does it also apply?". */
const IDLE: ReadonlySet<string> = new Set(
  meaningful('does total overall altogether also actually currently whole'),
)

/** The words that mean something, in one order, each once. */
function wordsOf(tokens: readonly TextToken[], language: Language): string {
  return [...new Set(meaningfulIn(language, tokens)).difference(IDLE)].toSorted().join(' ')
}
