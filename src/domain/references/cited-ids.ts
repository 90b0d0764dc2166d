import type { Framework } from '../registry/framework.ts'
import type { IdPlace } from './id-place.ts'
import type { FoundId } from './found-id.ts'

/** What stands in a text in the form of a framework's ids, and what its place says. */
export interface Candidate {
  framework: Framework
  found: FoundId
  place: IdPlace
}

/** What a whole text says of its subject. */
export interface TextSubject {
  /** The frameworks that it names, and those of them that it names by what is nothing else's name. */
  named: ReadonlySet<Framework>
  clearly: ReadonlySet<Framework>
  /** How many different words it has, if none of them is one of those who work with rules. */
  otherWords: number
}

/** A text of more different words, and of as many for each id, cites nothing if none of them is of those who work with rules. */
const WORDS_MOST = 12
const WORDS_AN_ID_MOST = 3

/** So many different ids of one framework are no chance. */
const BY_CHANCE_MOST = 3

/** Nor are so many telling ones of all frameworks together in a text that speaks of something else. */
const TELLING_MOST = 4

/** Nor are so many articles of it, each with its word or mark. */
const ARTICLES_MOST = 3

/** What prose hardly has: two letters and more (`CC6.1`, not `A4`). */
const CODE = /^\p{L}{2}/u

/**
 * Which of the candidates of a text, in their order, are cited: here it is decided. What might be something else counts where the text
 * speaks for its framework, and a mere number where its place or its list does too.
 */
export function citedAmong<T extends Candidate>(candidates: readonly T[], subject: TextSubject): T[] {
  const evidence = new Map<Framework, Evidence>()
  for (const candidate of candidates) {
    const { framework } = candidate
    const one = evidence.get(framework) ?? new Evidence(framework, subject)
    one.add(candidate)
    evidence.set(framework, one)
  }
  const telling = [...evidence.values()].reduce((sum, one) => sum + one.telling, 0)
  const isOfIds = telling >= TELLING_MOST
  return runsOf(candidates).flatMap((run) => {
    const list = listOf(run)
    return run.filter(
      (candidate) => evidence.get(candidate.framework)?.isCited(candidate, list, isOfIds) === true,
    )
  })
}

/** What speaks for a framework's ids in a text. */
class Evidence {
  readonly #named: boolean
  readonly #otherWords: number
  #candidates = 0
  /** Whether an id that is nothing else cites it. */
  #isSure = false
  /** Its ids that exist: all, those that prose hardly has, and those that any law has ("article 15"). */
  readonly #known = new Set<string>()
  readonly #telling = new Set<string>()
  readonly #articles = new Set<string>()

  constructor(framework: Framework, { named, clearly, otherWords }: TextSubject) {
    this.#named = named.has(framework)
    this.#otherWords = clearly.has(framework) ? 0 : otherWords
  }

  add({ found: { id, known, unsure, doubted, bare, generic, isDeep }, place }: Candidate): void {
    this.#candidates += 1
    // Where a text has versions and amounts, numbers speak for none.
    if (!known || (bare && place.excluded)) return
    const isSure = !unsure && (!doubted || isDeep === true)
    if (!doubted || isSure) this.#known.add(id)
    if (isSure) this.#isSure = true
    if (isSure && generic && bare === undefined) this.#articles.add(id)
    if (bare === 'telling' || (isSure && (generic ? isDeep === true : CODE.test(id)))) this.#telling.add(id)
  }

  /** How many of its ids stand there that prose hardly has. */
  get telling(): number {
    return this.#telling.size
  }

  /** Whether a candidate of a list is cited, in a text that is full of ids or not. */
  isCited({ found, place }: Candidate, list: List, isOfIds: boolean): boolean {
    if (!isOfIds && !this.#isSpokenOf) return false
    if (found.known && !found.unsure && !found.doubted) return true
    if (!this.#isEvident(found)) return false
    if (found.far && (place.excluded || !list.hasNear)) return false
    if (found.foreign) return list.hasOwn && !place.beforeCode
    if (found.bare) return this.#isIdPlace(found, place, list)
    // A word or mark before a number outweighs what stands behind it.
    return !(place.excluded && found.unsure) || /^\d/.test(found.id)
  }

  /** Whether the text is about the framework, or at least about rules. */
  get #isSpokenOf(): boolean {
    const isElsewhere = this.#otherWords > Math.max(WORDS_MOST, WORDS_AN_ID_MOST * this.#candidates)
    return !isElsewhere || this.#articles.size >= ARTICLES_MOST
  }

  /** Whether the rest of the text speaks for what might be something else. Numbers that may be decimals need a text on rules, or more. */
  #isEvident({ bare }: FoundId): boolean {
    if (this.#named || this.#isSure) return true
    const few = bare === 'short' && this.#otherWords > 0 && this.#telling.size < 2
    return this.#known.size >= BY_CHANCE_MOST && !few
  }

  #isIdPlace({ bare, known, far }: FoundId, place: IdPlace, list: List): boolean {
    if (list.isExcluded || (far && !list.isOpen)) return false
    if (bare === 'telling') return list.isOpen || known || !place.behindOther
    return list.isOpen && (known || list.isNamed || this.#known.size > 0)
  }
}

/** What the members of a list say of each other; what stands alone is a list of one. */
interface List {
  /** One is an amount, a date or the like. */
  isExcluded: boolean
  /** One stands where ids stand. */
  isOpen: boolean
  /** One is surely in the form of the framework's ids. */
  hasOwn: boolean
  /** The framework's name stands before it. */
  isNamed: boolean
  /** One is of a chapter that the framework has, or nearly. */
  hasNear: boolean
}

function listOf(run: readonly Candidate[]): List {
  // Where some do not exist, they are amounts: "delivery 4.1, quality 4.4, price 3.9".
  const isOfItems = run.every(({ found }) => found.known) && run.some(({ place }) => place.listed)
  return {
    isExcluded: run.some(({ found, place }) => found.bare !== undefined && !found.far && place.excluded),
    isOpen:
      isOfItems ||
      run.some(({ found, place }) => {
        if (!found.bare || place.opens || place.introduced) return true
        return place.begins && (run.length > 1 || found.known || found.bare === 'telling')
      }),
    hasOwn: run.some(({ found }) => !found.bare && !found.foreign),
    isNamed: run.some(({ place }) => place.isNamed),
    hasNear: run.some(({ found }) => !found.far && !found.foreign),
  }
}

/** The candidates cut into lists. */
function runsOf<T extends Candidate>(candidates: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const candidate of candidates) {
    const last = runs.at(-1)
    if ((candidate.place.joined || candidate.place.listed) && last) last.push(candidate)
    else runs.push([candidate])
  }
  return runs
}
