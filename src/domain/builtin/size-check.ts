import type { Framework } from '../registry/framework.ts'
import type { Bound, Measure, SizeTest } from '../registry/size-test.ts'
import type { Question } from './read-question.ts'
import { EXEMPT } from './scope-lead.ts'
import type { Speech } from './speech/speech.ts'
import { toldFigures, type ToldFigure } from './told-figures.ts'

/** A firm's figures, held against what a framework says of size. */
export interface SizeCheck {
  test: SizeTest
  /** What the figures say of what was asked; `depends` where they do not decide. */
  verdict: 'yes' | 'no' | 'depends'
  /** Whether a figure of the firm itself is told, and not only of those it serves. */
  ofFirm: boolean
  /** Each bound with the figure told for it, as lines of a list. */
  lines: string
}

type Told = ReturnType<typeof toldFigures>

const OF_FIRM: ReadonlySet<Measure> = new Set(['people', 'turnover', 'balance'])

const SIGNS = { 'at-least': '≥', over: '>', below: '<', 'at-most': '≤' } as const

/** The figures that a question tells, held against the framework's test of size; undefined where it has none, or none of its figures is told. */
export function checkSize(
  { data }: Framework,
  question: Question,
  { labels }: Speech,
): SizeCheck | undefined {
  const tests = data.sizes.filter(
    ({ on }) => on === undefined || on.some((word) => holds(question.text, word)),
  )
  if (tests.length === 0) return undefined
  const told = toldFigures(question.text)
  // What is on the part that is asked about comes before what is on the whole.
  const test = tests
    .toSorted((a, b) => Number(b.on !== undefined) - Number(a.on !== undefined))
    .find(({ anyOf }) => anyOf.flat().some((bound) => figureFor(bound, told)))
  if (!test) return undefined
  const bounds = test.anyOf.flat()
  const opposite = EXEMPT.test(question.text) !== EXEMPT.test(test.claim)
  return {
    test,
    verdict: turned(outcome(test, told), opposite),
    ofFirm: bounds.some((bound) => OF_FIRM.has(bound.measure) && figureFor(bound, told) !== undefined),
    lines: bounds
      .filter(
        (bound, index) =>
          bounds.findIndex((one) => one.measure === bound.measure && one.value === bound.value) === index,
      )
      .map((bound) => line(bound, told[bound.measure], labels.measures[bound.measure]))
      .join('\n'),
  }
}

/** The figure that a bound can be held against: none that is told in another currency. */
function figureFor({ measure, unit }: Bound, told: Told): ToldFigure | undefined {
  const figure = told[measure]
  return figure && (figure.unit ?? unit) === unit ? figure : undefined
}

/** Whether a figure is as it must be; undefined where it is not told, or tells too little ("fewer than 250" of 50). */
function isMet(bound: Bound, told: Told): boolean | undefined {
  const { than, value } = bound
  const figure = figureFor(bound, told)
  if (!figure) return undefined
  // "Fewer than 50" are 49 at most, "more than 250" 251 at least: on their other side all is open.
  const { sign = 0 } = figure
  const size = figure.value + sign
  const isLarge = than === 'at-least' || than === 'below' ? size >= value : size > value
  if (sign !== 0 && isLarge !== sign > 0) return undefined
  return isLarge === (than === 'at-least' || than === 'over')
}

function outcome({ anyOf, met, unmet }: SizeTest, told: Told): SizeCheck['verdict'] {
  const groups = anyOf.map((group) => group.map((bound) => isMet(bound, told)))
  if (groups.some((group) => group.every((one) => one === true))) return met
  return groups.every((group) => group.includes(false)) ? unmet : 'depends'
}

function turned(verdict: SizeCheck['verdict'], opposite: boolean): SizeCheck['verdict'] {
  if (!opposite || verdict === 'depends') return verdict
  return verdict === 'yes' ? 'no' : 'yes'
}

function line({ measure, than, value, unit }: Bound, figure: ToldFigure | undefined, label: string): string {
  const met = isMet({ measure, than, value, unit }, { [measure]: figure })
  const told = figure ? written(figure) : '?'
  const mark = met === undefined ? '' : met ? ' ✓' : ' ✗'
  return `- ${label}: ${told} (${SIGNS[than]} ${written({ value, unit })})${mark}`
}

function written({ value, unit, sign }: ToldFigure): string {
  const beside = sign === undefined ? '' : sign < 0 ? '< ' : '> '
  return `${beside}${unit === undefined ? '' : `${unit} `}${value.toLocaleString('en-US')}`
}

function holds(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase())
}
