import { windowStart } from '../spend-windows.ts'
import { DAY_MS, type UsageSum, type UsageSumsBy, type UsageSumsQuery } from '../usage-sums.ts'
import type { Call } from './entries.ts'

type Figures = Omit<UsageSum, 'day' | 'value'>

/** What calls add up to that began on one day with one key, model and status. */
export interface CallSum extends Figures {
  readonly accountId: string
  readonly day: number
  readonly keyId: string
  readonly model: string
  readonly status: string
}

/** What those add up to that were grounded in one framework; empty for none. */
export interface FrameworkSum extends Figures {
  readonly accountId: string
  readonly day: number
  readonly keyId: string
  readonly framework: string
}

/** The sums of one account and day, by what tells them apart. */
interface AccountDay {
  calls: Map<string, CallSum>
  frameworks: Map<string, FrameworkSum>
}

/**
 * What ended calls add up to, by the UTC day on which they began. A store in memory keeps all of it here; one with a file what a turn
 * adds to its tables.
 */
export class DaySums {
  readonly #days = new Map<number, Map<string, AccountDay>>()

  /** A call has ended. */
  count(call: Call): void {
    this.#add(call, 1)
  }

  /** Its end no longer counts: it gets another one. */
  takeBack(call: Call): void {
    this.#add(call, -1)
  }

  get calls(): CallSum[] {
    return this.#accountDays().flatMap(({ calls }) => [...calls.values()])
  }

  get frameworks(): FrameworkSum[] {
    return this.#accountDays().flatMap(({ frameworks }) => [...frameworks.values()])
  }

  /** The sums of an account, by day and value. */
  of({ accountId, from, to, by, keyId }: UsageSumsQuery): UsageSum[] {
    const found: UsageSum[] = []
    for (let day = from; day < to; day += DAY_MS) {
      const own = this.#days.get(day)?.get(accountId)
      if (!own) continue
      const values = new Map<string, UsageSum>()
      for (const one of by === 'framework' ? own.frameworks.values() : own.calls.values()) {
        if (keyId !== undefined && one.keyId !== keyId) continue
        const value = valueOf(one, by)
        const sum = values.get(value) ?? { day, value, ...NOTHING }
        values.set(value, sum)
        addTo(sum, one, 1)
      }
      found.push(...[...values.values()].filter(({ calls }) => calls > 0).toSorted(byValue))
    }
    return found
  }

  /** Forgets the days before one, and says how many sums that were. */
  forgetBefore(day: number): number {
    let forgotten = 0
    for (const [one, accounts] of this.#days) {
      if (one >= day) continue
      for (const { calls, frameworks } of accounts.values()) forgotten += calls.size + frameworks.size
      this.#days.delete(one)
    }
    return forgotten
  }

  clear(): void {
    this.#days.clear()
  }

  #add(call: Call, times: 1 | -1): void {
    const { accountId, keyId, model, status } = call
    const day = windowStart('day', call.startedAt)
    const { calls, frameworks } = this.#accountDay(day, accountId)
    const name = `${keyId} ${model} ${status}`
    const sum = calls.get(name) ?? { accountId, day, keyId, model, status, ...NOTHING }
    calls.set(name, sum)
    addTo(sum, call, times)
    for (const framework of call.frameworks.length > 0 ? call.frameworks : NO_FRAMEWORK) {
      const name = `${keyId} ${framework}`
      const sum = frameworks.get(name) ?? { accountId, day, keyId, framework, ...NOTHING }
      frameworks.set(name, sum)
      addTo(sum, call, times)
    }
  }

  #accountDay(day: number, accountId: string): AccountDay {
    let accounts = this.#days.get(day)
    if (!accounts) this.#days.set(day, (accounts = new Map()))
    let own = accounts.get(accountId)
    if (!own) accounts.set(accountId, (own = { calls: new Map(), frameworks: new Map() }))
    return own
  }

  #accountDays(): AccountDay[] {
    return [...this.#days.values()].flatMap((accounts) => [...accounts.values()])
  }
}

const NOTHING: Figures = { calls: 0, promptTokens: 0, completionTokens: 0, costMicros: 0 }

const NO_FRAMEWORK: readonly string[] = ['']

/** A call by itself is one. */
function addTo(sum: Figures, more: Omit<Figures, 'calls'> & { calls?: number }, times: 1 | -1): void {
  sum.calls += times * (more.calls ?? 1)
  sum.promptTokens += times * more.promptTokens
  sum.completionTokens += times * more.completionTokens
  sum.costMicros += times * more.costMicros
}

function valueOf(sum: CallSum | FrameworkSum, by: UsageSumsBy): string {
  if (by === 'key') return sum.keyId
  if ('framework' in sum) return sum.framework
  return by === 'model' ? sum.model : sum.status
}

function byValue(one: UsageSum, other: UsageSum): number {
  return one.value < other.value ? -1 : 1
}
