/** So many failures with no answer between them open the circuit. */
const FAILURES_TO_OPEN = 10

/** While a probe has brought nothing for so long, the next call is one too; milliseconds. */
const PROBE_EVERY_MS = 1_000

/**
 * Keeps calls away from an upstream that fails. Open, it lets one call at a time through as a probe: whoever calls once a second finds
 * out what is the matter, a crowd is refused at once, and the first answer closes it. A probe that hangs is joined by another each second.
 */
export class CircuitBreaker {
  #failures = 0
  /** When the newest probe began; undefined: none is under way. In milliseconds since the epoch. */
  #probingSince: number | undefined

  get open(): boolean {
    return this.#failures >= FAILURES_TO_OPEN
  }

  /** Whether a call may go to the upstream now; each that may must end by one of the three below. */
  admits(now: number): boolean {
    if (!this.open) return true
    if (this.#probingSince !== undefined && now - this.#probingSince < PROBE_EVERY_MS) return false
    this.#probingSince = now
    return true
  }

  /** The upstream answered, whatever it said. */
  answered(): void {
    this.#failures = 0
    this.#probingSince = undefined
  }

  failed(): void {
    this.#failures += 1
    this.#probingSince = undefined
  }

  /** The call ended and says nothing of the upstream: its client left before an answer. */
  undecided(): void {
    this.#probingSince = undefined
  }
}
