import type { ChatMessage } from '../chat-message.ts'
import { citation, type ControlEntry, type Framework, type SectionName } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'
import { ReferenceIndex } from '../references/reference-index.ts'
import { ReferenceScanner, type Reference } from '../references/reference-scanner.ts'
import type { EntrySearch, Findings, Limits } from '../search/entry-search.ts'
import { questionOf } from '../search/question.ts'
import type { Searches } from '../search/searches.ts'

const CLOSING =
  '_Extracted from the maintained modules by the built-in responder: educational guidance, not an audit opinion._'

/** A framework, as it is injected, with the search of all of it. */
interface Searched {
  framework: Framework
  search: EntrySearch
}

/**
 * Writes the built-in responder's answer: for every injected framework the entries that speak of the question, with their
 * ids, then what deadlines, scope or pitfalls add. Deterministic, and made of nothing but the modules.
 */
export class AnswerComposer {
  readonly #searches: Searches
  /** Whole, by id: of a large framework only some parts are injected, and its search is made once. */
  readonly #whole: ReadonlyMap<string, Framework>
  readonly #names: string

  constructor(frameworks: readonly Framework[], searches: Searches) {
    this.#searches = searches
    this.#whole = new Map(frameworks.map((framework) => [framework.id, framework]))
    this.#names = frameworks.map(({ name }) => name).join(', ')
  }

  async compose(frameworks: readonly Framework[], messages: readonly ChatMessage[]): Promise<string> {
    if (frameworks.length === 0) return this.#nothingInjected()
    const question = questionOf(messages)
    const limits =
      frameworks.length === 1
        ? { controls: 5, notes: 3 }
        : { controls: frameworks.length === 2 ? 3 : 2, notes: 1 }
    const ordered = this.#inOrderNamed(await this.#searched(frameworks), question)
    const invented = inventedIds(
      ordered.map(({ framework }) => this.#wholeOf(framework)),
      question,
    )
    const parts = ordered.map((searched) => {
      const unknown = invented.filter((reference) => reference.framework === searched.framework.id)
      return this.#part(searched, question, limits, unknown)
    })
    return [...parts, CLOSING].join('\n\n')
  }

  /** Made in turns of the event loop: the first question on each pays for it. */
  async #searched(frameworks: readonly Framework[]): Promise<Searched[]> {
    const searched: Searched[] = []
    for (const framework of frameworks) {
      searched.push({ framework, search: await this.#searches.prepared(this.#wholeOf(framework)) })
    }
    return searched
  }

  #part(
    { framework, search }: Searched,
    question: string,
    limits: Limits,
    unknown: readonly Reference[],
  ): string {
    const heading = `## ${framework.name}\n\n${framework.fullName}, ${framework.version}; module reviewed ${framework.updated}.`
    const among = this.#wholeOf(framework) === framework ? undefined : new Set(framework.controls)
    const findings = search.find(question, limits, among)
    const told = [
      ...unknown.map(
        ({ id }) =>
          `There is no **${id}** in ${framework.name} ${framework.version}, as far as its module knows.`,
      ),
      ...quote(framework, findings),
    ]
    return [heading, ...(told.length > 0 ? told : overview(framework))].join('\n\n')
  }

  /** First those that the question names, in its order; the prompt has them in an order of its own. */
  #inOrderNamed(searched: readonly Searched[], question: string): Searched[] {
    const tokens = tokenize(question)
    const place = ({ framework }: Searched): number =>
      ReferenceIndex.of(this.#wholeOf(framework)).names.find(tokens)[0]?.from ?? tokens.length
    return searched.toSorted((a, b) => place(a) - place(b))
  }

  #wholeOf(framework: Framework): Framework {
    return this.#whole.get(framework.id) ?? framework
  }

  #nothingInjected(): string {
    return [
      'No framework of the registry was recognised in this conversation, so no knowledge module was injected and there is nothing to ground an answer in.',
      'Name the framework in your question ("What does **ISO 27001** require of supplier agreements?"), or pin its id in the request: `"svc": {"frameworks": ["iso-27001"]}`. A control id alone, such as "5.20", names no framework.',
      `The registry knows: ${this.#names}. Ids are listed at \`GET /v1/frameworks\`.`,
    ].join('\n\n')
  }
}

/** Ids in the question that do not exist, each with the framework it is written as one of. */
function inventedIds(frameworks: readonly Framework[], question: string): Reference[] {
  const scanner = new ReferenceScanner(frameworks)
  scanner.add(question)
  return scanner.references().filter(({ known }) => !known)
}

function quote(framework: Framework, { controls, notes }: Findings): string[] {
  const entries = controls.map((control) => quoteControl(framework, control))
  const bullets = notes.map(({ section, text }) => `- _${section}_: ${unmark(text)}`)
  return [
    ...(entries.length > 0 ? [entries.join('\n')] : []),
    ...(bullets.length > 0 ? [`Worth knowing:\n\n${bullets.join('\n')}`] : []),
  ]
}

/** An entry with its evidence, test step and usual finding on lines of their own, as an auditor's checklist reads. */
function quoteControl(framework: Framework, { id, title, text }: ControlEntry): string {
  const lines = text.split(/\s+(?=(?:Evidence|Test|Finding):)/)
  const [intent = '', ...rest] = lines
  const below = rest.map((line) =>
    line.replace(/^(Evidence|Test):/, '  - $1:').replace(/^Finding:/, '  - Usual finding:'),
  )
  return [`- **${citation(framework, id)} ${title}**: ${intent}`, ...below].join('\n')
}

/** For a question about the framework as a whole. */
function overview(framework: Framework): string[] {
  const from = (section: SectionName, most: number): string[] =>
    framework.notes
      .filter((note) => note.section === section)
      .slice(0, most)
      .map(({ text }) => text)
  return [
    from('Scope', 3).join('\n'),
    from('Structure', 3).join('\n'),
    `First steps:\n\n${from('First steps', 6).join('\n')}`,
  ]
}

/** A bullet's own marker would start a list within a list. */
function unmark(text: string): string {
  return text.replace(/^(?:[-*+]|\d+\.)\s+/, '')
}
