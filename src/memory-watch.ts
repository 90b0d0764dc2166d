import { getHeapStatistics } from 'node:v8'

/** How full the heap may be, of what it may grow to. The rest is for the calls that run. */
const MOST = 0.9

/** How long a look holds, in milliseconds. */
const LOOK_MS = 100

/**
 * Whether JavaScript's heap is so full that no new work may begin. The system's view is not looked at: it does not fall again when memory
 * is free, and in a container the heap's own limit follows from the container's.
 */
export class MemoryWatch {
  readonly #fullness: () => number
  #isShort = false
  #holdsUntil = -Infinity

  /** `fullness` is 1 where the heap is as large as it may grow. */
  constructor(fullness: () => number = heapFullness) {
    this.#fullness = fullness
  }

  isShort(): boolean {
    const now = performance.now()
    if (now >= this.#holdsUntil) {
      this.#holdsUntil = now + LOOK_MS
      this.#isShort = this.#fullness() > MOST
    }
    return this.#isShort
  }
}

function heapFullness(): number {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  return used / most
}
