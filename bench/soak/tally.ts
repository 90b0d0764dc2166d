/** What came of everything that was asked, by name, and what should not have come. */
export class Tally {
  readonly outcomes = new Map<string, number>()
  /** What makes the soak fail, each once, with how often it came. */
  readonly faults = new Map<string, number>()

  note(what: string): void {
    this.outcomes.set(what, (this.outcomes.get(what) ?? 0) + 1)
  }

  fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1)
  }

  /** Notes the status of an answer. The service has no excuse for a 500, whatever happens to it. */
  status(kind: string, status: number, code?: string): void {
    const what = `${kind}: ${[status, code].filter((part) => part !== undefined).join(' ')}`
    this.note(what)
    if (status === 500 || code === 'internal_error') this.fault(what)
  }

  count(prefix: string): number {
    let sum = 0
    for (const [what, times] of this.outcomes) if (what.startsWith(prefix)) sum += times
    return sum
  }
}
