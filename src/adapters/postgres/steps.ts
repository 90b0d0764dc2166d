import { decideHold } from '../../domain/ledger/decide-hold.ts'
import { WINDOW_KINDS, windowStart, type SpendLimits } from '../../domain/ledger/spend-windows.ts'
import {
  PROVISIONAL_MS,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
  type SettleRequest,
  type WindowSpend,
} from '../../domain/ledger/store.ts'
import { toSpends } from '../sql-rows.ts'
import type { Connection, Value } from './connection.ts'

/** Limits, spent and held of hour, day, week and month, as the functions give them. */
export interface WindowColumns {
  limits: (number | null)[]
  spents: number[]
  helds: number[]
}

/**
 * What a hold is told: the amount, or the figures that leave none. No balance where the key opens nothing or the account is not there, and
 * then what is held only where it is suspended.
 */
export type HoldRow =
  | { amount: number }
  | { amount: null; balance: null; held: number | null }
  | (WindowColumns & { amount: null; balance: number; held: number })

/** What a settlement is told; every figure is null where there is no such call. */
export type EndRow = WindowColumns & {
  cost: number | null
  uncollected: number | null
  ended_now: boolean
  started_at: number
  account: string
  key: string
  balance: number
  funded: number
}

/** A hold or a settlement that waits, and whom to tell of it. */
export type Step = { fail: (cause: unknown) => void } & (
  | { kind: 'hold'; request: HoldRequest; tell: (row: HoldRow) => void }
  | { kind: 'end'; request: SettleRequest; tell: (row: EndRow) => void }
)

const AT_ONCE = `select place, outcome from svc_steps(${Array.from({ length: 20 }, (_, index) => `$${index + 1}`).join(', ')})`

/**
 * Takes all steps in one round trip and tells each its outcome; no id may come twice, and all holds must begin in the same windows.
 * A lock is waited for as long as `lockWait` says (`250ms`), or as long as a statement may take.
 * @throws {StoreUnavailable} whether the steps were taken is not known; nobody was told
 */
export async function takeSteps(
  connection: Connection,
  steps: readonly Step[],
  lockWait: string | null,
): Promise<void> {
  const ends = steps.filter((step) => step.kind === 'end')
  const holds = steps.filter((step) => step.kind === 'hold')
  const rows = await connection.all<{ place: number; outcome: HoldRow | EndRow }>(AT_ONCE, [
    lockWait,
    ...endValues(ends.map(({ request }) => request)),
    ...holdValues(holds.map(({ request }) => request)),
  ])
  if (rows.length !== steps.length) throw new Error('svc_steps answers each step once')
  const inOrder = [...ends, ...holds]
  for (const { place, outcome } of rows) {
    const step = inOrder[place - 1]
    if (step?.kind === 'hold') step.tell(outcome as HoldRow)
    else step?.tell(outcome as EndRow)
  }
}

function endValues(ends: readonly SettleRequest[]): Value[] {
  return [
    ends.map(({ id }) => id),
    ends.map(({ costMicros }) => costMicros),
    ends.map(({ promptTokens }) => promptTokens),
    ends.map(({ completionTokens }) => completionTokens),
    ends.map(({ status }) => status),
    ends.map(({ now }) => now),
    ends.map(({ now }) => now - PROVISIONAL_MS),
    ends.map(({ freePerDay }) => freePerDay ?? null),
    ends.map(({ now }) => windowStart('day', now)),
  ]
}

function holdValues(holds: readonly HoldRequest[]): Value[] {
  return [
    holds.map(({ id }) => id),
    holds.map(({ accountId }) => accountId),
    holds.map(({ keyId }) => keyId),
    holds.map(({ model }) => model),
    holds.map(({ frameworks }) => frameworks.join(' ')),
    holds.map(({ floorMicros }) => floorMicros),
    holds.map(({ ceilingMicros }) => ceilingMicros),
    holds.map(({ now }) => now),
    holds.map(({ expiresAt }) => expiresAt),
    starts(holds[0]?.now ?? 0),
  ]
}

/**
 * The functions take the amount or take nothing; why one took nothing is read from its figures by the rule that every store
 * shares.
 */
export function toHoldOutcome(row: HoldRow | undefined, request: HoldRequest): HoldOutcome {
  if (row && row.amount !== null) return { kind: 'held', amountMicros: row.amount }
  if (!row || row.balance === null) {
    const suspended = row !== undefined && row.held !== null
    return { kind: 'refused', refusal: { kind: suspended ? 'account_suspended' : 'key_inactive' } }
  }
  const { floorMicros, ceilingMicros, now } = request
  const funds = { balanceMicros: row.balance, heldMicros: row.held }
  const outcome = decideHold(funds, toWindowSpends(row, now), floorMicros, ceilingMicros)
  if (outcome.kind === 'held') throw new Error('svc_hold refused what the rule grants')
  return outcome
}

export function toSettled(row: EndRow | undefined): Settled | undefined {
  if (!row || row.cost === null) return undefined
  const late = row.uncollected !== null && { late: { uncollectedMicros: row.uncollected } }
  if (!row.ended_now) return { costMicros: row.cost, ...late, after: undefined }
  const account = { id: row.account, balanceMicros: row.balance, fundedMicros: row.funded }
  const spends = toWindowSpends(row, row.started_at)
  return { costMicros: row.cost, ...late, after: { account, keyId: row.key, spends } }
}

export function toWindowSpends({ limits, spents, helds }: WindowColumns, now: number): WindowSpend[] {
  const named = Object.fromEntries(WINDOW_KINDS.map((kind, index) => [kind, limits[index] ?? null]))
  const figures = WINDOW_KINDS.map((_, index) => ({ spent: spents[index] ?? 0, held: helds[index] ?? 0 }))
  return toSpends(named as SpendLimits, figures, now)
}

/** Where the four windows that hold `now` begin. */
export function starts(now: number): number[] {
  return WINDOW_KINDS.map((kind) => windowStart(kind, now))
}
