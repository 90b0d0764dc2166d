import { citation } from '../registry/framework.ts'
import type { FoundStatement } from '../search/statement-search.ts'
import { meaningful } from '../search/stems.ts'
import type { Statement } from '../search/statements.ts'
import { citedControl } from './cited-control.ts'
import { COVERS_ALL, COVERS_CASE, COVERS_POINT, ON_TOPIC_STORY } from './coverage.ts'
import type { Lead, Material } from './lead-material.ts'
import type { Question } from './read-question.ts'
import { capitalized } from './quote.ts'
import { saysOnlyForm } from './rank-statements.ts'
import { SAME } from './statement-fit.ts'
import { isAskedSo } from './word-by-word.ts'
import type { SizeCheck } from './size-check.ts'
import type { QuestionKind } from './speech/speech.ts'

/** Kinds of statement that tell who is bound. */
const ON_SCOPE: ReadonlySet<Statement['kind']> = new Set(['bound', 'exempt', 'threshold', 'verdict', 'scope'])

/** A case is told as a story, of which a module knows a little. */
const COVERS_STORY = 0.2

/** Two texts that begin with so many same letters say the same. */
const OPENING = 60

/** More than half of a question in another language. */
const COVERS_ABROAD = 0.51

/** "Are we exempt?", "may we ignore it?" ask the opposite of whether somebody is bound. */
export const EXEMPT =
  /exempt|exclu|relief|out of scope|\b(?:is|are|am) [^.?!]{1,60}\bout(?:\?|$)|outside (?:of )?(?:the|its) (?:[\w.-]+ ){0,3}(?:scope|reach|act|law|rules?|regulation|directive|standard)|not apply|ignore|too small|let off|free of (?!charge|cost)|\b(?:removes?|eliminates?|escapes?|spares? us)\b|ausgenommen|befreit|\bexent|\besent|\bisent|\bdispens(?:é|ad|at)|\bfora\b|vrijgesteld|zwolnion|muaf/i

/**
 * What speaks of the very case that was asked about, and who is bound; where figures are told that the framework asks for, a list of
 * them with what they must be.
 */
export function scopeLead(material: Material, size?: SizeCheck): Lead | undefined {
  const { all, framework, statements, findings, question } = material
  const bound = all.find(({ kind }) => kind === 'bound')
  const exempt = all.find(({ kind }) => kind === 'exempt')
  // "Does it apply to us?" tells of no case: who is bound answers, without a yes or no. "Who is exempt?" asks for the others.
  const noCase = saysOnlyForm(findings, question)
  const asksForExempt = exempt !== undefined && EXEMPT.test(question.text)
  const [general, others] = asksForExempt ? [exempt, bound] : [bound, exempt]
  const exact = exactOf(statements, question, noCase)
  const onCase =
    exact ??
    mostAlike(statements) ??
    (noCase && general !== undefined
      ? undefined
      : statements.find(({ statement, covers }) => ON_SCOPE.has(statement.kind) && covers >= COVERS_STORY))
  if (size && !isCaseBefore(onCase, size)) return sizeLead(material, size)
  const statement = onCase?.statement ?? general
  if (!statement) return undefined
  const told = onCase
    ? `${verdictOnCase(material, onCase)}${labelled(onCase.statement, material)}`
    : undefined
  // "Which contracts are in scope?" asks for no firm.
  const ofFirms = exact === undefined || ON_SCOPE.has(exact.statement.kind)
  const who = general && ofFirms && !isTold(general, onCase) ? labelled(general, material) : undefined
  return {
    text: [told, size?.lines, who].filter((one) => one !== undefined).join('\n\n'),
    control:
      framework.controls.find(({ id }) => id === (statement.control ?? general?.control)) ??
      citedControl(framework, statement.text),
    statement,
    covers: onCase?.covers ?? 0,
    more: others && others !== statement ? [others] : [],
  }
}

/** Forms that no yes or no answers. */
const WANTS_WORDS: ReadonlySet<QuestionKind> = new Set([
  'list',
  'count',
  'definition',
  'clock',
  'date',
  'money',
])

/** Whether what speaks of the case comes before the figures: the data has this very case, or they decide nothing and it contradicts nothing. */
function isCaseBefore(onCase: FoundStatement | undefined, { verdict }: SizeCheck): boolean {
  if (!onCase || onCase.asked === true || (onCase.alike ?? 0) > SAME) return onCase !== undefined
  const { verdict: ruled = 'depends' } = onCase.statement
  return verdict === 'depends' && ruled === 'depends' && onCase.covers >= COVERS_CASE
}

/** The figures that were told decide, or show what else must be known. */
function sizeLead({ all, framework, question, speech }: Material, { test, verdict, lines }: SizeCheck): Lead {
  // "Which size decides?" wants no yes.
  const opening = question.kinds.some((kind) => WANTS_WORDS.has(kind)) ? '' : `${speech[verdict]} `
  const control =
    framework.controls.find(({ id }) => id === test.control) ?? citedControl(framework, test.says)
  const place = control && !test.says.includes(control.id) ? ` (**${citation(framework, control.id)}**)` : ''
  const exempt = all.find(({ kind }) => kind === 'exempt')
  return {
    text: [`${opening}${capitalized(test.says)}${place}`, lines].join('\n\n'),
    control,
    covers: 1,
    more: verdict !== 'no' && exempt ? [exempt] : [],
  }
}

/** Whether the case says in the same words who is bound. */
function isTold(general: Statement, onCase: FoundStatement | undefined): boolean {
  const opening = ({ text }: Statement): string => plain(text).slice(0, OPENING)
  return onCase !== undefined && opening(general) === opening(onCase.statement)
}

/** A text without its label and marks. */
function plain(text: string): string {
  return text
    .replace(/^\*\*[^*]+\*\*(?: \((?:[^()]|\([^)]*\))*\))?:?\s*/, '')
    .replaceAll('*', '')
    .toLowerCase()
}

/** "Who is exempt?" asks for all of them. */
const WHO = /\bwho\b/i

/** What is found for a question that the data has word for word counts three times. */
const NEARLY_AS_GOOD = 1 / 3

/**
 * What the data has this very question for, first what tells who is bound. Of a question that says nothing but its form, only what is
 * asked for word by word: "we are too small" is no "does it apply to us?".
 */
function exactOf(
  statements: readonly FoundStatement[],
  { text, kinds }: Question,
  noCase: boolean,
): FoundStatement | undefined {
  const exact = statements.filter(
    ({ asked, statement }) => asked === true && (!noCase || (!WHO.test(text) && isAskedSo(statement, text))),
  )
  const onScope = exact.find(({ statement }) => ON_SCOPE.has(statement.kind))
  // A ruling that is nearly as good answers "is it in scope?" with a yes or no.
  const isRuled =
    kinds.includes('verdict') &&
    statements.some(
      ({ statement, covers, score }) =>
        statement.verdict !== undefined &&
        covers >= COVERS_ALL &&
        score >= (exact[0]?.score ?? 0) * NEARLY_AS_GOOD,
    )
  return onScope ?? (isRuled ? undefined : exact[0])
}

/** What the data has nearly this question for. */
function mostAlike(statements: readonly FoundStatement[]): FoundStatement | undefined {
  return statements
    .filter(({ alike }) => alike !== undefined)
    .toSorted((a, b) => (b.alike ?? 0) - (a.alike ?? 0))
    .at(0)
}

/** Who is bound and who is exempt are told as lists, of which one could be taken for the other. */
export function labelled(
  { text }: Statement,
  { framework, speech }: Pick<Material, 'framework' | 'speech'>,
): string {
  const { bound, exempt } = framework.data.profile
  const label = text === bound ? speech.labels.bound : text === exempt ? speech.labels.exempt : undefined
  return label === undefined ? capitalized(text) : `**${label}**: ${capitalized(text)}`
}

/** A statement that begins so tells who is not bound. */
const OUT = /^\W*(?:not |out\b|outside|exclu|exempt)/i

/** "Is it optional?", "can we do without?" ask the opposite of whether something is required. */
export const WAIVED =
  /\b(?:optional|voluntary|voluntarily|do without|without an?y?|go without|skip|skipped|leave (?:\w+ )?out|left out|waive|omit|forgo|get around|opt out of)\b|freiwillig|facultati|facoltativ|volontair|volontari|voluntári|voluntari|vrijwillig|dobrowoln|gönüllü/i

/** "Is it forbidden?" asks the opposite of whether it is allowed. */
export const FORBIDDEN = /\b(?:forbid|forbidden|prohibit\w*|banned|ban|illegal|unlawful|not allowed)\b/i

/** "May we?", "can we?" ask for leave, "must we?" for a duty: a ruling on the one gives no yes or no to the other. */
const LEAVE = /\b(?:can|may|could|might|allowed|permitted|possible)\b/i
const DUTY = /\b(?:must|mandatory|requires?|required|have to|has to|needs?|needed|obliged|compulsory|due)\b/i

/** A ruling gives no yes or no to a question of the opposite sense. */
export function asksAlike(question: string, statement: Statement): boolean {
  const about = `${statement.about}; ${statement.abroad}`
  const leave = LEAVE.test(question) && !DUTY.test(question)
  const duty = DUTY.test(question) && !LEAVE.test(question)
  if (leave && DUTY.test(about) && !LEAVE.test(about)) return false
  if (duty && LEAVE.test(about) && !DUTY.test(about)) return false
  if (WAIVED.test(question) && !WAIVED.test(about)) return false
  const said = withoutWithout(question)
  const asked = withoutWithout(nearestOf(statement.asked ?? [], question) ?? about)
  return [EXEMPT, WAIVED, FORBIDDEN].every((opposite) => opposite.test(said) === opposite.test(asked))
}

/** "A company without an office" speaks of nothing that may be left. */
function withoutWithout(text: string): string {
  return text.replaceAll(/\bwithout\b/gi, '')
}

/** Of the wordings of a ruling, the one that has most words of a question. */
function nearestOf(asked: readonly string[], question: string): string | undefined {
  const said = new Set(meaningful(question))
  const near = asked.map((wording) => {
    const words = new Set(meaningful(wording))
    return { wording, share: words.intersection(said).size / (words.union(said).size || 1) }
  })
  return near.toSorted((a, b) => b.share - a.share).at(0)?.wording
}

/** A yes or no in another language than English, whose opposites are not known, wants more of the question spoken of. */
export function leastFor({ language }: Question): number {
  return language === 'en' ? COVERS_POINT : COVERS_ABROAD
}

/** Whether the case that a statement speaks of is bound, where the question asks that; a question for an exemption asks the opposite. */
function verdictOnCase(
  { question, speech }: Material,
  { statement, covers, onTopic }: FoundStatement,
): string {
  if (!question.kinds.includes('verdict') || covers < leastFor(question)) return ''
  if (question.language === 'en' && onTopic < ON_TOPIC_STORY) return ''
  if (statement.verdict !== undefined)
    return asksAlike(question.text, statement) ? `${speech[statement.verdict]} ` : ''
  // Only an English question is known to ask whether somebody is bound, or the opposite.
  if (question.language !== 'en') return ''
  const out = statement.kind === 'exempt' || OUT.test(statement.text)
  if (!out && (statement.kind !== 'bound' || covers < COVERS_CASE)) return ''
  return `${out === EXEMPT.test(question.text) ? speech.yes : speech.no} `
}
