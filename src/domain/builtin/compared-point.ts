import type { Profile } from '../registry/knowledge-data.ts'
import type { StatementKind } from '../search/statements.ts'
import { stems } from '../search/stems.ts'
import type { Question } from './read-question.ts'
import type { QuestionKind } from './speech/speech.ts'

/** What frameworks are compared on, where it is one of the points that their data tells of. */
export interface ComparedPoint {
  row: keyof Profile | 'validity'
  /** What more is asked, by stem, beside the form and the words for the point. */
  rest: ReadonlySet<string>
}

/** Words that name a point; of two that are named as often, the first one is meant. */
const POINT_WORDS: readonly (readonly [ComparedPoint['row'], ReadonlySet<string>])[] = [
  ['penalty', words('fine fines fined penalty penalties sanction punished turnover ceiling money')],
  [
    'validity',
    words('valid validity expire expiry expires lifetime renew renewal renewed years term terms lasts'),
  ],
  [
    'clock',
    words(
      'breach incident report reporting notify notification notice deadline clock hours days time sooner faster quick short shorter initial limit',
    ),
  ],
  [
    'certificate',
    words(
      'certificate certificates certification certify certified certifiable attestation seal label proof prove',
    ),
  ],
  [
    'supervision',
    words('authority regulator supervisor supervision supervise enforce oversee audits auditor checks'),
  ],
  ['bound', words('bound binding legally apply applicable scope subject addressee')],
]

/** The form of question that each point answers, and the point that each form is about. */
const KIND_OF_POINT: Partial<Record<ComparedPoint['row'], QuestionKind>> = {
  penalty: 'money',
  validity: 'clock',
  clock: 'clock',
  bound: 'scope',
}
const POINT_OF_KIND: Partial<Record<QuestionKind, ComparedPoint['row']>> = {
  money: 'penalty',
  clock: 'clock',
  scope: 'bound',
}

/** Of a question's other words, so many may be no more than its wording. */
export const WORDING_MOST = 1

/** The point that a question compares frameworks on; undefined where it is the whole of them, or something else. `said` are its stems. */
export function comparedPoint(
  { kinds, form }: Question,
  said: ReadonlySet<string>,
): ComparedPoint | undefined {
  const ofKind = kinds.map((kind) => POINT_OF_KIND[kind]).find((row) => row !== undefined)
  const counted = POINT_WORDS.map(([row, own]) => {
    const named = [...said].filter((stem) => own.has(stem)).length
    return { row, own, named: named + (row === ofKind ? 1 : 0) }
  })
  const most = Math.max(...counted.map(({ named }) => named))
  const best = counted.find(({ named }) => named === most && named > 0)
  if (!best || isOfReport(best.row, kinds, said)) return undefined
  // "How long is a certificate good for?"
  const lasts =
    kinds.includes('clock') && counted.some(({ row, named }) => row === 'certificate' && named > 0)
  if (lasts) return { row: 'validity', rest: new Set() }
  return { row: best.row, rest: new Set([...said].filter((stem) => !best.own.has(stem) && !form.has(stem))) }
}

/** Whether nothing more special than the point is asked. */
export function isAlone({ rest }: ComparedPoint): boolean {
  return rest.size <= WORDING_MOST
}

/** Whether what a framework tells of the point speaks of what more is asked. */
export function speaksOfRest({ rest }: ComparedPoint, told: string): boolean {
  return stems(told).some((stem) => rest.has(stem))
}

/** The statements that tell of a point, where any do but those that the profile is made of. */
const KINDS_OF_POINT: Partial<Record<ComparedPoint['row'], ReadonlySet<StatementKind>>> = {
  penalty: new Set(['penalty']),
  clock: new Set(['clock', 'review', 'date']),
}

/** Whether a statement of this kind tells of the point. */
export function isOnPoint({ row }: ComparedPoint, kind: StatementKind | undefined): boolean {
  return kind !== undefined && KINDS_OF_POINT[row]?.has(kind) === true
}

/** "Is a SOC 2 report enough for DORA?" speaks of no clock. */
function isOfReport(row: ComparedPoint['row'], kinds: Question['kinds'], said: ReadonlySet<string>): boolean {
  return row === 'clock' && !kinds.includes('clock') && said.has('report') && said.has('enough')
}

/** The question as it is put to each of the frameworks alone: a verdict on the comparison is none on one side. */
export function askedOfEach(question: Question, point: ComparedPoint | undefined): Question {
  const kind = point && KIND_OF_POINT[point.row]
  const kinds = question.kinds.filter((one) => one !== 'comparison' && one !== 'verdict' && one !== kind)
  return { ...question, kinds: kind === undefined ? kinds : [kind, ...kinds] }
}

function words(text: string): ReadonlySet<string> {
  return new Set(stems(text))
}
