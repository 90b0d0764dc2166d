import { ReferenceIndex } from '../references/reference-index.ts'
import type { StatementKind } from '../search/statements.ts'
import { tokenize } from '../text/tokens.ts'
import { isAlone, isOnPoint, speaksOfRest, WORDING_MOST, type ComparedPoint } from './compared-point.ts'
import { asksIfEnough, comparisonTable, relation, speaksOf, type Relation } from './comparison.ts'
import { COVERS_ALL, COVERS_POINT } from './coverage.ts'
import type { Lead } from './lead-material.ts'
import type { Led, Searched } from './led-framework.ts'
import { capitalized, quoteShortly, shortened } from './quote.ts'
import type { Question } from './read-question.ts'
import { ruledOnBoth } from './ruled-on-both.ts'
import type { QuestionKind, Speech } from './speech/speech.ts'

/** Of each side of a comparison so many controls are told. */
const COMPARED_CONTROLS = 2

/** What all sides say together fits on a phone, in words. */
const BRIEF_WORDS = 52

/** Forms that ask one framework for something, whatever others are named beside it. */
const OF_ONE: ReadonlySet<QuestionKind> = new Set(['evidence', 'control', 'first-steps'])

/** Whether a question is about several frameworks together, and not about a control of one. */
export function asksToCompare(searched: readonly Searched[], { kinds, text }: Question): boolean {
  if (searched.length < 2 || searched.some(({ findings }) => findings.named.length > 0)) return false
  if (kinds.includes('comparison')) return true
  if (kinds.some((kind) => OF_ONE.has(kind)) && !kinds.includes('verdict')) return false
  const tokens = tokenize(text)
  const named = searched.filter(
    ({ whole }) => ReferenceIndex.of(whole).names.find(tokens).length > 0 || speaksOf(text, whole),
  )
  return named.length > 1
}

/** What each says on the question, how they relate, and a table of them. */
export function sideBySide(
  led: readonly Led[],
  question: Question,
  point: ComparedPoint | undefined,
  speech: Speech,
): string[] {
  const plain = point === undefined && asksInGeneral(led, question)
  const most = Math.floor(BRIEF_WORDS / led.length)
  const ruled = ruledOnBoth(led, question, speech)
  const side = (one: Led): string => {
    // What decides is told once, and beside it nothing that is only near.
    const isTold =
      ruled !== undefined && (one.lead?.statement === ruled.statement || one.lead?.asked !== true)
    const general = isTold || (plain && one.alone !== true) || isStray(one, question, point)
    return general ? inGeneral(one, most) : inBrief(one, point, most)
  }
  const bullets = led.map((one) => `- **${one.framework.name}**: ${capitalized(side(one))}`).join('\n')
  const wholes = led.map(({ whole }) => whole)
  // Who asks for the fines alone wants neither a table of everything else nor what the two say of each other elsewhere.
  const onPoint = point !== undefined && isAlone(point) && !question.kinds.includes('verdict')
  const table = onPoint ? undefined : comparisonTable(wholes, speech)
  const tables = table === undefined ? [] : [table]
  if (ruled) return [ruled.text, bullets, ...tables]
  const related = relation(led, question, speech)
  const told = related === undefined || (onPoint && related.answers === 'part') ? [] : [related.text]
  const first = relatesFirst(led, question, point, related?.answers)
  return [...(first ? [...told, bullets] : [bullets, ...told]), ...tables]
}

/** Whether how frameworks relate is told before what each says. */
function relatesFirst(
  led: readonly Led[],
  question: Question,
  point: ComparedPoint | undefined,
  answers: Relation['answers'] | undefined,
): boolean {
  if (led.some(({ lead, alone }) => alone === true && lead?.asked === true)) return false
  const verdict = question.kinds.includes('verdict')
  if (answers === 'asked') return verdict || point === undefined || !isAlone(point)
  if (led.some((one) => decides(one, led))) return false
  if (verdict && (point === undefined || point.row === 'certificate')) return true
  if (answers !== 'whole' || point !== undefined) return false
  return (
    asksInGeneral(led, question) ||
    question.choice === true ||
    onlyCompares(led, question) ||
    !led.every(speaksOfPoint)
  )
}

/** Whether no more is asked than how frameworks compare; in another language than English few words are sure to tell. */
function asksInGeneral(led: readonly Led[], { kinds, language }: Question): boolean {
  const isOpen = language !== 'en' && kinds.every((kind) => kind === 'comparison')
  return isOpen || !led.some(speaksOfPoint)
}

/** "What is really different between the two?" asks for nothing else, whatever story stands before it. */
function onlyCompares(led: readonly Led[], { kinds, form }: Question): boolean {
  if (kinds[0] !== 'comparison') return false
  return led.every(({ asks: [ask, ...more] }) => {
    const said = ask?.findings.terms.own.difference(form)
    return said !== undefined && more.length === 0 && said.size <= WORDING_MOST
  })
}

/** Whether one framework's own ruling decides all that is asked, whatever the other says. */
function decides({ lead, whole, findings: { terms } }: Led, among: readonly Led[]): boolean {
  if (lead?.statement?.verdict === undefined || (lead.covers ?? 0) < COVERS_ALL) return false
  const { text, about } = lead.statement
  // Whether the one is enough for the other is decided by what speaks of both.
  return (
    !asksIfEnough(terms) ||
    among.some((other) => other.whole !== whole && speaksOf(`${text} ${about}`, other.whole))
  )
}

function speaksOfPoint({ lead }: Led): boolean {
  return (lead?.covers ?? 0) >= COVERS_POINT
}

const OF_TIME: ReadonlySet<StatementKind> = new Set(['date', 'deadline', 'validity', 'change'])
const ASKS_FOR_TIME: ReadonlySet<QuestionKind> = new Set(['clock', 'date', 'change', 'edition'])

/** Whether a framework would tell a date to somebody who compares it and asks for none. */
function isStray({ lead, alone }: Led, { kinds }: Question, point: ComparedPoint | undefined): boolean {
  if (point !== undefined || alone === true || !lead?.statement) return false
  return OF_TIME.has(lead.statement.kind) && !kinds.some((kind) => ASKS_FOR_TIME.has(kind))
}

/** What a framework is: its kind, and what it asks. What proves it stands in the table. */
function inGeneral({ whole: { kind, data } }: Led, most: number): string {
  const { duties } = data.profile
  return [`${kind}.`, ...(duties === undefined ? [] : [capitalized(shortened(duties, most - 2))])].join(' ')
}

/** What a framework says on the question: its lead, what its data tells of the point, or else the first sentence of its best control. */
function inBrief(one: Led, point: ComparedPoint | undefined, most: number): string {
  const { framework, whole, findings, lead, statements } = one
  if (one.alone && lead) return shortened(lead.text.replaceAll(/\s*\n+\s*/g, ' '), most)
  const told =
    point &&
    (point.row === 'validity'
      ? statements.statements.find(({ kind }) => kind === 'validity')?.text
      : whole.data.profile[point.row])
  if (point && told !== undefined && !(lead && answersBetter(lead, point, told))) return shortened(told, most)
  if (lead?.statement ?? lead?.control)
    return shortened((lead?.text ?? '').replaceAll(/\s*\n+\s*/g, ' '), most)
  const [control] = findings.controls
  // What is found for a word or two is on something else: then it is told what the framework is.
  if (findings.covers < COVERS_POINT) return inGeneral(one, most)
  return control ? shortened(quoteShortly(framework, control).replace(/^- /, ''), most) : '–'
}

/** Whether a lead speaks of what is asked beside the point, and what the data tells of the point does not. */
function answersBetter({ statement, covers = 0 }: Lead, point: ComparedPoint, told: string): boolean {
  if (isAlone(point)) return false
  return covers >= COVERS_POINT || (isOnPoint(point, statement?.kind) && !speaksOfRest(point, told))
}

/** The controls that carry one side of a comparison, in a line each. */
export function shortly({ framework, findings }: Led): string[] {
  const lines = findings.controls
    .slice(0, COMPARED_CONTROLS)
    .map((control) => quoteShortly(framework, control))
  return lines.length === 0 ? [] : [`## ${framework.name}\n\n${lines.join('\n')}`]
}
