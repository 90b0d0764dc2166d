import type { Clock } from '../../src/domain/clock.ts'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  #now: number

  constructor(iso = '2026-11-21T12:00:00Z') {
    this.#now = Date.parse(iso)
  }

  now(): number {
    return this.#now
  }

  set(iso: string): void {
    this.#now = Date.parse(iso)
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
