import type { Account, HoldRefusal, WindowSpend } from './store.ts'

/**
 * Whether the least a call needs is not to be had: credit first, then the windows, the one that resets last first, since
 * that is the one the caller has to wait for. `transient` says that only calls still running stand in the way.
 */
export function refuse(
  account: Pick<Account, 'balanceMicros' | 'heldMicros'>,
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
