import type { EditionMoves } from '../registry/knowledge-data.ts'
import { idKey, isPhrase, splitId, withoutZeros, type SplitId } from './written-id.ts'

/** An id of an older edition, and where it went. */
export interface SupersededId {
  /** As the older edition writes it. */
  id: string
  /** Ids of the edition in force; empty where it was withdrawn. */
  movedTo: readonly string[]
}

/** The ids of a framework's older editions, by how they are written; which of them today's edition has too is not known here. */
export class SupersededIds {
  readonly #editions: readonly EditionMoves[]
  /** Where each id of an edition went. */
  readonly #moves: ReadonlyMap<EditionMoves, ReadonlyMap<string, readonly string[]>>
  /** By the edition and key; under no edition's name, what the latest one that had it says. */
  readonly #byKey = new Map<string, SupersededId>()

  /** Knows nothing yet: `making` reads the ids. */
  constructor(editions: readonly EditionMoves[]) {
    const later = new Map(editions.map((edition) => [edition, chainOf(edition, editions).length]))
    this.#editions = editions.toSorted((a, b) => (later.get(b) ?? 0) - (later.get(a) ?? 0))
    this.#moves = new Map(editions.map((edition) => [edition, movesOf(edition)]))
  }

  /** Takes the ids apart one by one and yields each that moved, oldest edition first. */
  *making(): Generator<SplitId & { id: string }, void> {
    for (const edition of this.#editions) {
      const chain = chainOf(edition, this.#editions)
      for (const id of this.#moves.get(edition)?.keys() ?? []) {
        const movedTo = this.#movedTo(id, chain)
        if (isPhrase(id) || (movedTo.length === 1 && movedTo[0] === id)) continue
        const split = splitId(id)
        for (const parts of [split.parts, split.parts.map(withoutZeros)]) {
          const key = idKey(split.words, parts)
          this.#byKey.set(`${edition.from} ${key}`, { id, movedTo })
          this.#byKey.set(` ${key}`, { id, movedTo })
        }
        yield { ...split, id }
      }
    }
  }

  /** What became of an id of one older edition, or of the latest that had it; undefined where none of it had such an id, or it stayed. */
  get(words: readonly string[], parts: readonly string[], edition = ''): SupersededId | undefined {
    return this.#byKey.get(`${edition} ${idKey(words, parts)}`)
  }

  /** Where an id stands today: its moves, followed from edition to edition. */
  #movedTo(id: string, chain: readonly EditionMoves[]): string[] {
    const ids = chain.reduce<readonly string[]>(
      (now, edition) => now.flatMap((one) => this.#moves.get(edition)?.get(one) ?? [one]),
      [id],
    )
    return [...new Set(ids)]
  }
}

/** Where each old id of an edition went; one may stand in several moves. */
function movesOf({ moves }: EditionMoves): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const move of moves) for (const id of move.old) all.set(id, [...(all.get(id) ?? []), ...move.new])
  return all
}

/** An edition's moves and those of every edition behind it, in order. */
function chainOf(edition: EditionMoves, editions: readonly EditionMoves[]): EditionMoves[] {
  const chain = [edition]
  for (let next: EditionMoves | undefined = edition; next;) {
    const { to }: EditionMoves = next
    next = editions.find((one) => one.from === to && !chain.includes(one))
    if (next) chain.push(next)
  }
  return chain
}
