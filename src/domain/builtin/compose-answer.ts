import type { ChatMessage } from '../chat-message.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import { citation, type Framework, type SectionName } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import type { Findings, Limits } from '../search/entry-search.ts'
import type { Searches } from '../search/searches.ts'
import type { StatementSearch } from '../search/statement-search.ts'
import { unmarked } from '../search/statements.ts'
import { tokenize } from '../text/tokens.ts'
import { comparisonTable, mappingLines, relation, speaksOf } from './comparison.ts'
import { chooseLead, type Lead } from './lead.ts'
import { wrongPremises } from './premises.ts'
import { quoteEntry, quoteShortly } from './quote.ts'
import { saysOnlyForm } from './rank-statements.ts'
import { readQuestion, type Question } from './read-question.ts'
import { speechOf, type Speech } from './speech/speech.ts'

/** A framework, as it is injected, and what all of it says on the question. */
interface Searched {
  framework: Framework
  /** The same with every part. */
  whole: Framework
  findings: Findings
  statements: StatementSearch
}

/** The same with its lead. */
type Led = Searched & { lead: Lead | undefined }

/** Behind an answer, so many entries and notes go on. */
const BEHIND_LEAD: Limits = { controls: 3, notes: 2 }

/** Of each side of a comparison so many controls are told. */
const COMPARED_CONTROLS = 2

/** What a named control is mapped to is told of so many. */
const MAPPED_MOST = 2

/**
 * Writes the built-in responder's answer: for every injected framework first what answers the question as it was asked, then the
 * entries that carry it with their ids, then what else matters. Deterministic, and made of nothing but the modules' own words.
 */
export class AnswerComposer {
  readonly #searches: Searches
  readonly #registry: Registry
  readonly #names: string

  constructor(registry: Registry, searches: Searches) {
    this.#searches = searches
    this.#registry = registry
    this.#names = registry.frameworks.map(({ name }) => name).join(', ')
  }

  async compose(frameworks: readonly Framework[], messages: readonly ChatMessage[]): Promise<string> {
    if (frameworks.length === 0) return this.#nothingInjected()
    const question = readQuestion(messages)
    const speech = speechOf(question.language)
    const searched = inOrderNamed(await this.#searched(frameworks, question.text), question.text)
    const reviewed = searched.map(({ whole: { fullName, version, updated } }) =>
      speech.reviewed(fullName, version, updated),
    )
    return [
      ...(speech.english === '' ? [] : [`_${speech.english}_`]),
      ...this.#answers(searched, question, speech),
      ...(question.short ? [] : [`_${[...reviewed, speech.closing].join(' ')}_`]),
    ].join('\n\n')
  }

  /** Made in turns of the event loop: the first question on each pays for it. */
  async #searched(frameworks: readonly Framework[], question: string): Promise<Searched[]> {
    const searched: Searched[] = []
    for (const framework of frameworks) {
      // Of a large framework only some parts are injected; its searches are made of all of it.
      const whole = this.#registry.get(framework.id) ?? framework
      const among = whole === framework ? undefined : new Set(framework.controls)
      const search = await this.#searches.prepared(whole)
      const statements = await this.#searches.preparedStatements(whole)
      const findings = search.find(question, limitsOf(frameworks.length), among)
      searched.push({ framework, whole, findings, statements })
    }
    return searched
  }

  #answers(searched: readonly Searched[], question: Question, speech: Speech): string[] {
    const premises = wrongPremises(
      searched.map(({ whole }) => whole),
      question,
      speech,
    )
    const led = searched.map((one) => ({ ...one, lead: leadFor(one, searched, question, speech) }))
    const part = (one: Led): string =>
      this.#part(one, searched, question, premises.get(one.framework.id) ?? [], speech)
    if (searched.length < 2) return led.map(part)
    if (!question.kinds.includes('comparison')) return relatedFirst(led).map(part)
    const named = led.filter(({ findings }) => findings.named.length > 0)
    // "What is CC6.1 of SOC 2 in ISO 27001?" is answered by the control and its mappings.
    if (named.length > 0) return named.map(part)
    return [...sideBySide(led, question, speech), ...led.flatMap((one) => shortly(one))]
  }

  #part(
    { framework, whole, findings, lead }: Led,
    searched: readonly Searched[],
    question: Question,
    premises: readonly string[],
    speech: Speech,
  ): string {
    const others = searched.filter((other) => other.whole !== whole).map((other) => other.whole)
    return [
      `## ${framework.name}`,
      ...premises,
      ...told(framework, question, findings, lead, premises.length > 0, speech),
      ...findings.named
        .slice(0, MAPPED_MOST)
        .flatMap((control) => mappingLines(this.#registry, whole, control, others, speech)),
    ].join('\n\n')
  }

  #nothingInjected(): string {
    return [
      'No framework of the registry was recognised in this conversation, so no knowledge module was injected and there is nothing to ground an answer in.',
      'Name the framework in your question ("What does **ISO 27001** require of supplier agreements?"), or pin its id in the request: `"svc": {"frameworks": ["iso-27001"]}`. A control id alone, such as "5.20", names no framework.',
      `The registry knows: ${this.#names}. Ids are listed at \`GET /v1/frameworks\`.`,
    ].join('\n\n')
  }
}

/** First those that the question names, in its order; the prompt has them in an order of its own. */
function inOrderNamed(searched: readonly Searched[], question: string): Searched[] {
  const tokens = tokenize(question)
  const place = ({ whole }: Searched): number =>
    ReferenceIndex.of(whole).names.find(tokens)[0]?.from ?? tokens.length
  return searched.toSorted((a, b) => place(a) - place(b))
}

function leadFor(
  { whole, findings, statements }: Searched,
  searched: readonly Searched[],
  question: Question,
  speech: Speech,
): Lead | undefined {
  return chooseLead({
    framework: whole,
    question,
    findings,
    statements: statements.find(findings.terms, question.form),
    all: statements.statements,
    others: searched.filter((other) => other.whole !== whole).map((other) => other.whole),
    speech,
  })
}

/** First the one whose answer speaks of another: "Does SOC 2 prove GDPR compliance?" is SOC 2's to answer. */
function relatedFirst(led: readonly Led[]): Led[] {
  const speaks = ({ lead, whole }: Led): boolean =>
    led.some(
      (other) => other.whole !== whole && lead?.statement && speaksOf(lead.statement.text, other.whole),
    )
  return [...led.filter(speaks), ...led.filter((one) => !speaks(one))]
}

/** What each says on the question, or how they relate where nothing special is asked, and a table of them. */
function sideBySide(led: readonly Led[], question: Question, speech: Speech): string[] {
  const plain = led.every(({ findings }) => saysOnlyForm(findings, question))
  const related = relation(led.map(({ whole, statements }) => [whole, statements.statements] as const))
  const table = comparisonTable(
    led.map(({ whole }) => whole),
    speech,
  )
  const bullets = plain ? [] : led.map((one) => `- **${one.framework.name}**: ${inBrief(one)}`)
  return [
    ...(bullets.length > 0 ? [bullets.join('\n')] : []),
    ...(related ? [`${unmarked(related.statement.text)} _(${related.framework.name})_`] : []),
    ...(table === undefined ? [] : [table]),
  ]
}

/** What a framework says on the question: its lead, or else the first sentence of its best control. */
function inBrief({ framework, findings, lead }: Led): string {
  if (lead) return lead.text.replaceAll(/\s*\n+\s*/g, ' ')
  const [control] = findings.controls
  return control ? quoteShortly(framework, control).replace(/^- /, '') : '–'
}

/** The controls that carry one side of a comparison, in a line each. */
function shortly({ framework, findings }: Led): string[] {
  const lines = findings.controls
    .slice(0, COMPARED_CONTROLS)
    .map((control) => quoteShortly(framework, control))
  return lines.length === 0 ? [] : [`## ${framework.name}\n\n${lines.join('\n')}`]
}

function limitsOf(frameworks: number): Limits {
  if (frameworks === 1) return { controls: 5, notes: 3 }
  return { controls: frameworks === 2 ? 3 : 2, notes: 1 }
}

/** A framework's answer: the lead, the entries behind it, and what else matters. */
function told(
  framework: Framework,
  { short }: Question,
  findings: Findings,
  lead: Lead | undefined,
  corrected: boolean,
  speech: Speech,
): string[] {
  if (!lead) {
    const quoted = quote(framework, findings, speech)
    return quoted.length > 0 || corrected ? quoted : overview(framework, speech)
  }
  if (short || lead.alone) return [lead.text]
  const controls = [
    ...new Set([...findings.named, ...(lead.control ? [lead.control] : []), ...findings.controls]),
  ]
    .slice(0, Math.max(BEHIND_LEAD.controls, findings.named.length))
    .filter((control) => framework.controls.includes(control))
  const known = new Set(lead.more.map(({ text }) => text))
  const notes = findings.notes
    .map(({ text }) => unmarked(text))
    .filter((text) => !lead.text.includes(text) && !known.has(text))
    .filter((text) => lead.statement === undefined || !text.includes(lead.statement.text))
    .slice(0, BEHIND_LEAD.notes)
  const more = [...lead.more.map(({ text, control }) => withPlace(framework, text, control)), ...notes]
  const [first, ...rest] = controls
  return [
    lead.text,
    ...(first
      ? [
          `${speech.labels.controls}\n\n${[quoteEntry(framework, first, speech), ...rest.map((control) => quoteShortly(framework, control))].join('\n')}`,
        ]
      : []),
    ...(more.length > 0 ? [`${speech.labels.also}\n\n${more.map((text) => `- ${text}`).join('\n')}`] : []),
  ]
}

function withPlace(framework: Framework, text: string, control: string | undefined): string {
  return control === undefined || text.includes(control)
    ? text
    : `${text} (**${citation(framework, control)}**)`
}

function quote(framework: Framework, { controls, notes }: Findings, speech: Speech): string[] {
  const bullets = notes.map(({ section, text }) => `- _${section}_: ${unmarked(text)}`)
  return [
    ...(controls.length > 0
      ? [controls.map((control) => quoteEntry(framework, control, speech)).join('\n')]
      : []),
    ...(bullets.length > 0 ? [`${speech.labels.also}\n\n${bullets.join('\n')}`] : []),
  ]
}

/** For a question about the framework as a whole. */
function overview(framework: Framework, { labels }: Speech): string[] {
  const from = (section: SectionName, most: number): string[] =>
    framework.notes
      .filter((note) => note.section === section)
      .slice(0, most)
      .map(({ text }) => text)
  return [
    from('Scope', 3).join('\n'),
    from('Structure', 3).join('\n'),
    `${labels.firstSteps}\n\n${from('First steps', 6).join('\n')}`,
  ]
}
