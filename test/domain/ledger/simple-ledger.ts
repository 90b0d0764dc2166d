/** The ledger as one would do it on paper: a list of calls, from which everything else is added up anew each time. */

export const KINDS = ['hour', 'day', 'week', 'month'] as const
export type Kind = (typeof KINDS)[number]

export interface PaperCall {
  id: string
  keyId: string
  began: number
  held: number
  cost: number
  open: boolean
  /** When it ended. */
  ended?: number
  /** Ended by the sweep, and not by a settlement since. */
  expired?: boolean
  /** Gone from the history; what it cost stays. */
  pruned?: boolean
}

const DAY = 86_400_000

export type Verdict = { amount: number } | { code: string; window?: Kind }

export class SimpleLedger {
  credit: number
  /** Windows that ended before are forgotten. */
  remembersFrom = -Infinity
  readonly #freeUsed = new Map<string, number>()
  now: number
  readonly calls: PaperCall[] = []
  readonly keys: Record<string, { caps: Partial<Record<Kind, number>>; revoked: boolean }> = {
    key0: { caps: {}, revoked: false },
    key1: { caps: {}, revoked: false },
  }

  constructor(credit: number, now: number) {
    this.credit = credit
    this.now = now
  }

  get balance(): number {
    return this.credit - sum(this.calls.map(({ cost }) => cost))
  }

  get held(): number {
    return sum(this.#open().map(({ held }) => held))
  }

  spent(keyId: string, kind: Kind, at = this.now): number {
    return sum(this.#within(keyId, kind, at).map(({ cost }) => cost))
  }

  heldIn(keyId: string, kind: Kind, at = this.now): number {
    return sum(this.#within(keyId, kind, at).map(({ open, held }) => (open ? held : 0)))
  }

  /** What a hold gets, or the code of its refusal. */
  hold(id: string, keyId: string, floor: number, ceiling: number): Verdict {
    const key = this.keys[keyId]
    if (!key || key.revoked) return { code: 'invalid_api_key' }
    const free = this.balance - this.held
    if (this.balance <= 0 || this.balance < floor) return { code: 'credit_balance_exhausted' }
    if (free < floor) return { code: 'credit_held' }
    const caps = KINDS.flatMap((kind) => {
      const cap = key.caps[kind]
      if (cap === undefined) return []
      const spent = this.spent(keyId, kind)
      return [{ cap, room: cap - spent, free: cap - spent - this.heldIn(keyId, kind) }]
    })
    if (caps.some(({ cap, room }) => cap === 0 || room < floor)) return { code: 'key_spend_limit_exceeded' }
    if (caps.some((one) => one.free < floor)) return { code: 'credit_held' }
    const amount = Math.min(ceiling, free, ...caps.map((one) => one.free))
    this.calls.push({ id, keyId, began: this.now, held: amount, cost: 0, open: true })
    return { amount }
  }

  /** Ends a call, or one that only the sweep ended within a day; returns what it costs and what could not be charged. */
  end(call: PaperCall, cost: number, freePerDay?: number): { cost: number; uncollected: number | undefined } {
    const late = call.expired === true
    if (!call.open && !late) return { cost: call.cost, uncollected: undefined }
    const most = Math.min(cost, call.held)
    if (late && this.now >= (call.ended ?? 0) + DAY) {
      return { cost: 0, uncollected: freePerDay === undefined ? most : 0 }
    }
    const wanted = freePerDay !== undefined && this.#isFree(most, freePerDay) ? 0 : most
    const charged = late ? Math.max(0, Math.min(wanted, this.#room(call))) : wanted
    Object.assign(call, { open: false, expired: false, cost: charged, ended: this.now })
    return { cost: charged, uncollected: late ? wanted - charged : undefined }
  }

  expire(holdMs: number): number {
    const dead = this.#open().filter(({ began }) => began + holdMs <= this.now)
    for (const call of dead) Object.assign(call, { open: false, expired: true, ended: this.now })
    return dead.length
  }

  /** Takes ended calls out of the history, those that a settlement may still reach not. */
  prune(endedBefore: number): number {
    const gone = this.calls.filter(
      ({ open, pruned, expired, ended = 0 }) =>
        !open && !pruned && ended < endedBefore && (!expired || ended + DAY <= this.now),
    )
    for (const call of gone) call.pruned = true
    return gone.length
  }

  #isFree(cost: number, freePerDay: number): boolean {
    const day = windowName('day', this.now)
    const used = this.#freeUsed.get(day) ?? 0
    if (cost === 0 || used >= freePerDay) return false
    this.#freeUsed.set(day, used + 1)
    return true
  }

  /** What credit and the caps of the windows that a call began in leave now. */
  #room({ keyId, began }: PaperCall): number {
    const caps = this.keys[keyId]?.caps ?? {}
    const rooms = KINDS.map((kind) =>
      caps[kind] === undefined
        ? Infinity
        : caps[kind] - this.spent(keyId, kind, began) - this.heldIn(keyId, kind, began),
    )
    return Math.min(this.balance - this.held, ...rooms)
  }

  #open(): PaperCall[] {
    return this.calls.filter(({ open }) => open)
  }

  #within(keyId: string, kind: Kind, at: number): PaperCall[] {
    const name = windowName(kind, at)
    return this.calls.filter((call) => call.keyId === keyId && windowName(kind, call.began) === name)
  }
}

/** A window by a name that a calendar gives it; a week by its Monday. */
export function windowName(kind: Kind, at: number): string {
  const date = new Date(at)
  if (kind === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const length = { hour: 13, day: 10, week: 10, month: 7 }[kind]
  return date.toISOString().slice(0, length)
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
