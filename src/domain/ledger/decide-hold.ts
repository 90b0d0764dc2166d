import type { Account, HoldOutcome, HoldRefusal, WindowSpend } from './store.ts'

type Funds = Pick<Account, 'balanceMicros' | 'heldMicros'>

/** What a hold gets: as much of the ceiling as credit and every cap leave, or a refusal where that is under the floor. */
export function decideHold(
  account: Funds,
  spends: readonly WindowSpend[],
  floorMicros: number,
  ceilingMicros: number,
): HoldOutcome {
  const refusal = refuse(account, spends, floorMicros)
  if (refusal) return { kind: 'refused', refusal }
  return { kind: 'held', amountMicros: Math.min(ceilingMicros, headroom(account, spends)) }
}

/** What credit and every cap leave; below zero where a cap was lowered under what was spent. */
export function headroom(account: Funds, spends: readonly WindowSpend[]): number {
  let least = account.balanceMicros - account.heldMicros
  for (const { limitMicros, spentMicros, heldMicros } of spends) {
    if (limitMicros !== null) least = Math.min(least, limitMicros - spentMicros - heldMicros)
  }
  return least
}

/**
 * Whether the least a call needs is not to be had: credit first, then the windows, the one that resets last first, since
 * that is the one the caller has to wait for. `transient` says that only calls still running stand in the way.
 */
function refuse(
  account: Funds,
  spends: readonly WindowSpend[],
  floorMicros: number,
): HoldRefusal | undefined {
  const { balanceMicros, heldMicros } = account
  // A positive balance is required even of a call that costs nothing (description 5, 8).
  if (balanceMicros <= 0 || balanceMicros - heldMicros < floorMicros) {
    const transient = balanceMicros > 0 && balanceMicros >= floorMicros
    return { kind: 'credit', balanceMicros, heldMicros, transient }
  }
  let first: WindowRefusal | undefined
  for (const spend of spends) {
    const refusal = refuseWindow(spend, floorMicros)
    if (refusal && (!first || comesBefore(refusal, first))) first = refusal
  }
  return first
}

type WindowRefusal = HoldRefusal & { kind: 'window' }

function refuseWindow(spend: WindowSpend, floorMicros: number): WindowRefusal | undefined {
  const { limitMicros, spentMicros, heldMicros } = spend
  if (limitMicros === null) return undefined
  // A cap of zero refuses even a call that is free: nothing may be spent with this key.
  if (limitMicros > 0 && spentMicros + heldMicros + floorMicros <= limitMicros) return undefined
  const transient = limitMicros > 0 && spentMicros + floorMicros <= limitMicros
  return { kind: 'window', spend: { ...spend, limitMicros }, transient }
}

/** A refusal for good is told before one that passes. */
function comesBefore(one: WindowRefusal, other: WindowRefusal): boolean {
  if (one.transient !== other.transient) return other.transient
  return one.spend.resetsAt > other.spend.resetsAt
}
