/** A charge as the caller of its call was told it. */
export interface ToldCharge {
  id: string
  costMicros: number
}

/** What the callers of one account know: the other half of the comparison with the service's books. */
export class AccountBook {
  readonly accountId: string
  grantedMicros: number
  /** Answers that came whole: what each said it cost. */
  readonly told = new Map<string, number>()
  /** Answers that ended with an error that is said to be free of charge. */
  readonly free = new Set<string>()
  /** Calls whose answer did not come whole: the caller left, the key was revoked, the process died. They may be charged. */
  readonly unfinishedIds = new Set<string>()
  /** Those of them that had not even an id. */
  unfinished = 0

  constructor(accountId: string, grantedMicros: number) {
    this.accountId = accountId
    this.grantedMicros = grantedMicros
  }

  tell({ id, costMicros }: ToldCharge): void {
    this.told.set(id, costMicros)
  }
}

/** Whole micro-dollars of an amount in USD. */
export function microsOf(usd: number): number {
  return Math.round(usd * 1_000_000)
}
