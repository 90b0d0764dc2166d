import { setImmediate } from 'node:timers/promises'
import { windowStart } from '../../domain/ledger/spend-windows.ts'
import { StoreUnavailable } from '../../domain/ledger/store.ts'
import type { Step } from './steps.ts'

/** How many steps one batch takes at most: what it locks stays locked for some ten milliseconds. */
export const STEPS_MOST = 128

/**
 * How long the event loop has had nothing to do, in milliseconds. Only then it is the database that a step waits for: a thousand calls at
 * once keep a slow machine busy for seconds, and none of their steps is late for that.
 */
function idleMs(): number {
  return performance.eventLoopUtilization().idle
}

/** Steps in the order they came. One batch is under way at a time; what comes meanwhile makes up the next. */
export class Lane {
  readonly #waitMs: number
  readonly #take: (batch: readonly Step[]) => Promise<void>
  readonly #emptied: () => void
  #waiting: { step: Step; since: number }[] = []
  #running = false

  /**
   * `take` tells every step of a batch its outcome or its failure, and does not throw. A step that waited longer than `waitMs` for the
   * database to answer the batches before its own is not taken any more. `emptied` is called whenever nothing waits and nothing is under way.
   */
  constructor(
    waitMs: number,
    take: (batch: readonly Step[]) => Promise<void>,
    emptied: () => void = () => undefined,
  ) {
    this.#waitMs = waitMs
    this.#take = take
    this.#emptied = emptied
  }

  add(step: Step): void {
    this.#waiting.push({ step, since: idleMs() })
    if (!this.#running) void this.#run()
  }

  /** Takes the steps that `belongs` names out of the lane, in their order. */
  withdraw(belongs: (step: Step) => boolean): Step[] {
    const gone = this.#waiting.filter(({ step }) => belongs(step))
    this.#waiting = this.#waiting.filter(({ step }) => !belongs(step))
    return gone.map(({ step }) => step)
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      // Whatever else this turn of the event loop brings goes along.
      await setImmediate()
      this.#dropOverdue()
      const batch = this.#next()
      if (batch.length > 0) await this.#take(batch)
    }
    this.#running = false
    this.#emptied()
  }

  #dropOverdue(): void {
    const oldest = idleMs() - this.#waitMs
    const inTime = this.#waiting.findIndex(({ since }) => since >= oldest)
    const overdue = this.#waiting.splice(0, inTime === -1 ? this.#waiting.length : inTime)
    for (const { step } of overdue) step.fail(new StoreUnavailable('timeout'))
  }

  /** As many as go in one batch: up to an id that is in it already, or a hold that begins in another hour. */
  #next(): Step[] {
    const ids = new Set<string>()
    let hour: number | undefined
    const end = this.#waiting.findIndex(({ step: { kind, request } }) => {
      if (ids.size === STEPS_MOST || ids.has(request.id)) return true
      if (kind === 'hold') {
        const own = windowStart('hour', request.now)
        if (own !== (hour ??= own)) return true
      }
      ids.add(request.id)
      return false
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end).map(({ step }) => step)
  }
}
