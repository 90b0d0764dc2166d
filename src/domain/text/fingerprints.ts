/** Slots taken before the table doubles: a quarter, so that most looks meet an empty slot at once. */
const FILLED_MOST = 0.25

const SLOTS_FIRST = 1_024

/** Spreads hashes over the slots. */
const SPREAD = 0x9e37_79b1

/**
 * Marks by hash, in flat tables: small, quick to make and to look into. What was added is always found; what was not may, once in
 * many millions, be taken for something that was.
 */
export class Fingerprints {
  #hashes = new Int32Array(SLOTS_FIRST)
  #marks = new Uint16Array(SLOTS_FIRST)
  #shift = 32 - Math.log2(SLOTS_FIRST)
  #taken = 0

  /** Adds marks (bits, at least one) to those that a hash has. */
  add(hash: number, marks: number): void {
    const slot = this.#slotOf(hash)
    if (this.#marks[slot] === 0) this.#taken += 1
    this.#hashes[slot] = hash
    this.#marks[slot] = (this.#marks[slot] ?? 0) | marks
    if (this.#taken > this.#marks.length * FILLED_MOST) this.#grow()
  }

  /** The marks of a hash, 0 for one that was not added. */
  marks(hash: number): number {
    return this.#marks[this.#slotOf(hash)] ?? 0
  }

  /** Where a hash is, or would be. */
  #slotOf(hash: number): number {
    const last = this.#marks.length - 1
    let slot = Math.imul(hash, SPREAD) >>> this.#shift
    while (this.#marks[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const [hashes, marks] = [this.#hashes, this.#marks]
    this.#hashes = new Int32Array(hashes.length * 2)
    this.#marks = new Uint16Array(marks.length * 2)
    this.#shift -= 1
    this.#taken = 0
    for (const [slot, mark] of marks.entries()) if (mark !== 0) this.add(hashes[slot] ?? 0, mark)
  }
}
