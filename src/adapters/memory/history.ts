import type { Call } from '../../domain/ledger/book/entries.ts'
import type { PruneLimits } from '../../domain/ledger/books.ts'
import { PROVISIONAL_MS } from '../../domain/ledger/store.ts'

/** The calls that memory remembers, by when they began; those of one moment in the order in which they came. */
export class History {
  #calls: Call[] = []

  get calls(): readonly Call[] {
    return this.#calls
  }

  add(call: Call): void {
    const last = this.#calls.at(-1)
    if (!last || last.startedAt <= call.startedAt) this.#calls.push(call)
    else this.#calls.splice(this.#placeAfter(call.startedAt), 0, call)
  }

  /**
   * The newest of those that `wanted` takes, newest first; with `before` only such as are older than that one, and only such as began
   * from `from` on and before `to`.
   */
  newest(
    { limit, from = -Infinity, to = Infinity }: { limit: number; from?: number; to?: number },
    before: Call | undefined,
    wanted: (call: Call) => boolean,
  ): Call[] {
    const page: Call[] = []
    const end = Math.min(this.#placeOf(before), this.#placeAfter(to - 1))
    for (let index = end - 1; index >= 0 && page.length < limit; index -= 1) {
      const call = this.#calls[index]
      if (!call || call.startedAt < from) break
      if (wanted(call)) page.push(call)
    }
    return page
  }

  /** Takes the oldest that may go, at most so many, and gives them. */
  prune({ endedBefore = 0, callsMost = Infinity }: PruneLimits, now: number, most: number): Call[] {
    const gone: Call[] = []
    const staying: Call[] = []
    const beyond = this.#calls.length - callsMost
    let looked = 0
    for (const call of this.#calls) {
      if (gone.length === most || (looked >= beyond && call.startedAt >= endedBefore)) break
      const unwanted = looked < beyond || (call.endedAt !== null && call.endedAt < endedBefore)
      if (unwanted && isOver(call, now)) gone.push(call)
      else staying.push(call)
      looked += 1
    }
    if (gone.length > 0) this.#calls = [...staying, ...this.#calls.slice(looked)]
    return gone
  }

  /** Behind the last call that began by then. */
  #placeAfter(startedAt: number): number {
    let from = 0
    let to = this.#calls.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#calls[middle]?.startedAt ?? 0) <= startedAt) from = middle + 1
      else to = middle
    }
    return from
  }

  #placeOf(call: Call | undefined): number {
    if (!call) return this.#calls.length
    return this.#calls.lastIndexOf(call, this.#placeAfter(call.startedAt) - 1)
  }
}

/** Whether the call ended, and no settlement can reach it any more. */
function isOver({ endedAt, status }: Call, now: number): boolean {
  return endedAt !== null && (status !== 'expired' || endedAt <= now - PROVISIONAL_MS)
}
