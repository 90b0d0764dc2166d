import type { ChatMessage } from '../chat-message.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import type { Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import type { Findings, Limits } from '../search/entry-search.ts'
import { questionOf } from '../search/question.ts'
import type { Searches } from '../search/searches.ts'
import { stems } from '../search/stems.ts'
import { tokenize } from '../text/tokens.ts'
import { inTurns } from '../text/turns.ts'
import { answerBody } from './answer-body.ts'
import { askedLead } from './asked-lead.ts'
import { askedOfEach, comparedPoint, type ComparedPoint } from './compared-point.ts'
import { mappingLines, speaksOf } from './comparison.ts'
import { COVERS_ALL } from './coverage.ts'
import type { Lead } from './lead-material.ts'
import type { Led, Searched } from './led-framework.ts'
import { ofChoice } from './offered-choice.ts'
import { nothingInjected } from './nothing-injected.ts'
import { wrongPremises } from './premises.ts'
import { oneSided } from './one-sided.ts'
import { asksToCompare, shortly, sideBySide } from './side-by-side.ts'
import { capitalized } from './quote.ts'
import { readAsks, readQuestion, type Question } from './read-question.ts'
import { type WithoutNames } from './read-forms.ts'
import { speechOf, type Speech } from './speech/speech.ts'
import { termAskedFor, WhoseTerms } from './whose-term.ts'

/** What a named control is mapped to is told of so many. */
const MAPPED_MOST = 2

/**
 * Writes the built-in responder's answer: for every injected framework first what answers the question as it was asked, then the
 * entries that carry it with their ids, then what else matters. Deterministic, and made of nothing but the modules' own words.
 */
export class AnswerComposer {
  readonly #searches: Searches
  readonly #registry: Registry
  readonly #terms: WhoseTerms

  constructor(registry: Registry, searches: Searches) {
    this.#searches = searches
    this.#registry = registry
    this.#terms = new WhoseTerms(registry.frameworks)
  }

  async compose(frameworks: readonly Framework[], messages: readonly ChatMessage[]): Promise<string> {
    if (frameworks.length === 0) return this.#nothing(questionOf(messages))
    // Their names are learnt once, not for each call that has some of their parts.
    const wholes = frameworks.map((framework) => this.#registry.get(framework.id) ?? framework)
    const question = ofChoice(withoutNames(readQuestion(messages, unnamedBy(wholes)), wholes), wholes)
    const speech = speechOf(question.language)
    const asks = readAsks(question, unnamedBy(wholes)).map((ask) => withoutNames(ask, wholes))
    const searched = inOrderNamed(await this.#searched(frameworks, question.text, asks), question.text)
    const reviewed = searched.map(({ whole: { fullName, version, updated } }) =>
      speech.reviewed(fullName, version, updated),
    )
    return [
      ...(speech.english === '' ? [] : [`_${speech.english}_`]),
      ...this.#answers(searched, ofEditions(question, searched), speech),
      ...(question.short ? [] : [`_${[...reviewed, speech.closing].join(' ')}_`]),
    ].join('\n\n')
  }

  /** The glossaries are read in turns of the event loop, for the first question that asks for the meaning of a word alone. */
  async #nothing(question: string): Promise<string> {
    if (termAskedFor(question) !== undefined) await inTurns(this.#terms.preparing())
    return nothingInjected(this.#registry, question, this.#terms.of(question))
  }

  /** Made in turns of the event loop: the first question on each pays for it. */
  async #searched(
    frameworks: readonly Framework[],
    question: string,
    asked: readonly Question[],
  ): Promise<Searched[]> {
    const searched: Searched[] = []
    for (const framework of frameworks) {
      // Of a large framework only some parts are injected; its searches are made of all of it.
      const whole = this.#registry.get(framework.id) ?? framework
      const among = whole === framework ? undefined : new Set(framework.controls)
      const search = await this.#searches.prepared(whole)
      const statements = await this.#searches.preparedStatements(whole)
      const limits = limitsOf(frameworks.length)
      // Beside another framework the words are of both: what they mean together tells the statement of neither.
      const apart = (found: Findings): Findings =>
        frameworks.length > 1 ? { ...found, terms: { ...found.terms, words: [] } } : found
      const findAlone = (text: string): Findings => search.find(text, limits, among)
      const find = (text: string): Findings => apart(findAlone(text))
      const whollyRead = findAlone(question)
      const { words = [] } = whollyRead.terms
      const findings = apart(whollyRead)
      const asks = asked.map((ask) => {
        const own = ask.alone === undefined ? undefined : find(ask.alone)
        // "How long does it take?" leans on nothing where the data has that very question.
        return ask.alone !== undefined && own && statements.isAsked(own.terms)
          ? { question: { ...ask, text: ask.alone }, findings: own }
          : { question: ask, findings: find(ask.text) }
      })
      searched.push({ framework, whole, findings, words, asks, statements, findAlone })
    }
    return searched
  }

  #answers(searched: readonly Searched[], question: Question, speech: Speech): string[] {
    const premises = wrongPremises(
      searched.map(({ whole }) => whole),
      question,
      speech,
    )
    const compared = asksToCompare(searched, question)
    const point = compared ? comparedPoint(question, saidOf(searched)) : undefined
    const asked = compared ? askedOfEach(question, point) : question
    // Several questions on how two stand to each other are one.
    const asks = (one: Searched): Searched['asks'] => (compared && one.asks.length > 1 ? [] : one.asks)
    const asksOnce = searched.every((one) => one.asks.length === 0)
    const ofOne =
      compared && asksOnce
        ? oneSided(
            question,
            searched.map(({ whole }) => whole),
          )
        : undefined
    const led = searched.map((one) => {
      const found = one.statements.find(one.findings.terms, question.form, question.language !== 'en')
      const alone = ofOne && sidedLead(one, ofOne, point, speech)
      if (alone) return { ...one, found, lead: alone, alone: true as const }
      return {
        ...one,
        found,
        lead: askedLead({ ...one, found, asks: asks(one) }, searched, asked, speech),
      }
    })
    if (compared)
      return [
        ...[...premises.values()].flat(),
        ...sideBySide(led, question, point, speech),
        ...led.flatMap((one) => shortly(one)),
      ]
    const part = (one: Led): string =>
      this.#part(one, searched, question, premises.get(one.framework.id) ?? [], speech)
    const named = led.filter(({ findings }) => findings.named.length > 0)
    // "What is CC6.1 of SOC 2 in ISO 27001?" is answered by the control and its mappings.
    const told = question.kinds.includes('comparison') && named.length > 0 ? named : relatedFirst(led)
    return told.map(part)
  }

  #part(
    { framework, whole, findings, lead }: Led,
    searched: readonly Searched[],
    question: Question,
    premises: readonly string[],
    speech: Speech,
  ): string {
    const others = searched.filter((other) => other.whole !== whole).map((other) => other.whole)
    const answer = lead?.statement && capitalized(lead.statement.text)
    // What denies a premise may be the answer too: then it is told once, with its no.
    const denied = answer === undefined ? undefined : premises.find((premise) => premise.endsWith(answer))
    const told = lead && denied !== undefined ? { ...lead, text: denied } : lead
    return [
      `## ${framework.name}`,
      ...premises.filter((premise) => premise !== denied),
      ...answerBody(framework, question, findings, told, premises.length > 0, speech),
      ...findings.named
        .slice(0, MAPPED_MOST)
        .flatMap((control) => mappingLines(this.#registry, whole, control, others, speech)),
    ].join('\n\n')
  }
}

/** What answers a question on several frameworks where it is put to one of them alone; undefined where nothing surely does. */
function sidedLead(
  one: Searched,
  question: Question,
  point: ComparedPoint | undefined,
  speech: Speech,
): Lead | undefined {
  const findings = one.findAlone(question.text)
  const found = one.statements.find(findings.terms, question.form)
  const lead = askedLead({ ...one, findings, asks: [], found }, [one], question, speech)
  if (lead?.statement === undefined) return undefined
  const isSure =
    lead.asked === true || ((point === undefined || point.rest.size > 0) && (lead.covers ?? 0) >= COVERS_ALL)
  return isSure ? lead : undefined
}

/** First those that the question names, in its order; the prompt has them in an order of its own. */
function inOrderNamed(searched: readonly Searched[], question: string): Searched[] {
  const tokens = tokenize(question)
  const place = ({ whole }: Searched): number =>
    ReferenceIndex.of(whole).names.find(tokens)[0]?.from ?? tokens.length
  return searched.toSorted((a, b) => place(a) - place(b))
}

/** The stems of a question, in English where the thesaurus knows them, without those of the frameworks' names. */
function saidOf(searched: readonly Searched[]): ReadonlySet<string> {
  const names = new Set(searched.flatMap(({ whole: { name } }) => stems(name)))
  const said = searched.flatMap(({ findings: { terms } }) => [...terms.own, ...terms.translated])
  return new Set(said).difference(names)
}

/** First the one whose answer speaks of another: "Does SOC 2 prove GDPR compliance?" is SOC 2's to answer. */
function relatedFirst(led: readonly Led[]): Led[] {
  const speaks = ({ lead, whole }: Led): boolean =>
    led.some(
      (other) => other.whole !== whole && lead?.statement && speaksOf(lead.statement.text, other.whole),
    )
  return [...led.filter(speaks), ...led.filter((one) => !speaks(one))]
}

/** The frameworks' names say no more of what is asked about than the form does. Of one alone, the edition in its name may be what is asked. */
function withoutNames(question: Question, frameworks: readonly Framework[]): Question {
  const tokens = tokenize(question.text)
  const written = frameworks.flatMap((framework) =>
    ReferenceIndex.of(framework)
      .names.find(tokens)
      .flatMap(({ from, to }) => tokens.slice(from, to).map(({ text }) => text)),
  )
  const names = [...frameworks.map(({ name }) => name), ...(frameworks.length > 1 ? written : [])]
  return { ...question, form: question.form.union(new Set(names.flatMap(stems))) }
}

/** "How does ISO 27701:2025 differ from 2019?" compares no two frameworks: it asks what changed, and for all of it where it says no more. */
function ofEditions(question: Question, [one, ...others]: readonly Searched[]): Question {
  const { text, form, kinds } = question
  const older = one?.whole.editions.some(({ id, status }) => status === 'superseded' && text.includes(id))
  if (!one || others.length > 0 || older !== true || !kinds.includes('comparison')) return question
  const isAll = [...one.findings.terms.own.difference(form)].every((word) => /^\d+$/.test(word))
  return {
    ...question,
    kinds: ['change', ...kinds.filter((kind) => kind !== 'comparison' && kind !== 'change')],
    ...(isAll && { plain: { point: 'changes' as const, opposite: false } }),
  }
}

/** Takes the frameworks' names out of a text. */
function unnamedBy(frameworks: readonly Framework[]): WithoutNames {
  const names = frameworks.map((framework) => ReferenceIndex.of(framework).names)
  return (tokens) => {
    const named = new Set(
      names.flatMap((trie) => trie.find(tokens).flatMap(({ from, to }) => tokens.slice(from, to))),
    )
    return tokens.filter((token) => !named.has(token))
  }
}

function limitsOf(frameworks: number): Limits {
  if (frameworks === 1) return { controls: 5, notes: 3 }
  return { controls: frameworks === 2 ? 3 : 2, notes: 1 }
}
