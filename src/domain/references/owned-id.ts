import type { Framework } from '../registry/framework.ts'
import type { FoundId } from './found-id.ts'
import type { NamedFrameworks } from './named-frameworks.ts'
import type { ReadText } from './read-text.ts'
import type { ReferenceIndex } from './reference-index.ts'

/** An id in the form of a framework's. */
export interface Fitting {
  index: ReferenceIndex
  found: FoundId
}

/** An id with whose it is, or most likely is. */
export interface OwnedId extends Fitting {
  framework: Framework
  /** The frameworks that have it, where there are several and nothing tells which is meant. */
  candidates: readonly Framework[]
}

/** Of several frameworks whose form fits, those that have the id; of these the one that is named. */
export function ownedId(
  text: ReadText,
  at: number,
  fitting: readonly [Fitting, ...Fitting[]],
  { names, thorough }: { names: NamedFrameworks; thorough: boolean },
): OwnedId {
  const known = withNumbersInFull(fitting.filter(({ found }) => found.known))
  const closest =
    thorough && known.length < fitting.length
      ? (nearest(at, fitting, names) ?? beyondIts(at, fitting, names))
      : undefined
  const only = closest ?? withOwnEnding(fitting, known)
  const having = only ? [only] : known.length > 0 ? known : likely(fitting, names.all.size > 0)
  const first = having[0] ?? fitting[0]
  const to = at + first.found.length
  const named = names.among(
    having.map(({ index }) => index.framework),
    at,
    to,
  )
  const best =
    (known.length === 0 && named.length > 1 ? catalogue(having, named) : undefined) ??
    having.findLast(({ index }) => index.framework === named.at(-1)) ??
    first
  const { framework } = best.index
  const edition = names.edition(best.index, at, to)
  const found =
    edition === undefined ? best.found : (best.index.at(text, at, { edition, thorough }) ?? best.found)
  return { index: best.index, framework, found, candidates: named.length > 1 && found.known ? named : [] }
}

/** Of numbers that several frameworks have, those that are an id in full, not a point of one: `3.1.2e` beside `3.1.2`. */
function withNumbersInFull(known: readonly Fitting[]): readonly Fitting[] {
  const inFull = known.filter(({ found }) => found.isPoint !== true)
  return inFull.some(({ found }) => /^\d/.test(found.id)) ? inFull : known
}

/** The one whose numbers all end as this one does, where it has not this one, and the others have but a number before that. */
function withOwnEnding(fitting: readonly Fitting[], known: readonly Fitting[]): Fitting | undefined {
  if (known.length === 0 || !known.every(({ found }) => found.isPoint)) return undefined
  return fitting.find(({ found }) => !found.known && found.hasOwnEnding)
}

/** The one whose name the id stands at, whether it has the id or not: "NIS2 Article 58". */
function nearest(at: number, fitting: readonly Fitting[], names: NamedFrameworks): Fitting | undefined {
  return fitting.find(({ index, found }) => names.nearest(at, at + found.length) === index.framework)
}

/** The one that is spoken of, where it has the article and not its paragraph or point; another may have both without a word of it. */
function beyondIts(at: number, fitting: readonly Fitting[], names: NamedFrameworks): Fitting | undefined {
  const frameworks = fitting.map(({ index }) => index.framework)
  const [named, ...others] = names.among(frameworks, at, at + (fitting[0]?.found.length ?? 0))
  return others.length > 0
    ? undefined
    : fitting.find(({ index, found }) => index.framework === named && found.isBeyond)
}

/** Of several frameworks none of which has an id, those that have its chapter; all where none has. Codes alone (`A.6.3`) may be anything where none is named. */
function likely(fitting: readonly Fitting[], isNamed: boolean): readonly Fitting[] {
  if (fitting.length < 2) return fitting
  const some = fitting.filter(
    ({ index, found: { written, generic } }) =>
      written && (generic || isNamed) && index.hasChapterOf(written),
  )
  return some.length > 0 ? some : fitting
}

/** So many times as many ids a catalogue has as a selection of it. */
const CATALOGUE = 1.5

/** Of several frameworks none of which has a code, the one that has far more than the next: the catalogue of the others. */
function catalogue(fitting: readonly Fitting[], named: readonly Framework[]): Fitting | undefined {
  const [first, next] = fitting
    .filter(({ index, found }) => named.includes(index.framework) && !found.foreign && !found.generic)
    .toSorted((a, b) => b.index.size - a.index.size)
  return first && first.index.size > CATALOGUE * (next?.index.size ?? 0) ? first : undefined
}
