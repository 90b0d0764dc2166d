import type { FoundStatement } from '../search/statement-search.ts'
import type { StatementKind } from '../search/statements.ts'
import type { QuestionKind } from './speech/speech.ts'

/** How well each kind of statement answers each kind of question; `FIT_UNTOLD` where nothing is told. */
const FITS: Readonly<Record<QuestionKind, Partial<Record<StatementKind, number>>>> = {
  comparison: {},
  evidence: {},
  control: {},
  shorter: {},
  count: { count: 5, enumeration: 2, threshold: 2, structure: 1.5 },
  list: { enumeration: 5, count: 2, structure: 1.2, term: 0.7 },
  clock: { clock: 5, review: 4, validity: 4.5, date: 1.2, threshold: 2, deadline: 2 },
  date: { date: 5, clock: 2, review: 2, validity: 1.5, change: 1.5, deadline: 2 },
  money: { penalty: 5, threshold: 2, deadline: 2 },
  scope: { threshold: 3.5, bound: 4, exempt: 3, verdict: 3.5, scope: 2 },
  verdict: { verdict: 5, bound: 2, exempt: 2, certificate: 1.5, pitfall: 1.2, term: 0, step: 0 },
  change: { change: 5, count: 2, date: 0.6 },
  edition: { date: 3, verdict: 3, change: 2 },
  'first-steps': { step: 4 },
  definition: { term: 3, scope: 1.3, enumeration: 1.2 },
}

/** A kind of statement that a form does not ask for. */
const FIT_UNTOLD = 0.5

/** The second form that a question has says less than the first. */
const SECOND_FORM = 0.9

/** What the data has nearly this very question for answers it in whatever form. */
const FIT_ALIKE = 4

/** What it means to ask answers it where nothing else fits better. */
const FIT_MEANT = 2.5

/** A figure or a control is given only where the question is the same but for a word. */
export const SAME = 0.9

/** Where only a figure, a date or a clock answers, other kinds do not. */
export const FIT_OF_FIGURES = 2

/** What tells two things of one framework apart, where nothing else is asked: "Type 1 or Type 2, and which one first?" */
const FITS_COMPARED: Partial<Record<StatementKind, number>> = { enumeration: 2, verdict: 1.2, term: 1.2 }

/** Nobody who asks for no time or fine is answered by one. */
const FIT_UNASKED = 0.2
const UNASKED: ReadonlySet<StatementKind> = new Set(['date', 'deadline', 'penalty'])

/** How well a kind of statement answers a question of these forms. */
export function fitOf(kinds: readonly QuestionKind[], kind: StatementKind): number {
  if (kinds.length === 1 && kinds[0] === 'comparison') return FITS_COMPARED[kind] ?? FIT_UNTOLD
  if (kinds.length === 0) return UNASKED.has(kind) ? FIT_UNASKED : FIT_UNTOLD
  return Math.max(
    ...kinds.map((asked, index) => (FITS[asked][kind] ?? FIT_UNTOLD) * (index === 0 ? 1 : SECOND_FORM)),
  )
}

/** What the data has as nearly this question answers it, whatever its kind; where a figure is asked for, as this very question. */
export function fitOfAsked({ asked, alike = 0, meant = 0 }: FoundStatement, figure: boolean): number {
  const least = figure ? SAME : 0
  if (alike > least) return FIT_ALIKE
  if (meant > least) return FIT_MEANT
  return asked === true ? FIT_OF_FIGURES : 0
}
