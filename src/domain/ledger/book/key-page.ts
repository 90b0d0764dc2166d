import { WINDOW_KINDS, windowEnd, windowStart, type WindowKind } from '../spend-windows.ts'
import type { ApiKey, WindowSpend } from '../store.ts'
import type { Archive, Window } from './entries.ts'

/**
 * A key and its windows. Every window begins and ends with an hour, so the four that hold a moment are the same for all moments of
 * one hour: they are looked up by it.
 */
export class KeyPage {
  readonly key: ApiKey
  readonly #archive: Archive | undefined
  readonly #windows = new Map<string, Window>()
  readonly #hours = new Map<number, readonly Window[]>()

  constructor(key: ApiKey, archive: Archive | undefined) {
    this.key = key
    this.#archive = archive
  }

  /** Those that a call was ever held in. */
  get windows(): Iterable<Window> {
    return this.#windows.values()
  }

  /** The four windows that hold `now`, shortest first. Looking leaves no trace. */
  windowsAt(now: number): readonly Window[] {
    const hour = windowStart('hour', now)
    const known = this.#hours.get(hour)
    if (known) return known
    const windows = WINDOW_KINDS.map((kind) => this.#window(kind, now))
    if (windows.every(({ begun }) => begun)) this.#hours.set(hour, windows)
    return windows
  }

  /** The same, to hold a call in: from now on they are kept. */
  beginWindowsAt(now: number): readonly Window[] {
    const windows = this.windowsAt(now)
    for (const window of windows) {
      if (!window.begun) this.#keep(window)
    }
    this.#hours.set(windowStart('hour', now), windows)
    return windows
  }

  /** What was spent and held in the windows that hold `now`, beside the caps of the key. */
  spendsAt(now: number): WindowSpend[] {
    const { limits } = this.key
    return this.windowsAt(now).map(({ kind, spentMicros, heldMicros, resetsAt }) => ({
      window: kind,
      limitMicros: limits[kind],
      spentMicros,
      heldMicros,
      resetsAt,
    }))
  }

  /** Forgets a window that holds nothing. */
  drop({ kind, start }: Window): void {
    this.#windows.delete(`${kind} ${start}`)
    this.#hours.clear()
  }

  #window(kind: WindowKind, now: number): Window {
    const start = windowStart(kind, now)
    const known = this.#windows.get(`${kind} ${start}`)
    if (known) return known
    const found = this.#archive?.window(this.key.id, kind, start)
    const window = {
      keyId: this.key.id,
      kind,
      start,
      resetsAt: windowEnd(kind, now),
      spentMicros: found?.spentMicros ?? 0,
      heldMicros: found?.heldMicros ?? 0,
      begun: false,
    }
    if (found) this.#keep(window)
    return window
  }

  #keep(window: Window): void {
    window.begun = true
    this.#windows.set(`${window.kind} ${window.start}`, window)
  }
}
