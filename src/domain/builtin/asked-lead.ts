import type { FoundStatement } from '../search/statement-search.ts'
import type { Statement } from '../search/statements.ts'
import { meaningful } from '../search/stems.ts'
import { COVERS_ALL, ON_TOPIC_STORY } from './coverage.ts'
import { chooseLead } from './lead.ts'
import type { Lead, Material } from './lead-material.ts'
import type { Led, Searched } from './led-framework.ts'
import type { Question } from './read-question.ts'
import type { Speech } from './speech/speech.ts'

/** What answers a question, each of its questions where it asks more than one; undefined where the controls themselves do. */
export function askedLead(
  { whole, findings, asks, statements, found }: Omit<Led, 'lead'>,
  searched: readonly Searched[],
  question: Question,
  speech: Speech,
): Lead | undefined {
  // How it stands to another is told beside what each says, and to nobody who asks of no other.
  const compares = searched.length === 1 && question.kinds.includes('comparison')
  const isOwn = ({ beside }: Statement): boolean => beside === undefined || compares
  const material: Material = {
    framework: whole,
    question,
    findings,
    statements: found.filter(({ statement }) => isOwn(statement)),
    all: statements.statements.filter(isOwn),
    others: searched.filter((other) => other.whole !== whole).map((other) => other.whole),
    speech,
  }
  const lead = chooseLead(material)
  const leads = asks.map((ask) => {
    const ofAsk = statements.find(ask.findings.terms, ask.question.form, question.language !== 'en')
    const told = ask.question.leans === true ? onStory(ofAsk, found, ask, question) : ofAsk
    return chooseLead({ ...material, ...ask, statements: told.filter(({ statement }) => isOwn(statement)) })
  })
  const [first, ...more] = leads
  if (more.length > 0) return inTurn(lead, leads)
  // Whether somebody is bound is told by the story.
  if (question.kinds.includes('scope')) return lead
  // Where both mean the same, the question without its story says more surely yes or no.
  if (coversAll(lead))
    return first?.statement !== undefined && first.statement === lead?.statement ? first : lead
  return coversAll(first) ? first : lead
}

/**
 * Of what answers a question that leans on its story, only what speaks of the story too, not only of the few words that ask; and it says
 * yes or no only where it is on the story.
 */
function onStory(
  ofAsk: readonly FoundStatement[],
  found: readonly FoundStatement[],
  { findings }: Searched['asks'][number],
  { form }: Question,
): FoundStatement[] {
  const { own } = findings.terms
  const ofWhole = new Map(found.map((one) => [one.statement, one]))
  return ofAsk.flatMap((one) => {
    const whole = ofWhole.get(one.statement)
    if (!whole?.speaksOf.some((term) => !own.has(term) && !form.has(term))) return []
    return [whole.onTopic < ON_TOPIC_STORY ? { ...one, onTopic: whole.onTopic } : one]
  })
}

/** What answers each of several questions, where it surely does; what answers the whole stands for those that nothing else does. */
function inTurn(
  whole: Lead | undefined,
  [first, ...others]: readonly (Lead | undefined)[],
): Lead | undefined {
  // What answers the first and goes on answers the others in the light of it.
  if (whole && first && whole.text.startsWith(first.text) && whole.text !== first.text) return whole
  const sure = others.filter(isSure)
  const instead = sure.some((lead) => whole && tellsAgain(whole, lead)) ? undefined : whole
  const begun = isSure(first) || coversMore(first, instead) ? first : instead
  // Where one of them has no answer of its own, what speaks of them all comes first.
  const rest =
    sure.length < others.length && (instead?.words ?? 0) > (begun?.words ?? 0) ? instead : undefined
  const leads = [rest, begun, ...sure, sure.length < others.length ? instead : undefined].filter(
    (lead) => lead !== undefined,
  )
  const told: Lead[] = []
  // That nothing answers the whole says nothing behind what answers a part of it.
  const answering = leads.filter((lead) => lead.unanswered !== true)
  for (const lead of answering.length > 0 ? answering : leads) {
    const at = told.findIndex((one) => tellsAgain(lead, one))
    if (at === -1) told.push(lead)
    // Of two that say the same the one that a control says is told.
    else if (lead.statement?.control !== undefined && !told[at]?.statement) told[at] = lead
  }
  const [led = whole] = told
  return led && { ...led, text: told.length > 0 ? eachOnce(told.map(({ text }) => text)) : led.text }
}

/** Texts as one, without paragraphs that one before them says already. */
function eachOnce(texts: readonly string[]): string {
  const paragraphs = texts.join('\n\n').split('\n\n')
  return paragraphs
    .filter((one, at) => !paragraphs.slice(0, at).some((before) => saysAgain(one, before)))
    .join('\n\n')
}

/** A lead that speaks of all that a question of its own asks. */
type SureLead = Lead & { covers: number }

function isSure(lead: Lead | undefined): lead is SureLead {
  // "What can that cost?" says nothing but its form. "What does it cost?" says no more, but is what the data has it for.
  return coversAll(lead) && (lead?.words !== 0 || lead.asked === true)
}

function coversAll(lead: Lead | undefined): boolean {
  return (lead?.covers ?? 0) >= COVERS_ALL
}

/** Whether the first question's own lead speaks of more of it than that of the whole does of the whole. */
function coversMore(first: Lead | undefined, whole: Lead | undefined): boolean {
  if (first?.statement === undefined || (first.words === 0 && first.asked !== true)) return false
  return whole === undefined || (whole.statement !== undefined && (first.covers ?? 0) >= (whole.covers ?? 0))
}

/** Two texts that have so much of their words in common say the same. */
const SAME_WORDS = 0.8

const WORDS_LEAST = 3

/** Whether a lead says what another says. */
function tellsAgain(lead: Lead, other: Lead): boolean {
  return saysAgain(lead.statement?.text ?? lead.text, other.statement?.text ?? other.text)
}

function saysAgain(text: string, other: string): boolean {
  const [own, others] = [new Set(meaningful(text)), new Set(meaningful(other))]
  // A heading says nothing yet.
  if (Math.min(own.size, others.size) < WORDS_LEAST) return false
  return own.intersection(others).size >= SAME_WORDS * Math.min(own.size, others.size)
}
