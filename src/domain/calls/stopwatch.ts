/** Adds up the time between its starts and stops, in milliseconds; it runs from the beginning. */
export class Stopwatch {
  #before = 0
  #since: number | undefined = performance.now()

  get milliseconds(): number {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since)
  }

  start(): void {
    this.#since ??= performance.now()
  }

  stop(): void {
    this.#before = this.milliseconds
    this.#since = undefined
  }
}
