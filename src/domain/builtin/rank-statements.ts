import type { Framework } from '../registry/framework.ts'
import type { Findings } from '../search/entry-search.ts'
import type { FoundStatement } from '../search/statement-search.ts'
import type { Statement } from '../search/statements.ts'
import { speaksOf } from './comparison.ts'
import { COVERS_ALL, COVERS_LEAST, TOPIC_LEAST } from './coverage.ts'
import { type Question } from './read-question.ts'
import { isOfOpposite } from './polarity.ts'
import { FIGURES } from './read-forms.ts'
import type { QuestionKind } from './speech/speech.ts'
import { fitOf, fitOfAsked, FIT_OF_FIGURES, SAME } from './statement-fit.ts'

/** A statement that answers a question, and how well. */
export interface RankedStatement {
  statement: Statement
  /** How well its kind answers the form of the question. */
  fit: number
  /** How much of what the question says it speaks of, from 0 to 1. */
  covers: number
  /** Whether it is on the thing that is asked about, from 0 to 1. */
  onTopic: number
  /** Words of the question that it speaks of, by stem. */
  speaksOf: readonly string[]
  /** The data has it as an answer to this very question. */
  asked?: true
  /** It is so asked what must stand in something. */
  contents?: true
  worth: number
}

/** What a figure of each kind of question looks like. */
const FIGURE_OF: Partial<Record<QuestionKind, RegExp>> = {
  money: /(?:EUR|USD|GBP|CHF|CAD|AUD|SGD|[$€£¥]) ?\d|\d ?%|\bmillion\b/,
  clock:
    /\b(?:\d+|one|two|three|four|five|six|seven|ten|twelve|thirty)[ -](?:\w+ )?(?:minute|hour|day|week|month|year)|annual|yearly|quarterly|monthly|weekly|daily|\binterval|\bcadence/i,
  date: /\b(?:19|20)\d\d\b/,
}

/** "By when must they be told?" asks for how long one has. */
const WITHIN =
  /\b(?:by|until) when\b.*\b(?:notif|report|told|tell|hear|know|learn|inform|answer|repl|respond|disclos|submit|sent|send|file)/i

const HOW_OFTEN = /\bhow (?:often|frequently|regularly) (?:must|should|do|does|is|are|shall)\b/i

/** What stands on a control that is named, or was found first, answers more likely. */
const ON_NAMED = 2
const ON_FOUND = 1.6
const FOUND_FIRST = 3

/** What tells of another framework that was asked about too. */
const ON_OTHER = 1.6

/** Beside an id a question is answered by what speaks of all of it, and of so many words. */
const OWN_WORDS = 2

/** Some weight for a statement that speaks of little, so that its score still counts. */
const COVERS_FLOOR = 0.3

/**
 * The statements that answer a question, best first. `all` are those of the module, in its order; `others` the
 * other frameworks of the question.
 */
export function rankStatements(
  question: Question,
  findings: Findings,
  found: readonly FoundStatement[],
  all: readonly Statement[],
  others: readonly Framework[],
): RankedStatement[] {
  const named = new Set(findings.named.map(({ id }) => id))
  const first = new Set(findings.controls.slice(0, FOUND_FIRST).map(({ id }) => id))
  const onlyForm = saysOnlyForm(findings, question)
  const figure = asksForFigure(question)
  const figures = figuresAsked(question)
  // What need not be done at all is done at no interval.
  const oftenAsked = HOW_OFTEN.test(question.text)
  const asksForVerdict = question.kinds.includes('verdict') && question.language === 'en'
  // "How many controls are there?" says nothing but its form: the first that fits answers. So it does where no word is understood.
  const blind = found.length === 0 && (onlyForm || isUnread(question))
  const candidates: readonly FoundStatement[] = blind
    ? all.map((statement) => ({ statement, score: 1, covers: 0, onTopic: 0, speaksOf: [] }))
    : found
  return candidates
    .flatMap((one): RankedStatement[] => {
      const { statement, score, covers, onTopic, speaksOf: words, alike = 0 } = one
      const fit = Math.max(
        statement.kind === 'validity' && !isOfValidity(question)
          ? FIT_OF_FIGURES
          : fitOf(question.kinds, statement.kind),
        fitOfAsked(one, figure),
        covers >= COVERS_ALL &&
          (figures.some((one) => one.test(statement.text)) || (oftenAsked && statement.verdict === 'no'))
          ? FIT_OF_FIGURES
          : 0,
      )
      const carried = statement.control !== undefined && named.has(statement.control)
      const isOfAll =
        covers >= COVERS_ALL && words.filter((term) => !question.form.has(term)).length >= OWN_WORDS
      if (named.size > 0 && !carried && !isOfAll && alike <= SAME && !mentionsAny(statement.text, named))
        return []
      const enough =
        carried || onlyForm || found.length === 0 ? fit > 1 : covers >= (fit > 1 ? COVERS_LEAST : COVERS_ALL)
      if (asksForVerdict && !onlyForm && !carried && onTopic < TOPIC_LEAST) return []
      // "It was encrypted, must we notify?" is not answered for what was not.
      if (
        asksForVerdict &&
        statement.verdict !== undefined &&
        isOfOpposite(question.whole ?? question.text, statement.text)
      )
        return []
      if (!enough || (figure && fit < FIT_OF_FIGURES && !carried)) return []
      if (
        question.kinds[0] === 'money' &&
        alike === 0 &&
        one.asked !== true &&
        isOfOtherFigures(statement, question)
      )
        return []
      const near = statement.control !== undefined && first.has(statement.control) ? ON_FOUND : 1
      const other = others.some((one) => speaksOf(statement.text, one)) ? ON_OTHER : 1
      const worth = score * fit * (COVERS_FLOOR + covers) * (carried ? ON_NAMED : near) * other
      const asked = one.asked === true && !POINTS_BACK.test(question.text)
      return [
        {
          statement,
          fit,
          covers,
          onTopic,
          speaksOf: words,
          ...(asked && { asked }),
          ...(one.contents && { contents: true }),
          worth,
        },
      ]
    })
    .toSorted(bestFirst)
}

/** What is asked for as contents comes first: what something is says not what must stand in it. */
function bestFirst(one: RankedStatement, other: RankedStatement): number {
  const contents = Number(other.contents ?? false) - Number(one.contents ?? false)
  return contents === 0 ? other.worth - one.worth : contents
}

/** "What can that cost?" asks for the price of something that was told before. */
const POINTS_BACK = /\b(?:that|this|these|those|them)\b/i

/** Whether a question in English asks how long something is good for, rather than how long it takes. */
function isOfValidity({ text, language }: Question): boolean {
  return language !== 'en' || (OF_VALIDITY.test(text) && !OF_WORK.test(text))
}

const OF_WORK = /\bhow long (?:does|do|will|would|did|can) [^.?!]{0,80}\btake\b/i

const OF_VALIDITY =
  /valid|\blasts?\b|expir|renew|certif|good for|stale|current|lifetime|shelf|report|attest|label|licen[cs]e/i

/** What a figure of the kind that is asked for looks like; empty where none is. */
export function figuresAsked({ kinds, text }: Question): RegExp[] {
  const wanted: readonly QuestionKind[] = WITHIN.test(text) ? ['clock'] : kinds
  return wanted.flatMap((kind) => FIGURE_OF[kind] ?? [])
}

/** A sentence says nothing on money without a sum or a fine. The sums in rulings are mostly those of who is bound. */
function isOfOtherFigures({ kind, text }: Statement, { kinds }: Question): boolean {
  const rules = kind === 'verdict' && kinds.includes('verdict')
  if (kind === 'bound' || kind === 'exempt' || (kind === 'verdict' && !rules)) return true
  return kind !== 'penalty' && !rules && !OF_MONEY.test(text)
}

const OF_MONEY =
  /[$€£¥]|\b(?:EUR|USD|GBP|CHF|CAD|AUD|SGD|NZD|JPY|CNY|RMB|KRW|INR|BRL|MXN|ZAR|TRY|AED|SAR|ILS|PLN|SEK|NOK|DKK|HKD|TWD|THB|MYR|RM|IDR|PHP|VND|NGN|EGP|KES|CLP|COP|ARS|PEN) ?\d|\bfine|fee|penalt|sanction|cost|price|charge|turnover|million|%/i

/** Whether a question in another language asks for a count of words that may not be understood. */
function isUnread({ language, kinds: [first] }: Question): boolean {
  return language !== 'en' && first === 'count'
}

/** Whether a question says nothing but its form: "how many controls are there?" */
export function saysOnlyForm({ terms }: Findings, { form }: Question): boolean {
  return terms.own.difference(form).size === 0
}

/** Whether only a figure, a date or a clock answers. */
export function asksForFigure({ kinds }: Question): boolean {
  return kinds.some((kind) => FIGURES.has(kind))
}

/** Whether a text has one of the ids, not as a part of another: `5.2.3.1` has no `3.2.1`. */
function mentionsAny(text: string, ids: ReadonlySet<string>): boolean {
  return [...ids].some((id) => {
    const at = text.indexOf(id)
    return at >= 0 && !/[\w.-]$/.test(text.slice(0, at)) && !/^\.?\d/.test(text.slice(at + id.length))
  })
}
