import type { Book } from '../../domain/ledger/book/book.ts'
import type { DaySums } from '../../domain/ledger/book/day-sums.ts'
import type { Call, Window } from '../../domain/ledger/book/entries.ts'
import type { BookDifference } from '../../domain/ledger/books.ts'
import { WINDOW_KINDS, windowStart } from '../../domain/ledger/spend-windows.ts'
import type { Journal } from './journal.ts'

/** What calls cost, and what those hold that are open. */
interface Sums {
  spent: number
  held: number
}

/** Adds up every balance, hold, window and day from calls and journal; gives all that is not what its parts add up to. */
export function checkBooks(
  book: Book,
  journal: Journal,
  sums: DaySums,
  calls: readonly Call[],
): BookDifference[] {
  const ofAccounts = new Map<string, Sums>()
  const ofWindows = new Map<string, Sums>()
  for (const call of calls) {
    add(ofAccounts, call.accountId, call)
    for (const kind of WINDOW_KINDS) {
      add(ofWindows, name({ keyId: call.keyId, kind, start: windowStart(kind, call.startedAt) }), call)
    }
  }
  const found: BookDifference[] = []
  for (const { id: accountId, balanceMicros, heldMicros } of book.accounts) {
    const { spent, held } = ofAccounts.get(accountId) ?? NOTHING
    const of = { accountId, window: undefined }
    const booked = journal.sumMicros(accountId) - spent
    if (balanceMicros !== booked) {
      found.push({ figure: 'balance', ...of, keptMicros: balanceMicros, countedMicros: booked })
    }
    if (heldMicros !== held) {
      found.push({ figure: 'held', ...of, keptMicros: heldMicros, countedMicros: held })
    }
  }
  for (const { key, windows } of book.keys) {
    const carriedAt = journal.carried(key.accountId)?.at ?? -1
    for (const { keyId, kind, start, spentMicros, heldMicros } of windows) {
      const { spent, held } = ofWindows.get(name({ keyId, kind, start })) ?? NOTHING
      const of = { accountId: key.accountId, window: { keyId, kind, start } }
      // Some of its calls may have been carried over.
      const mayHaveMore = start <= carriedAt && spentMicros > spent
      if (spentMicros !== spent && !mayHaveMore) {
        found.push({ figure: 'spent', ...of, keptMicros: spentMicros, countedMicros: spent })
      }
      if (heldMicros !== held) {
        found.push({ figure: 'held', ...of, keptMicros: heldMicros, countedMicros: held })
      }
    }
  }
  for (const { accountId, keyId, day, costMicros } of costsOfDays(sums)) {
    const window = { keyId, kind: 'day', start: day } as const
    const { spent } = ofWindows.get(name(window)) ?? NOTHING
    const mayHaveMore = day <= (journal.carried(accountId)?.at ?? -1) && costMicros > spent
    if (costMicros !== spent && !mayHaveMore) {
      found.push({ figure: 'usage', accountId, window, keptMicros: costMicros, countedMicros: spent })
    }
  }
  return found
}

/** What the sums say that the calls of each key cost on each day. */
function costsOfDays(
  sums: DaySums,
): Iterable<{ accountId: string; keyId: string; day: number; costMicros: number }> {
  const days = Map.groupBy(sums.calls, ({ keyId, day }) => `${keyId} ${day}`)
  return [...days.values()].flatMap((parts) => {
    const costMicros = parts.reduce((sum, part) => sum + part.costMicros, 0)
    return parts.slice(0, 1).map(({ accountId, keyId, day }) => ({ accountId, keyId, day, costMicros }))
  })
}

const NOTHING: Sums = { spent: 0, held: 0 }

function add(sums: Map<string, Sums>, of: string, { costMicros, heldMicros, endedAt }: Call): void {
  const { spent, held } = sums.get(of) ?? NOTHING
  sums.set(of, { spent: spent + costMicros, held: held + (endedAt === null ? heldMicros : 0) })
}

function name({ keyId, kind, start }: Pick<Window, 'keyId' | 'kind' | 'start'>): string {
  return `${keyId} ${kind} ${start}`
}
