import { Book } from '../../domain/ledger/book/book.ts'
import { DaySums } from '../../domain/ledger/book/day-sums.ts'
import type { Call } from '../../domain/ledger/book/entries.ts'
import type {
  BookDifference,
  Grant,
  JournalEntry,
  JournalQuery,
  PruneLimits,
} from '../../domain/ledger/books.ts'
import type { KeyChange, KeyRoll } from '../../domain/ledger/key-changes.ts'
import { windowStart } from '../../domain/ledger/spend-windows.ts'
import {
  PROVISIONAL_MS,
  type Account,
  type ApiKey,
  type FoundKey,
  type HoldOutcome,
  type HoldRequest,
  type KeyList,
  type NewKey,
  type Page,
  type Settled,
  type SettleRequest,
  type Store,
  type UsageQuery,
  type UsageRecord,
  type WindowSpend,
} from '../../domain/ledger/store.ts'
import {
  checkDays,
  DAY_MS,
  SUMMED_DAYS,
  type UsageSum,
  type UsageSumsQuery,
} from '../../domain/ledger/usage-sums.ts'
import { PRUNED_MOST } from '../sql-rows.ts'
import { People } from '../sqlite/people.ts'
import { checkBooks } from './check-books.ts'
import { History } from './history.ts'
import { Journal } from './journal.ts'
import { Keys } from './keys.ts'
import { pageOf } from './page-of.ts'
import { pruneWindows } from './prune-windows.ts'
import { TablesOnDemand } from './tables-on-demand.ts'

/**
 * The store of one process in its memory: the book, and what is told of it; people are in tables, as they are in a file. Nothing of it
 * outlives the process. What it gives are copies: what is in the book changes.
 */
export class MemoryStore implements Store {
  readonly #tables = new TablesOnDemand()
  readonly people = new People(this.#tables)
  readonly #sums = new DaySums()
  readonly #book = new Book(this.#sums)
  readonly #keys = new Keys(this.#book)
  readonly #journal = new Journal()
  readonly #history = new History()
  readonly #callsMost: number
  #closed = false

  /** @param callsMost how many calls the history remembers, beside those that may still be settled; 1,000 more before it forgets */
  constructor(callsMost = 100_000) {
    this.#callsMost = callsMost
  }

  async createAccount({
    id,
    name,
    creditMicros,
    now,
  }: Parameters<Store['createAccount']>[0]): Promise<Account> {
    const existing = this.#book.account(id)
    if (existing) return { ...existing }
    const funds = { balanceMicros: creditMicros, heldMicros: 0, fundedMicros: creditMicros, fundedAt: now }
    const account = { id, name, ...funds, createdAt: now, suspendedAt: null }
    this.#book.addAccount(account)
    const opening = { accountId: id, amountMicros: creditMicros, reason: 'opening', now }
    if (creditMicros !== 0) this.#journal.write({ ...opening, idempotencyKey: undefined })
    return { ...account }
  }

  async getAccount(id: string): Promise<Account | undefined> {
    const account = this.#book.account(id)
    return account && { ...account }
  }

  async listAccounts(page: Page): Promise<Account[]> {
    return pageOf(this.#book.accounts, page)
  }

  async addCredit(grant: Grant): Promise<Account | 'conflict' | 'too_large' | 'insufficient' | undefined> {
    const { accountId, amountMicros, idempotencyKey } = grant
    const account = this.#book.account(accountId)
    if (!account) return undefined
    const before = idempotencyKey === undefined ? undefined : this.#journal.under(accountId, idempotencyKey)
    if (before) return before.amountMicros === amountMicros ? { ...account } : 'conflict'
    if (!Number.isSafeInteger(account.balanceMicros + amountMicros)) return 'too_large'
    if (account.balanceMicros - account.heldMicros + amountMicros < 0) return 'insufficient'
    this.#journal.write(grant)
    account.balanceMicros += amountMicros
    account.fundedMicros = account.balanceMicros
    account.fundedAt = grant.now
    return { ...account }
  }

  async listJournal(query: JournalQuery): Promise<JournalEntry[]> {
    const { accountId } = query
    const charges = this.#history.calls.filter((call) => call.accountId === accountId && call.costMicros > 0)
    return this.#journal.page(query, charges)
  }

  async checkBooks(): Promise<BookDifference[]> {
    return checkBooks(this.#book, this.#journal, this.#sums, this.#history.calls)
  }

  async suspendAccount(id: string, suspendedAt: number | null): Promise<Account | undefined> {
    const account = this.#book.account(id)
    if (account) account.suspendedAt = suspendedAt
    return account && { ...account }
  }

  async createKey(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#keys.create(key, maxActive)
  }

  async findKeyByHash(secretHash: Uint8Array): Promise<FoundKey | undefined> {
    return this.#keys.findByHash(secretHash)
  }

  async getKey(accountId: string, keyId: string): Promise<ApiKey | undefined> {
    return this.#keys.get(accountId, keyId)
  }

  async listKeys(query: KeyList): Promise<ApiKey[]> {
    return this.#keys.list(query)
  }

  async updateKey(
    accountId: string,
    keyId: string,
    change: KeyChange,
  ): Promise<ApiKey | 'expired' | undefined> {
    return this.#keys.update(accountId, keyId, change)
  }

  async rollKey(roll: KeyRoll): Promise<ApiKey | undefined> {
    return this.#keys.roll(roll)
  }

  async revokeKey(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    return this.#keys.revoke(accountId, keyId, now)
  }

  async revokedAmong(keyIds: readonly string[]): Promise<string[]> {
    return this.#keys.revokedAmong(keyIds)
  }

  async hold(request: HoldRequest): Promise<HoldOutcome> {
    const outcome = this.#book.hold(request)
    const call = outcome.kind === 'held' && this.#book.call(request.id)
    if (call) this.#remember(call, request.now)
    return outcome
  }

  async probe(request: HoldRequest): Promise<HoldOutcome> {
    return this.#book.probe(request)
  }

  async settle(request: SettleRequest): Promise<Settled | undefined> {
    return this.#book.settle(request)
  }

  async sweep(now: number): Promise<number> {
    const due = this.#history.calls.filter((call) => call.endedAt === null && call.expiresAt <= now)
    return due.filter(({ id }) => this.#book.expire(id, now)).length
  }

  async windowSpends(keyId: string, now: number): Promise<WindowSpend[]> {
    return this.#book.key(keyId)?.spendsAt(now) ?? []
  }

  async windowSpendsOf(keyIds: readonly string[], now: number): Promise<Map<string, WindowSpend[]>> {
    const pages = keyIds.flatMap((id) => this.#book.key(id) ?? [])
    return new Map(pages.map((page) => [page.key.id, page.spendsAt(now)]))
  }

  async listUsage({ accountId, keyId, after, ...range }: UsageQuery): Promise<UsageRecord[]> {
    const before = after === undefined ? undefined : this.#book.call(after)
    if (after !== undefined && before?.accountId !== accountId) return []
    const wanted = (call: Call): boolean =>
      call.accountId === accountId && (keyId === undefined || call.keyId === keyId)
    return this.#history.newest(range, before, wanted).map(toRecord)
  }

  async getUsage(accountId: string, id: string): Promise<UsageRecord | undefined> {
    const call = this.#book.call(id)
    return call?.accountId === accountId ? toRecord(call) : undefined
  }

  async usageSums(query: UsageSumsQuery): Promise<UsageSum[]> {
    checkDays(query)
    return this.#sums.of(query)
  }

  async prune(limits: PruneLimits, now: number): Promise<number> {
    const calls = this.#pruneCalls(limits, now)
    const windows = pruneWindows(this.#book, now, PRUNED_MOST - calls)
    this.#book.forgetFreeAnswersBefore(windowStart('day', now - PROVISIONAL_MS))
    const sums = this.#sums.forgetBefore(windowStart('day', now - SUMMED_DAYS * DAY_MS))
    return calls + windows + sums
  }

  /** @throws where the store is closed */
  async tryWrite(): Promise<void> {
    if (this.#closed) throw new Error('the store is closed')
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#tables.close()
  }

  #remember(call: Call, now: number): void {
    this.#history.add(call)
    if (this.#history.calls.length < this.#callsMost + PRUNED_MOST) return
    this.#pruneCalls({ endedBefore: undefined, callsMost: this.#callsMost }, now)
  }

  #pruneCalls(limits: PruneLimits, now: number): number {
    const gone = this.#history.prune(limits, now, PRUNED_MOST)
    for (const call of gone) {
      this.#book.forgetCall(call.id)
      this.#journal.carry(call)
    }
    return gone.length
  }
}

function toRecord({ heldMicros: _held, expiresAt: _expires, ...record }: Call): UsageRecord {
  return record
}
