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
}

export type Verdict = { amount: number } | { code: string; window?: Kind }

export class SimpleLedger {
  credit: number
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

  /** Ends a call; returns what it costs. */
  end(call: PaperCall, cost: number): number {
    if (!call.open) return 0
    call.open = false
    call.cost = Math.min(cost, call.held)
    return call.cost
  }

  expire(holdMs: number): number {
    const dead = this.#open().filter(({ began }) => began + holdMs <= this.now)
    for (const call of dead) call.open = false
    return dead.length
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
