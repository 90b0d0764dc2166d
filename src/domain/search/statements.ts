import { partsOf } from '../registry/control-parts.ts'
import type { Framework, SectionName } from '../registry/framework.ts'
import {
  isOfNeighbour,
  type Deadline,
  type Fact,
  type Neighbour,
  type PlainQuestion,
  type Ruling,
} from '../registry/knowledge-data.ts'
import { languageOf } from '../text/language.ts'
import { labelledLines, withLabel, type LabelledLines } from './line-labels.ts'

/** What a statement tells: facts and verdicts by their kind, anything else by the section it stands in. */
export type StatementKind =
  | Fact['kind']
  | 'clock'
  | 'review'
  | 'date'
  | 'verdict'
  | 'bound'
  | 'exempt'
  | 'certificate'
  | 'neighbour'
  | 'scope'
  | 'structure'
  | 'change'
  | 'term'
  | 'step'
  | 'deadline'
  | 'assessment'
  | 'pitfall'

/** A sentence or clause of a module that can be an answer. */
export interface Statement {
  kind: StatementKind
  /** The module's own words. */
  text: string
  /** Other words for what it is about. */
  about: string
  /** What people ask for it with in other languages than English. */
  abroad: string
  /** What people ask for it with, as the data has it. */
  asked?: readonly string[] | undefined
  /** The control it stands on. */
  control?: string | undefined
  verdict?: 'yes' | 'no' | 'depends'
  /** It answers one of the plain questions that people ask of every framework. */
  plain?: PlainQuestion | undefined
  /** The id of the framework that it sets its own beside. */
  beside?: string
  /** What a count or threshold counts. */
  fact?: Fact
}

const SECTION_KINDS: Partial<Record<SectionName, StatementKind>> = {
  Scope: 'scope',
  Structure: 'structure',
  'Deadlines and penalties': 'deadline',
  Assessment: 'assessment',
  'Changes between editions': 'change',
  Pitfalls: 'pitfall',
  Glossary: 'term',
  'First steps': 'step',
}

/** Longer sentences are tables and lists: no answer. */
const WORDS_MOST = 70

/** So many items of a module's data are read from one yield to the next: some have dozens of questions. */
const ITEMS_A_TURN = 5

/**
 * Everything that a module says outside its controls, sentence by sentence, behind what its data tells; some milliseconds of work from one
 * yield to the next.
 */
export function* makingStatements({ data, notes }: Framework): Generator<void, Statement[]> {
  const labelled = labelledLines(notes)
  const items = [
    ...data.facts.map((fact) => () => ofFact(fact)),
    ...data.deadlines.map((deadline) => () => ofDeadline(deadline)),
    ...data.rulings.map((ruling) => () => ofRuling(ruling, labelled)),
    ...data.neighbours.map((neighbour) => () => ofNeighbour(neighbour)),
  ]
  const told: Statement[] = []
  for (const [at, read] of items.entries()) {
    told.push(read())
    if (at % ITEMS_A_TURN === 0) yield
  }
  for (const kind of ['bound', 'exempt', 'certificate'] as const) {
    const text = data.profile[kind]
    if (text !== undefined) told.push({ kind, text, about: PROFILE_WORDS[kind], abroad: '' })
  }
  const known = new Set(told.map(({ text }) => text))
  const prose = notes.flatMap(({ section, text }): Statement[] => {
    const kind = SECTION_KINDS[section]
    if (kind === undefined || isOfNeighbour(data, text)) return []
    const sentences = kind === 'term' || kind === 'step' ? [unmarked(text)] : sentencesOf(unmarked(text))
    return sentences
      .filter((sentence) => !known.has(sentence) && isWhole(sentence))
      .map((sentence) => ({ kind, text: sentence, about: '', abroad: '' }))
  })
  return [...told, ...prose]
}

/** Whether a sentence can be an answer: tables and lists cannot, nor what only announces one. */
function isWhole(sentence: string): boolean {
  return !sentence.endsWith(':') && sentence.split(' ').length <= WORDS_MOST
}

/** What a quoted line tells, without the evidence that an auditor looks for. */
function toldIn(says: string): string {
  return partsOf({ text: says }).intent
}

function ofFact(fact: Fact): Statement {
  const { kind, says, subject, unit, asked, control } = fact
  return { kind, text: toldIn(says), ...inEnglishAndAbroad(asked, subject, unit), asked, control, fact }
}

function ofDeadline(deadline: Deadline): Statement {
  const { says, what, who, asked, control } = deadline
  const trigger = 'clock' in deadline ? deadline.clock.trigger : ''
  return {
    kind: kindOf(deadline),
    text: toldIn(says),
    ...inEnglishAndAbroad(asked, what, who, trigger),
    asked,
    control,
  }
}

/** What a ruling on a plain question is about, whatever its claim says; nothing of the opposite question, whose verdict it is not. */
const PLAIN_WORDS: Readonly<Record<PlainQuestion, string>> = {
  binding: 'mandatory, compulsory, obligatory, required, must, obliged',
  certificate: 'certified, certificate, certification, certifiable',
  'in-force': 'in force, in effect, applicable, applies already',
  size: 'small companies, small business, SME, startup, few employees, micro enterprise, size',
}

function ofRuling({ claim, asked, says, verdict, control, plain }: Ruling, lines: LabelledLines): Statement {
  const about = inEnglishAndAbroad(asked, claim, plain && PLAIN_WORDS[plain])
  const text = withLabel(toldIn(says), lines)
  // Whoever asks whether its claim is true asks this.
  return { kind: 'verdict', text, ...about, asked: [claim, ...(asked ?? [])], control, verdict, plain }
}

/** What people ask for it with, whatever the other framework is. */
const NEIGHBOUR_WORDS = 'difference, differ, compared, versus, relation, relate, instead, beside, overlap'

function ofNeighbour({ framework, says, asked }: Neighbour): Statement {
  const about = inEnglishAndAbroad(asked, NEIGHBOUR_WORDS)
  return { kind: 'neighbour', text: says, ...about, asked, beside: framework }
}

const PROFILE_WORDS = {
  bound: 'who is bound, who must comply, applies to, scope, covered',
  exempt: 'exempt, exception, out of scope, does not apply',
  certificate: 'certificate, certification, proof, attestation, audit report',
}

function kindOf(deadline: Deadline): StatementKind {
  if (deadline.kind === 'review') return 'review'
  return 'clock' in deadline ? 'clock' : 'date'
}

/** Other words for a statement: what it is about with the questions in English, and the questions in other languages. */
function inEnglishAndAbroad(
  asked: readonly string[] = [],
  ...about: (string | undefined)[]
): Pick<Statement, 'about' | 'abroad'> {
  const { en = [], abroad = [] } = Object.groupBy(asked, (one) =>
    languageOf(one) === 'en' ? 'en' : 'abroad',
  )
  return {
    about: [...about, ...en].filter((one) => one !== undefined).join('; '),
    abroad: abroad.join('; '),
  }
}

/** A bullet's own marker would start a list within a list. */
export function unmarked(text: string): string {
  return text.replace(/^(?:[-*+]|\d+\.)\s+/, '')
}

/** Dots that end no sentence. */
export const ABBREVIATION =
  /\b(?:[Aa]rts?|Nos?|Regs?|Secs?|Sch|paras?|pts?|Chs?|Ann|approx|incl|max|min|resp|e\.g|i\.e|cf|vs|v|ed|Rev|Amd|Dir|Dec|St|Inc|Ltd|Co|U\.S|p|pp|s|ss|cl|ca|lit|Abs|Nr|ust|pkt)\.$/

/** The sentences of a paragraph. Linear in the text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { index } of text.matchAll(/[.!?]["”)]?\s+(?=["“(*]*[\p{Lu}\p{N}])/gu)) {
    const end = text.indexOf(' ', index)
    const sentence = text.slice(start, end)
    if (ABBREVIATION.test(sentence)) continue
    sentences.push(sentence.trim())
    start = end + 1
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '')
}
