import { AND } from '../detection/and-words.ts'
import { editionNamed } from '../registry/edition-numbers.ts'
import type { Framework } from '../registry/framework.ts'
import type { PhraseMatch } from '../text/phrase-trie.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'
import type { ReadText } from './read-text.ts'
import type { ReferenceIndex } from './reference-index.ts'

/** A framework's name in a text, with the older edition that stands at it. */
export interface NamedPlace {
  framework: Framework
  from: number
  to: number
  edition: string | undefined
  /** Whether the name means nothing else. */
  isClear: boolean
}

/** Words between an id and the framework whose it is: "Art. 33 of the GDPR", "Art. 28 der DSGVO". */
const BELONGS = new Set(
  'of the der des from in to von vom aus du de la le del della dello do da van het sobre'.split(' '),
)

/** An id and a name with more words between them do not belong together by place alone. */
const NEAR = 3

/** Nor is an edition looked for as far back as this. */
const SENTENCE_MAX = 60

/** A framework and an older edition named at an id. */
interface Meant {
  framework: Framework
  edition: string | undefined
}

/**
 * Whose an id is that several frameworks have, as the names around it tell. A text is read from its start to its end, line by line; what
 * was named last goes on for the lines behind.
 */
export class NamedFrameworks {
  /** Every framework that was named anywhere. */
  readonly all = new Set<Framework>()
  /** Every one that was named by a name that means nothing else. */
  readonly clearly = new Set<Framework>()
  /** Those named last, several where they are named in one breath: "GDPR and NIS2". */
  #last: readonly Framework[] = []
  /** Those of the last sentence that names any. */
  #sentence: readonly Framework[] = []
  #names: readonly NamedPlace[] = []
  #next = 0
  #text: readonly TextToken[] = []

  /** Begins with a line, or a slice of one, and the names in it. */
  begin(text: readonly TextToken[], names: readonly NamedPlace[]): void {
    this.#text = text
    this.#names = names
    this.#next = 0
  }

  /** Goes on to a place: the names before it have been read. */
  reach(at: number): void {
    for (let name = this.#names[this.#next]; name && name.from <= at; name = this.#names[this.#next]) {
      const before = this.#names[this.#next - 1]
      const { framework } = name
      this.all.add(framework)
      if (name.isClear) this.clearly.add(framework)
      this.#last = before && this.#areJoined(before, name) ? joined(this.#last, framework) : [framework]
      const goesOn = before && !this.#isEnded(before.to, name.from)
      this.#sentence = goesOn ? joined(this.#sentence, framework) : [framework]
      this.#next += 1
    }
  }

  /** Whether a name begins at a place behind those that have been read. */
  beginsAt(at: number): boolean {
    return this.#names.slice(this.#next, this.#next + NEAR).some(({ from }) => from === at)
  }

  /** Whether a name ends right before a place that has been reached. */
  endsAt(at: number): boolean {
    return this.#names.slice(Math.max(0, this.#next - NEAR), this.#next).some(({ to }) => to === at)
  }

  /** The framework whose name an id stands right behind or before, alone. */
  nearest(from: number, to: number): Framework | undefined {
    return this.#nearest(from, to, () => true)?.framework
  }

  /** The name at an id: of one a word before it and one right behind it, the latter ("DORA and Art. 28 GDPR"). */
  #nearest(from: number, to: number, has: (framework: Framework) => boolean): Meant | undefined {
    const [before, behind] = [this.#before(from), this.#behind(to)]
    const apart = this.#names[this.#next - 1]?.to !== from
    const order = apart && this.#names[this.#next]?.from === to ? [behind, before] : [before, behind]
    return order.find((one) => one && has(one.framework))
  }

  /** Those of the frameworks that an id from one place to another may belong to; one where the names around it tell which. */
  among(candidates: readonly Framework[], from: number, to: number): readonly Framework[] {
    const has = (framework: Framework): boolean => candidates.includes(framework)
    const nearest = this.#nearest(from, to, has)
    const last = this.#names[this.#next - 1]
    const breath = last && !this.#isEnded(last.to, from) ? this.#last : this.#sentence
    const named = nearest ? [nearest.framework] : breath.filter(has)
    return named.length > 0 ? named : candidates
  }

  /** The older edition of a framework that an id is of: named in its sentence before it, or right behind it. */
  edition(
    { framework, editions }: Pick<ReferenceIndex, 'framework' | 'editions'>,
    from: number,
    to: number,
  ): string | undefined {
    if (editions.length === 0) return undefined
    const behind = this.#behind(to)
    if (behind?.framework === framework && behind.edition !== undefined) return behind.edition
    const alone = editionNamed(editions, { from: to, to, values: [] }, this.#text)
    if (alone && !this.#isClosed(to, to)) return alone.id
    for (let at = this.#next - 1; at >= 0; at -= 1) {
      const name = this.#names[at]
      if (!name || from - name.to > SENTENCE_MAX) return undefined
      if (name.framework !== framework) continue
      return this.#isEnded(name.to, from) || name.to > from ? undefined : name.edition
    }
    return undefined
  }

  /** The name that an id stands right behind, alone: "GDPR Art. 33". */
  #before(from: number): Meant | undefined {
    const name = this.#names[this.#next - 1]
    if (!name || this.#last.length > 1 || from - name.to > 1) return undefined
    return this.#isClosed(name.to, from) ? undefined : name
  }

  /** The name that stands right behind an id: "Art. 33 of the GDPR". */
  #behind(to: number): Meant | undefined {
    let at = this.#next
    while ((this.#names[at]?.from ?? to) < to) at += 1
    const name = this.#names[at]
    if (!name || name.from - to > NEAR || this.#isClosed(to, name.from)) return undefined
    return this.#text.slice(to, name.from).every(({ text }) => BELONGS.has(text)) ? name : undefined
  }

  #areJoined(before: NamedPlace, name: NamedPlace): boolean {
    const between = this.#text.slice(before.to, name.from)
    return between.length === 0 || (between.length === 1 && AND.has(between[0]?.text ?? ''))
  }

  /** Whether a sentence ends between two places. */
  #isEnded(from: number, to: number): boolean {
    return (
      to - from > SENTENCE_MAX ||
      this.#text.slice(from, to + 1).some((token) => endsBefore(token, isNumber(token)))
    )
  }

  /** Whether a phrase ends between two places. */
  #isClosed(from: number, to: number): boolean {
    return this.#text.slice(from, to + 1).some(({ gap }) => gap === 'hard' || gap === 'stop')
  }
}

/** Whether a name means nothing else; one that is written as a person's is may: "Dora". */
function isClearName({ values, from, to }: PhraseMatch<boolean>, text: ReadText): boolean {
  return values.includes(true) && !(to - from === 1 && text[from]?.title === true)
}

/** Whether a sentence ends before a token: not at a colon, nor at a dot before a number ("Art. 33"), nor behind a short word. */
function endsBefore({ gap, between }: TextToken, number: boolean): boolean {
  return gap === 'stop' && !between.startsWith(':') && !number
}

function joined(frameworks: readonly Framework[], one: Framework): readonly Framework[] {
  return frameworks.includes(one) ? frameworks : [...frameworks, one]
}

/** Work may end between so many looks. */
const LOOKS_A_YIELD = 256

/** Every name of the indexes' frameworks in a text, in its order; of names within names the longest. Yields now and then. */
export function* namesIn(indexes: readonly ReferenceIndex[], text: ReadText): Generator<void, NamedPlace[]> {
  const found: NamedPlace[] = []
  let looks = 0
  for (const { names, framework, editions } of indexes) {
    for (let at = 0; at < text.length;) {
      const match = names.longestAt(text, at)
      if (match) {
        const edition = editionNamed(editions, match, text)?.id
        found.push({
          framework,
          from: match.from,
          to: match.to,
          edition,
          isClear: isClearName(match, text),
        })
      }
      at = match?.to ?? at + 1
      text.meter.steps += 1
      looks += 1
      if (looks % LOOKS_A_YIELD === 0) yield
    }
  }
  const sorted = found.sort((a, b) => a.from - b.from || b.to - a.to)
  let covered = 0
  return sorted.filter(({ to }) => {
    const own = to > covered
    covered = Math.max(covered, to)
    return own
  })
}
