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
  const rooms = spends.map(({ limitMicros, spentMicros, heldMicros }) =>
    limitMicros === null ? Infinity : limitMicros - spentMicros - heldMicros,
  )
  return Math.min(account.balanceMicros - account.heldMicros, ...rooms)
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
  const refusals = spends
    .toSorted((a, b) => b.resetsAt - a.resetsAt)
    .flatMap((spend): (HoldRefusal & { kind: 'window' })[] => {
      const { limitMicros } = spend
      if (limitMicros === null) return []
      // A cap of zero refuses even a call that is free: nothing may be spent with this key.
      const covered = limitMicros > 0 && spend.spentMicros + spend.heldMicros + floorMicros <= limitMicros
      if (covered) return []
      const transient = limitMicros > 0 && spend.spentMicros + floorMicros <= limitMicros
      return [{ kind: 'window', spend: { ...spend, limitMicros }, transient }]
    })
  return refusals.find(({ transient }) => !transient) ?? refusals[0]
}
