import { tokenize, type TextToken } from '../text/tokens.ts'
import type { Framework } from '../registry/framework.ts'
import { ReferenceIndex, type FoundId } from './reference-index.ts'

/** A control id that an answer cites, and whether the framework has it. */
export interface Reference {
  id: string
  framework: string
  known: boolean
}

/** More references than this in one answer are not listed. */
const REFERENCES_MAX = 500

/** A line longer than this is read in pieces, each with a look at what follows it: no id is longer than that. */
const LINE_MAX = 8_192
const AHEAD = 64

/** A word and line break put before each line, so that what stands before its first word is seen: `§ 11.1`. Begins no name or id. */
const LINE_START = 'line\n'

/**
 * Checks the control ids of an answer as it goes by: each id with the shape of an injected framework's ids is looked up in
 * that framework's module. Linear in the text; what is kept is one unfinished line and the ids found.
 */
export class ReferenceScanner {
  readonly #indexes: readonly ReferenceIndex[]
  readonly #found = new Map<string, Reference>()
  #line = ''
  /** The end of the piece before, where a line was cut: "Requirement" belongs to the number behind it. */
  #before = LINE_START
  /** The injected framework named last: a form that several share is taken for its. */
  #named: Framework | undefined

  constructor(frameworks: readonly Framework[]) {
    this.#indexes = frameworks.map((framework) => ReferenceIndex.of(framework))
  }

  /** Takes the next piece of the answer, cut anywhere. */
  add(text: string): void {
    if (this.#indexes.length === 0) return
    this.#line += text
    for (;;) {
      const newline = this.#line.indexOf('\n')
      if (newline >= 0 && newline < LINE_MAX) {
        this.#take(newline + 1)
      } else if (this.#line.length >= LINE_MAX + AHEAD) {
        // A long line is cut in places that depend on the text alone, not on how it arrived.
        const space = this.#line.lastIndexOf(' ', LINE_MAX - 1)
        this.#take(space > 0 ? space : LINE_MAX, AHEAD)
      } else {
        return
      }
    }
  }

  /** Every id found, in the order of its first place. Call once the answer is whole. */
  references(): Reference[] {
    this.#take(this.#line.length)
    return [...this.#found.values()]
  }

  /** Reads the line up to a place. An id that begins before it may end up to `ahead` characters behind it. */
  #take(end: number, ahead = 0): void {
    const own = this.#line.slice(0, end)
    const rest = this.#line.slice(end, end + ahead)
    const tokens = tokenize(this.#before + own + rest)
    const first = tokenize(this.#before).length
    const last = tokens.length - tokenize(rest).length
    this.#before = ahead > 0 ? own.slice(-AHEAD) : LINE_START
    this.#line = this.#line.slice(end)
    const named = this.#indexes.length > 1 ? this.#namesIn(tokens) : new Map<number, Framework>()
    for (let at = first; at < last;) {
      this.#named = named.get(at) ?? this.#named
      const best = this.#bestAt(tokens, at)
      if (best) this.#note(best.framework, best.found)
      at += best?.found.length ?? 1
    }
  }

  /** Where each name of an injected framework begins. */
  #namesIn(tokens: readonly TextToken[]): Map<number, Framework> {
    return new Map(
      this.#indexes.flatMap(({ names, framework }) =>
        names.find(tokens).map(({ from }): [number, Framework] => [from, framework]),
      ),
    )
  }

  /** Of several frameworks whose form fits: the one named last if it has the id, else one that has it, else the one named last. */
  #bestAt(tokens: readonly TextToken[], at: number): { framework: Framework; found: FoundId } | undefined {
    const fits = this.#indexes.flatMap(({ framework }, index) => {
      const found = this.#indexes[index]?.at(tokens, at)
      return found ? [{ framework, found }] : []
    })
    const known = fits.filter(({ found }) => found.known)
    const from = known.length > 0 ? known : fits
    return from.find(({ framework }) => framework === this.#named) ?? from[0]
  }

  #note(framework: Framework, { id, known }: FoundId): void {
    if (this.#found.size >= REFERENCES_MAX) return
    const reference = { id, framework: framework.id, known }
    const key = `${framework.id} ${id}`
    if (!this.#found.has(key)) this.#found.set(key, reference)
  }
}
