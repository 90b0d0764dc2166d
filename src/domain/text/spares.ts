/** What must hold nothing of the text behind it. */
export interface Wipeable {
  wipe(): void
}

/**
 * Lends out memory that takes longer to make than to use. What comes back is wiped, since nothing of what callers write is kept, and waits
 * for the next one, up to `most` at a time.
 */
export class Spares<Memory extends Wipeable> {
  readonly #make: () => Memory
  readonly #most: number
  readonly #waiting: Memory[] = []

  constructor(make: () => Memory, most: number) {
    this.#make = make
    this.#most = most
  }

  /** Nobody else has the memory while `work` is under way. */
  async lend<Result>(work: (memory: Memory) => Promise<Result>): Promise<Result> {
    const memory = this.#waiting.pop() ?? this.#make()
    try {
      return await work(memory)
    } finally {
      memory.wipe()
      if (this.#waiting.length < this.#most) this.#waiting.push(memory)
    }
  }
}
