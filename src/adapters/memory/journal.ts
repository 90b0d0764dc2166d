import type { Call } from '../../domain/ledger/book/entries.ts'
import type { Grant, JournalEntry, JournalQuery } from '../../domain/ledger/books.ts'

/** What gave and took the credit of accounts: grants, debits, and what forgotten calls cost. Charges are the calls themselves. */
export class Journal {
  /** The lines of each account in the order in which they were written. */
  readonly #lines = new Map<string, JournalEntry[]>()
  readonly #once = new Map<string, JournalEntry>()
  #written = 0

  /** What its lines add up to, without charges. */
  sumMicros(accountId: string): number {
    return this.#of(accountId).reduce((sum, { amountMicros }) => sum + amountMicros, 0)
  }

  /** The line that came with this idempotency key. */
  under(accountId: string, idempotencyKey: string): JournalEntry | undefined {
    return this.#once.get(`${accountId} ${idempotencyKey}`)
  }

  write({ accountId, amountMicros, reason, idempotencyKey, now }: Grant): void {
    const line = this.#add(accountId, amountMicros < 0 ? 'debit' : 'grant', amountMicros, reason ?? null, now)
    if (idempotencyKey !== undefined) this.#once.set(`${accountId} ${idempotencyKey}`, line)
  }

  /** Keeps what a call cost that is forgotten, in one line an account. */
  carry({ accountId, costMicros, startedAt, endedAt }: Call): void {
    if (costMicros === 0) return
    const at = Math.max(startedAt, endedAt ?? 0)
    const carried = this.carried(accountId) ?? this.#add(accountId, 'carried', 0, null, at)
    carried.amountMicros -= costMicros
    carried.at = Math.max(carried.at, at)
  }

  carried(accountId: string): JournalEntry | undefined {
    return this.#of(accountId).find(({ kind }) => kind === 'carried')
  }

  /** A page, newest first; of one millisecond the charges come first. */
  page({ accountId, limit, after }: JournalQuery, charges: readonly Call[]): JournalEntry[] {
    const lines = [...this.#of(accountId), ...charges.map(toCharge)]
      .toSorted((a, b) => a.at - b.at)
      .toReversed()
    const from = after === undefined ? 0 : lines.findIndex(({ id }) => id === after) + 1
    return after !== undefined && from === 0
      ? []
      : lines.slice(from, from + limit).map((line) => ({ ...line }))
  }

  #of(accountId: string): readonly JournalEntry[] {
    return this.#lines.get(accountId) ?? []
  }

  #add(
    accountId: string,
    kind: JournalEntry['kind'],
    amountMicros: number,
    reason: string | null,
    at: number,
  ): JournalEntry {
    const line = { id: `jrn_${(this.#written += 1)}`, kind, amountMicros, reason, callId: null, at }
    const lines = this.#lines.get(accountId)
    if (lines) lines.push(line)
    else this.#lines.set(accountId, [line])
    return line
  }
}

function toCharge({ id, costMicros, startedAt, endedAt }: Call): JournalEntry {
  return {
    id,
    kind: 'charge',
    amountMicros: -costMicros,
    reason: null,
    callId: id,
    at: endedAt ?? startedAt,
  }
}
