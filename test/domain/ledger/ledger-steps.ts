import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Model } from '../../../src/domain/models/models.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { compare, noHigher, overshoot, type Real } from './compare-ledgers.ts'
import { KINDS, type Kind, type SimpleLedger } from './simple-ledger.ts'

/** Shortly before a month, a week and a year end together with their hour, so that edges are crossed often. */
export const START = '2028-12-31T23:30:00Z'
export const HOLD_MS = 900_000

/** Small, so that days with more empty answers come up. */
export const FREE_EMPTY = 2

/** A token costs a micro-dollar, in and out. */
const MODEL: Model = {
  alias: 'svc-fast',
  kind: 'fast',
  region: 'global',
  contextWindowTokens: 100_000,
  defaultMaxTokens: 1_000,
  maxOutputTokens: 10_000,
  inputRate: 1_000_000,
  outputRate: 1_000_000,
  floorTokens: 256,
}

type Command = fc.AsyncCommand<SimpleLedger, Real>

/** One step: the same on paper and on the ledger, then everything is compared. */
class Step implements Command {
  readonly #text: string
  readonly #run: (paper: SimpleLedger, real: Real) => Promise<void>

  constructor(text: string, run: (paper: SimpleLedger, real: Real) => Promise<void>) {
    this.#text = text
    this.#run = run
  }

  check(): boolean {
    return true
  }

  async run(paper: SimpleLedger, real: Real): Promise<void> {
    const before = await overshoot(paper, real)
    await this.#run(paper, real)
    await compare(paper, real)
    // A clock set back may return to a window that stood above a cap set since: time alone admits nothing.
    const most = /^(cap|wait)/.test(this.#text) ? undefined : before
    noHigher(await overshoot(paper, real), most)
  }

  toString(): string {
    return this.#text
  }
}

async function hold(
  paper: SimpleLedger,
  real: Real,
  keyId: string,
  prompt: number,
  floor: number,
  more: number,
) {
  const id = `call-${paper.calls.length}`
  const verdict = paper.hold(id, keyId, prompt + floor, prompt + floor + more)
  const wish = { id, accountId: 'acct', keyId, model: MODEL, frameworks: [] }
  const tokens = { promptTokens: prompt, maxTokens: floor + more, floorTokens: floor }
  const got = await real.ledger.admit({ ...wish, ...tokens }, 'hold').catch((cause: unknown) => {
    if (cause instanceof Refusal) return { code: cause.code }
    throw cause
  })
  expect(got).toEqual(
    'code' in verdict
      ? { code: verdict.code }
      : { id, amountMicros: verdict.amount, maxTokens: verdict.amount - prompt },
  )
}

/** Ends one of the calls in the history, open or not: a second end must change nothing, a late one charge what is left. */
async function end(
  paper: SimpleLedger,
  { ledger, late }: Real,
  which: number,
  cost: number,
  empty = false,
): Promise<void> {
  const calls = paper.calls.filter(({ pruned }) => !pruned)
  const call = calls[which % Math.max(1, calls.length)]
  if (!call) return
  const held = { id: call.id, amountMicros: call.held, maxTokens: 0 }
  const expected = paper.end(call, cost, empty ? FREE_EMPTY : undefined)
  late.length = 0
  if (empty) {
    const used = { promptTokens: cost, completionTokens: 7 }
    expect(await ledger.settleEmpty(held, MODEL, used, false)).toBe(expected.cost)
  } else if (cost === 0) await ledger.release(held, 'upstream_error')
  else {
    const used = { promptTokens: 0, completionTokens: cost }
    expect(await ledger.settle(held, MODEL, used, 'completed')).toBe(expected.cost)
  }
  expect(late).toEqual(expected.uncollected === undefined ? [] : [expected.uncollected])
}

async function debit(paper: SimpleLedger, { store }: Real, amountMicros: number): Promise<void> {
  const covered = amountMicros <= paper.balance - paper.held
  const grant = { accountId: 'acct', amountMicros: -amountMicros, reason: 'why', idempotencyKey: undefined }
  const answer = await store.addCredit({ ...grant, now: paper.now })
  expect(answer === 'insufficient').toBe(!covered)
  if (covered) paper.credit -= amountMicros
}

async function prune(paper: SimpleLedger, { store, clock }: Real, age: number): Promise<void> {
  const endedBefore = clock.now() - age
  const gone = paper.prune(endedBefore)
  paper.remembersFrom = Math.max(paper.remembersFrom, clock.now() - 40 * 86_400_000)
  const windowsAndCalls = await store.prune({ endedBefore, callsMost: undefined }, clock.now())
  expect(windowsAndCalls).toBeGreaterThanOrEqual(gone)
}

async function expire(paper: SimpleLedger, { ledger }: Real): Promise<void> {
  expect(await ledger.sweep()).toBe(paper.expire(HOLD_MS))
}

const key = fc.constantFrom('key0', 'key1')
const kind = fc.constantFrom<Kind>(...KINDS)
const minutes = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.integer({ min: 60, max: 60 * 24 * 40 }))
const small = fc.integer({ min: 0, max: 400 })

/** What happens more often in a day stands in the list of steps more often. */
const again = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one)

const aHold = fc
  .tuple(key, small, small, fc.integer({ min: 0, max: 3_000 }))
  .map(
    ([keyId, prompt, floor, more]) =>
      new Step(`hold(${keyId}, ${prompt}, ${floor}, ${more})`, (paper, real) =>
        hold(paper, real, keyId, prompt, floor, more),
      ),
  )

const aSettlement = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 4_000 }))
  .map(
    ([which, cost]) => new Step(`settle(${which}, ${cost})`, (paper, real) => end(paper, real, which, cost)),
  )

const aRelease = fc
  .nat(30)
  .map((which) => new Step(`release(${which})`, (paper, real) => end(paper, real, which, 0)))

const anEmptyAnswer = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 400 }))
  .map(
    ([which, cost]) =>
      new Step(`empty(${which}, ${cost})`, (paper, real) => end(paper, real, which, cost, true)),
  )

const aDebit = fc
  .integer({ min: 1, max: 3_000 })
  .map((amount) => new Step(`debit(${amount})`, (paper, real) => debit(paper, real, amount)))

const aPruning = fc
  .constantFrom(0, 3_600_000, 86_400_000, 30 * 86_400_000)
  .map((age) => new Step(`prune(${age})`, (paper, real) => prune(paper, real, age)))

const aTopUp = fc.integer({ min: 1, max: 3_000 }).map(
  (amountMicros) =>
    new Step(`topUp(${amountMicros})`, async (paper, { store }) => {
      paper.credit += amountMicros
      const credit = { accountId: 'acct', amountMicros, idempotencyKey: undefined }
      await store.addCredit({ ...credit, now: paper.now })
    }),
)

const aCap = fc.tuple(key, kind, fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 8_000 })))).map(
  ([keyId, window, cap]) =>
    new Step(`cap(${keyId}, ${window}, ${cap})`, async (paper, { store }) => {
      const caps = paper.keys[keyId]?.caps ?? {}
      if (cap === null) delete caps[window]
      else caps[window] = cap
      await store.updateKey('acct', keyId, { limits: { [window]: cap } })
    }),
)

const aWait = minutes.map(
  (by) =>
    new Step(`wait(${by} min)`, async (paper, { clock }) => {
      paper.now += by * 60_000
      clock.advance(by * 60_000)
    }),
)

const aRevocation = fc.constantFrom('key0', 'key1', ...again(40, 'none')).map(
  (keyId) =>
    new Step(`revoke(${keyId})`, async (paper, { store }) => {
      const known = paper.keys[keyId]
      if (known) known.revoked = true
      await store.revokeKey('acct', keyId, paper.now)
    }),
)

export const steps = fc.commands(
  [
    ...again(6, aHold),
    ...again(2, aSettlement),
    ...again(2, anEmptyAnswer),
    aRelease,
    aDebit,
    aPruning,
    fc.constant(new Step('expire', expire)),
    aTopUp,
    aCap,
    ...again(2, aWait),
    aRevocation,
  ],
  { maxCommands: 60, size: 'max' },
)
