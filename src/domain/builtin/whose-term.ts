import type { Framework } from '../registry/framework.ts'
import { tokenize } from '../text/tokens.ts'

/** Of a term so many frameworks that have it are told. */
const HOLDERS_MOST = 3

/** A word of so many frameworks is one of compliance at large. */
const TOO_MANY = 40

/** No question for a word alone is longer. */
const LENGTH_MAX = 120

/** What asks for the meaning of a word alone, before it and behind it. */
const BEFORE =
  /^(?:(?:so|and|please|ok|sorry),? )?(?:what(?: is|['’]?s| are| does| do)|define|explain|(?:what is )?the (?:meaning|definition) of|(?:meaning|definition) of|was (?:ist|sind|bedeutet|heißt)|qu['’]est-ce (?:que|qu['’])|c['’]est quoi|que signifie|qué (?:es|son|significa)|(?:che )?cos['’]è|cosa significa|o que (?:é|significa)|wat (?:is|zijn|betekent)|co to jest|co oznacza) ?/i
const ARTICLE = /^(?:an?|the|eine?|der|die|das|une?|la|le|les|el|los|las|il|lo|uma?|os?|as|een|de|het)\s/i
const BEHIND =
  /\s(?:means?|stands? for|meaning|definition|nedir|ne demek|(?:actually|exactly|please|pls|short for))$/i

/** The label of a line of a glossary: `**Data protection impact assessment (DPIA)**: ...` */
const LABEL = /^[-*+]?\s*\*\*([^*]{2,120})\*\*\s*[:(]/

/** A term in a text that names no framework, and those whose glossary has it. */
export interface WhoseTerm {
  /** As the first of them writes it. */
  term: string
  /** At most three, those first that are told in most depth. */
  holders: readonly [Framework, ...Framework[]]
  /** How many more have it. */
  others: number
}

/** The terms of all glossaries, with the frameworks that have them; read for the first question that asks for one, and kept. */
export class WhoseTerms {
  readonly #frameworks: readonly Framework[]
  readonly #known = new Map<string, { written: string; holders: Framework[] }>()
  #rest: Iterator<void, void> | undefined

  constructor(frameworks: readonly Framework[]) {
    this.#frameworks = frameworks
  }

  /** What is left of reading them, a module from one yield to the next. */
  preparing(): Iterator<void, void> {
    this.#rest ??= this.#reading()
    return this.#rest
  }

  /** Whose the term is that a text asks for and nothing else; nothing is told before all are read. */
  of(text: string): WhoseTerm[] {
    const asked = termAskedFor(text)
    const known = asked === undefined ? undefined : this.#known.get(keyOf(asked))
    const [first, ...rest] = known?.holders ?? []
    if (!known || !first || known.holders.length > TOO_MANY) return []
    const holders = [first, ...rest.slice(0, HOLDERS_MOST - 1)] as const
    return [{ term: known.written, holders, others: known.holders.length - holders.length }]
  }

  *#reading(): Generator<void, void> {
    for (const framework of this.#frameworks.toSorted((a, b) => depth(a) - depth(b))) {
      const terms = framework.notes
        .filter(({ section }) => section === 'Glossary')
        .flatMap(({ text }) => termsOf(LABEL.exec(text)?.[1] ?? ''))
      for (const written of terms) {
        const known = this.#known.get(keyOf(written)) ?? { written, holders: [] }
        if (known.holders.at(-1) !== framework) known.holders.push(framework)
        this.#known.set(keyOf(written), known)
      }
      yield
    }
  }
}

/** The term whose meaning a text asks for; undefined where it asks for more. */
export function termAskedFor(text: string): string | undefined {
  const asked = text.trim()
  if (asked.length > LENGTH_MAX) return undefined
  const bare = asked.replace(/[?.!？]+$/, '').trimEnd()
  const behind = bare.replace(BEFORE, '')
  const term = behind.replace(ARTICLE, '').replace(BEHIND, '')
  // A name alone asks nothing.
  return term === bare || term === '' ? undefined : term
}

/** A label's terms: what it spells out, and the abbreviation in brackets. */
function termsOf(label: string): string[] {
  return label
    .split(/[()/,;]/)
    .map((term) => term.trim())
    .filter((term) => keyOf(term) !== '')
}

/** A term however it is written, in the singular. */
function keyOf(term: string): string {
  const words = tokenize(term).map(({ text }) => text)
  return words.join(' ').replace(/(?<=.{2}[^s])s$/, '')
}

function depth({ supportLevel }: Framework): number {
  return ['deep', 'standard', 'compact'].indexOf(supportLevel)
}
