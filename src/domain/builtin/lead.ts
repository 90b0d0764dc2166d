import { citation } from '../registry/framework.ts'
import { unmarked } from '../search/statements.ts'
import type { Language } from '../text/language.ts'
import { COVERS_ALL, COVERS_CASE } from './coverage.ts'
import { ASKS_FOR_DUTY } from './duty-words.ts'
import { editionLead } from './edition-lead.ts'
import { asksForEvidence, evidenceLead } from './evidence-lead.ts'
import type { Lead, Material } from './lead-material.ts'
import { nearestLead, OF_FINE } from './nearest-lead.ts'
import { asksForFigure, rankStatements, saysOnlyForm, type RankedStatement } from './rank-statements.ts'
import { capitalized } from './quote.ts'
import { plainLead } from './plain-lead.ts'
import { contentsLead, ended, titledLead } from './titled-lead.ts'
import type { QuestionKind } from './speech/speech.ts'
import { sizeAsked } from './size-asked.ts'
import { SAME } from './statement-fit.ts'
import { labelled, scopeLead } from './scope-lead.ts'
import { verdictOn } from './verdict-on.ts'

/** Further statements that answer too. */
const MORE_MOST = 3
const AS_GOOD = 0.55

/** Two statements lead only where both are read at a glance, in words. */
const LEAD_WORDS_MOST = 60

/** Steps that are told to somebody who begins. */
const STEPS_MOST = 6

/** "What is it about?", "what does it mean?" ask for the whole; "what does MUSS mean?" does not. */
const WHOLE_WORDS_MOST = 3

/** Nothing fits a question better than what the data has it for. */
const VERBATIM_FIT = 5

/** What answers the question as it was asked; undefined where the controls themselves do. */
export function chooseLead(material: Material): Lead | undefined {
  const { question, findings } = material
  const size = sizeAsked(material)
  if (size) return scopeLead(material, size)
  // It tells what the data has for the question too.
  const edition = editionLead(material)
  if (edition) return edition
  const verbatim = verbatimLead(material)
  if (verbatim) return verbatim
  const plain = plainLead(material) ?? contentsLead(material) ?? clockAndFineLead(material)
  if (plain) return plain
  const kind = question.kinds.find(
    (one) =>
      one !== 'comparison' &&
      !(one === 'evidence' && (asksIfProved(material) || !asksForEvidence(question))) &&
      // "When did it start with the CAF?", "is an action plan mandatory?"
      !(
        one === 'first-steps' &&
        (asksForFigure(question) || (question.kinds.includes('verdict') && ASKS_FOR_DUTY.test(question.text)))
      ),
  )
  if (kind !== 'scope' && isOfData(material, kind)) return statementLead(material)
  if (kind === 'evidence') return evidenceLead(material) ?? statementLead(material)
  if (kind === 'first-steps' && findings.named.length === 0) return stepsLead(material)
  // "Which control covers backups?" is answered by the controls.
  if (kind === 'control' && findings.controls.length > 0) return factLead(material)
  if (kind === 'scope' && findings.named.length === 0) return scopeLead(material) ?? statementLead(material)
  return (
    (kind === 'definition' ? titledLead(material) : undefined) ??
    statementLead(material) ??
    nearestLead(material)
  )
}

/**
 * What the data has the question for word by word, whatever its form. Not for "what is DORA?" and "who is exempt?", which ask for the
 * whole, nor where the answer is the ruling on a plain question, which has more to tell beside it.
 */
function verbatimLead(material: Material): Lead | undefined {
  const { question, findings, statements } = material
  const found = statements.find(({ verbatim }) => verbatim === true)
  if (!found || (question.plain && found.statement.plain === question.plain.point)) return undefined
  const { kinds } = question
  const words = findings.terms.turn?.spelt.split(' ') ?? []
  const isOfWhole =
    kinds.includes('scope') ||
    (kinds.every((one) => one === 'definition') && words.length <= WHOLE_WORDS_MOST)
  if (saysOnlyForm(findings, question) && isOfWhole) return undefined
  const others = ranked(material).filter(({ statement }) => statement !== found.statement)
  const { statement, covers, onTopic, speaksOf } = found
  return leadOf(material, [
    { statement, covers, onTopic, speaksOf, fit: VERBATIM_FIT, worth: Infinity, asked: true },
    ...others,
  ])
}

/** The sum is asked for first. */
const MONEY_FIRST = /^\W*how (?:much|high)\b/i

/** "How fast must we report, and how high are the fines?" is answered in both: the fine by the row kept for it where no sentence is nearer. */
function clockAndFineLead(material: Material): Lead | undefined {
  const { question, findings, framework, others, speech } = material
  const { kinds } = question
  const time = kinds.find((kind) => kind === 'clock' || kind === 'date')
  if (time === undefined || !kinds.includes('money')) return undefined
  if (others.length > 0 || findings.named.length > 0) return undefined
  const told = (kind: QuestionKind): Lead | undefined =>
    statementLead({ ...material, question: { ...question, kinds: [kind] } })
  const [clock, fine] = [told(time), told('money')]
  const { penalty } = framework.data.profile
  const isNear = fine !== undefined && (fine.covers ?? 0) >= COVERS_CASE
  // "What does it cost, and how long does it take?" asks for no fine.
  const ofRow = penalty !== undefined && (question.language !== 'en' || OF_FINE.test(question.text))
  const sum = isNear || !ofRow ? fine?.text : `**${speech.labels.penalty}**: ${capitalized(penalty)}`
  if (!clock || sum === undefined || sum === clock.text) return undefined
  const both = MONEY_FIRST.test(question.text) ? [sum, clock.text] : [clock.text, sum]
  return { ...clock, text: both.join('\n\n') }
}

/** Forms that are answered in a way of their own, unless the data has the very question for something else. */
const OF_DATA: ReadonlySet<QuestionKind> = new Set(['evidence', 'definition', 'first-steps'])

/** Whether the data has nearly this question for one of its statements. */
function isOfData({ statements, findings }: Material, kind: QuestionKind | undefined): boolean {
  const least = kind === 'control' || kind === 'first-steps' ? SAME : 0
  return (
    findings.named.length === 0 &&
    statements.some(
      ({ alike = 0, asked }) => alike > least || (asked === true && kind !== undefined && OF_DATA.has(kind)),
    )
  )
}

/** Languages whose questions for yes or no are told by a word of their own. */
const ASKS_SURELY: ReadonlySet<Language> = new Set(['ar', 'ja', 'ko', 'tr', 'zh'])

/** "Does SOC 2 prove GDPR compliance?", "can a tool replace the auditor?" ask for a verdict, not for evidence. */
function asksIfProved({ question, others }: Material): boolean {
  const sure = others.length > 0 || ASKS_SURELY.has(question.language)
  return sure && question.kinds.includes('verdict')
}

function stepsLead({ all, speech }: Material): Lead | undefined {
  const steps = all.filter(({ kind }) => kind === 'step').slice(0, STEPS_MOST)
  if (steps.length === 0) return undefined
  const told = steps.map(({ text }, index) => `${index + 1}. ${unmarked(text)}`)
  return { text: [speech.labels.firstSteps, '', ...told].join('\n'), more: [], alone: true }
}

/** The statement that fits the question's form best and speaks of what it says. */
function statementLead(material: Material): Lead | undefined {
  const { question, findings } = material
  // "What is DORA?" asks for the whole of it.
  if (saysOnlyForm(findings, question) && question.kinds.every((kind) => kind === 'definition'))
    return undefined
  const answers = ranked(material)
  if (answers.length === 0) return unreadLead(material)
  if (!question.kinds.includes('verdict')) return leadOf(material, answers)
  // What the data has this very question for gives the verdict, or else one that is nearly as good as any other sentence.
  const [best] = answers
  const verdicts = answers.filter(({ statement }) => statement.verdict !== undefined)
  const verdict =
    verdicts.find(({ asked }) => asked === true) ??
    verdicts.find(({ worth }) => worth >= (best?.worth ?? 0) * AS_GOOD)
  return leadOf(material, verdict ? [verdict, ...answers.filter((one) => one !== verdict)] : answers)
}

/** "Which annex explains the method?" is answered by a sentence that speaks of all of it, where no control does; by no count of them. */
function factLead(material: Material): Lead | undefined {
  const lead = statementLead(material)
  const covers = lead?.covers ?? 0
  if (lead?.statement?.kind === 'count') return undefined
  return covers >= COVERS_ALL && covers > material.findings.covers ? lead : undefined
}

/** Where the words of a question for a fine are not understood, the first fine answers. */
function unreadLead(material: Material): Lead | undefined {
  const { all, question, findings } = material
  if (question.language === 'en' || question.kinds[0] !== 'money' || findings.named.length > 0)
    return undefined
  const statement = all.find(({ kind }) => kind === 'penalty')
  return statement && leadOf(material, [{ statement, fit: 1, covers: 0, onTopic: 0, speaksOf: [], worth: 1 }])
}

function ranked({ question, findings, statements, all, others }: Material): RankedStatement[] {
  return rankStatements(question, findings, statements, all, others)
}

function leadOf(material: Material, answers: readonly RankedStatement[]): Lead | undefined {
  const [best] = answers
  if (!best) return undefined
  const { framework, findings } = material
  const { statement } = best
  const control = framework.controls.find(({ id }) => id === statement.control)
  const second = secondOf(material, answers)
  const more = answers
    .slice(1)
    .filter(({ worth, fit }) => worth >= best.worth * AS_GOOD && fit >= best.fit)
    .filter((one) => one !== second)
    .slice(0, MORE_MOST)
    .map((one) => one.statement)
  const place =
    control && !statement.text.includes(control.id) ? ` (**${citation(framework, control.id)}**)` : ''
  const told = `${verdictOn(material, best)}${labelled(statement, material)}${place}`
  return {
    text: second ? `${ended(told)} ${capitalized(second.statement.text)}` : told.replace(/[,;]$/, '.'),
    control: control ?? findings.named[0],
    statement,
    covers: best.covers,
    words: best.speaksOf.filter((term) => !material.question.form.has(term)).length,
    ...(best.asked && { asked: true }),
    more,
  }
}

/** What answers a part of the question that the best statement does not speak of: "how many objectives, and how many practices?" */
function secondOf(
  { question, others }: Material,
  [best, ...answers]: readonly RankedStatement[],
): RankedStatement | undefined {
  // Of several frameworks each has a lead of its own.
  if (!best || others.length > 0) return undefined
  const { text } = best.statement
  const room = LEAD_WORDS_MOST - text.split(' ').length
  return answers.find(
    ({ statement, worth, fit, speaksOf }) =>
      worth >= best.worth * AS_GOOD &&
      fit >= best.fit &&
      speaksOf.some((term) => !best.speaksOf.includes(term) && !question.form.has(term)) &&
      statement.text.split(' ').length <= room &&
      !text.includes(statement.text) &&
      !statement.text.includes(text),
  )
}
