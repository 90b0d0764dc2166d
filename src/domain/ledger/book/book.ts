import { decideHold, headroom } from '../decide-hold.ts'
import { isInactive } from '../key-changes.ts'
import { windowStart } from '../spend-windows.ts'
import {
  PROVISIONAL_MS,
  type Account,
  type ApiKey,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
  type SettleRequest,
} from '../store.ts'
import type { DaySums } from './day-sums.ts'
import type { Archive, Call, FreeAnswers } from './entries.ts'
import { KeyPage } from './key-page.ts'

/**
 * The book of one process: what admission and settlement decide on, in memory. Every step is one synchronous call, so nothing can
 * interleave within it.
 *
 * Alone it has everything that there is. With an archive it has what was asked for so far, reads the rest from there when it is first
 * needed, and tells the archive of each change. What it has then may be forgotten at any time at which nothing of it is changed and
 * not yet in the archive.
 */
export class Book {
  readonly #sums: DaySums
  readonly #archive: Archive | undefined
  readonly #accounts = new Map<string, Account>()
  readonly #keys = new Map<string, KeyPage>()
  readonly #calls = new Map<string, Call>()
  readonly #freeAnswers = new Map<string, FreeAnswers>()

  /** Every end is counted in `sums`. */
  constructor(sums: DaySums, archive?: Archive) {
    this.#sums = sums
    this.#archive = archive
  }

  /** What is at hand. What the book gives is its own: whoever changes it, changes the book. */
  get accounts(): Iterable<Account> {
    return this.#accounts.values()
  }

  get keys(): Iterable<KeyPage> {
    return this.#keys.values()
  }

  get calls(): Iterable<Call> {
    return this.#calls.values()
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id) ?? this.#read(this.#accounts, id, this.#archive?.account(id))
  }

  key(id: string): KeyPage | undefined {
    const known = this.#keys.get(id)
    if (known) return known
    const key = this.#archive?.key(id)
    return key && this.addKey(key)
  }

  call(id: string): Call | undefined {
    return this.#calls.get(id) ?? this.#read(this.#calls, id, this.#archive?.call(id))
  }

  addAccount(account: Account): void {
    this.#accounts.set(account.id, account)
  }

  addKey(key: ApiKey): KeyPage {
    const page = new KeyPage(key, this.#archive)
    this.#keys.set(key.id, page)
    return page
  }

  /** What a hold would get; leaves no trace. */
  probe({ accountId, keyId, now, floorMicros, ceilingMicros }: HoldRequest): HoldOutcome {
    const account = this.account(accountId)
    const page = this.key(keyId)
    if (!account || !page || isInactive(page.key, now)) {
      return { kind: 'refused', refusal: { kind: 'key_inactive' } }
    }
    if (account.suspendedAt !== null) return { kind: 'refused', refusal: { kind: 'account_suspended' } }
    return decideHold(account, page.spendsAt(now), floorMicros, ceilingMicros)
  }

  /** @throws where a call has this id already */
  hold(request: HoldRequest): HoldOutcome {
    if (this.#calls.has(request.id)) throw new Error('a call has this id already')
    const outcome = this.probe(request)
    if (outcome.kind === 'held') this.#open(request, outcome.amountMicros)
    return outcome
  }

  /** Ends a hold as `Store.settle` promises. */
  settle(request: SettleRequest): Settled | undefined {
    const call = this.call(request.id)
    if (!call) return undefined
    if (call.endedAt === null) {
      return this.#end(call, request, this.#cost(call, request), call.heldMicros)
    }
    if (call.status !== 'expired' || request.status === 'expired') {
      return { costMicros: call.costMicros, after: undefined }
    }
    if (request.now >= call.endedAt + PROVISIONAL_MS) {
      const uncollectedMicros = request.freePerDay === undefined ? priceOf(call, request) : 0
      return { costMicros: 0, late: { uncollectedMicros }, after: undefined }
    }
    return this.#endLate(call, request)
  }

  /** Ends the hold of a call that nobody ended, free of charge; false where it has ended. */
  expire(id: string, now: number): boolean {
    const call = this.call(id)
    if (!call || call.endedAt !== null) return false
    const end = { id, costMicros: 0, promptTokens: 0, completionTokens: 0, status: 'expired', now } as const
    this.#end(call, end, 0, call.heldMicros)
    return true
  }

  forgetAccount(id: string): void {
    this.#accounts.delete(id)
  }

  forgetKey(id: string): void {
    this.#keys.delete(id)
  }

  forgetCall(id: string): void {
    this.#calls.delete(id)
  }

  forgetFreeAnswersBefore(day: number): void {
    for (const [name, answers] of this.#freeAnswers) {
      if (answers.day < day) this.#freeAnswers.delete(name)
    }
  }

  /** Forgets everything. */
  forget(): void {
    this.#accounts.clear()
    this.#keys.clear()
    this.#calls.clear()
    this.#freeAnswers.clear()
  }

  #open(request: HoldRequest, heldMicros: number): void {
    const { id, model, frameworks, now, expiresAt } = request
    const { account, page } = this.#pagesOf(request)
    const windows = page.beginWindowsAt(now)
    const call: Call = {
      id,
      accountId: account.id,
      keyId: page.key.id,
      model,
      frameworks,
      status: 'running',
      promptTokens: 0,
      completionTokens: 0,
      costMicros: 0,
      startedAt: now,
      endedAt: null,
      heldMicros,
      expiresAt,
    }
    this.#calls.set(id, call)
    account.heldMicros += heldMicros
    for (const window of windows) window.heldMicros += heldMicros
    page.key.lastUsedAt = now
    this.#archive?.opened({ call, account, key: page.key, windows })
  }

  /** The sweep gave back what was held, so only what is free now can be charged. */
  #endLate(call: Call, request: SettleRequest): Settled {
    const wanted = this.#cost(call, request)
    const { account, page } = this.#pagesOf(call)
    const costMicros = Math.max(0, Math.min(wanted, headroom(account, page.spendsAt(call.startedAt))))
    const settled = this.#end(call, request, costMicros, 0)
    return { ...settled, late: { uncollectedMicros: wanted - costMicros } }
  }

  /** Ends a call in the windows it began in, whenever it ends, and gives back what of its hold is still held. */
  #end(call: Call, request: SettleRequest, costMicros: number, heldMicros: number): Settled {
    const { account, page } = this.#pagesOf(call)
    const windows = page.windowsAt(call.startedAt)
    if (call.endedAt !== null) this.#sums.takeBack(call)
    call.status = request.status
    call.costMicros = costMicros
    call.promptTokens = request.promptTokens
    call.completionTokens = request.completionTokens
    call.endedAt = request.now
    this.#sums.count(call)
    account.heldMicros -= heldMicros
    account.balanceMicros -= costMicros
    for (const window of windows) {
      if (!window.begun) continue
      window.heldMicros -= heldMicros
      window.spentMicros += costMicros
    }
    this.#archive?.ended({ call, account, key: page.key, windows })
    const { id, balanceMicros, fundedMicros } = account
    return {
      costMicros,
      after: {
        account: { id, balanceMicros, fundedMicros },
        keyId: call.keyId,
        spends: page.spendsAt(call.startedAt),
      },
    }
  }

  /** What the end costs; nothing where it is one of those that are free today, which it then uses up. */
  #cost(call: Call, request: SettleRequest): number {
    const costMicros = priceOf(call, request)
    const { freePerDay, now } = request
    if (freePerDay === undefined || freePerDay === 0 || costMicros === 0) return costMicros
    const free = this.#freeAnswersOf(call.accountId, windowStart('day', now))
    if (free.used >= freePerDay) return costMicros
    free.used += 1
    this.#archive?.usedFreeAnswer(free)
    return 0
  }

  #freeAnswersOf(accountId: string, day: number): FreeAnswers {
    const name = `${day} ${accountId}`
    const known = this.#freeAnswers.get(name)
    if (known) return known
    const answers = { accountId, day, used: this.#archive?.freeAnswers(accountId, day) ?? 0 }
    this.#freeAnswers.set(name, answers)
    return answers
  }

  /** A call has its account and its key for as long as it is known. */
  #pagesOf({ accountId, keyId }: Pick<Call, 'accountId' | 'keyId'>): { account: Account; page: KeyPage } {
    const account = this.account(accountId)
    const page = this.key(keyId)
    if (!account || !page) throw new Error('a call has lost its account or its key')
    return { account, page }
  }

  #read<T>(into: Map<string, T>, id: string, found: T | undefined): T | undefined {
    if (found !== undefined) into.set(id, found)
    return found
  }
}

/** Never more than was held is taken. */
function priceOf(call: Call, request: SettleRequest): number {
  return Math.min(request.costMicros, call.heldMicros)
}
