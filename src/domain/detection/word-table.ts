/** Room for the words of a text: where each starts and ends, and its marks, in flat tables by its index. */
export class WordTable {
  readonly starts: Uint16Array | Uint32Array
  readonly ends: Uint16Array | Uint32Array
  readonly marks: Uint16Array

  /** A text has no more words than `units` (UTF-16). */
  constructor(units: number) {
    const small = units < 0x1_0000
    this.starts = small ? new Uint16Array(units) : new Uint32Array(units)
    this.ends = small ? new Uint16Array(units) : new Uint32Array(units)
    this.marks = new Uint16Array(units)
  }

  /** Forgets the words of a text of so many units. */
  wipe(units: number): void {
    this.starts.fill(0, 0, units)
    this.ends.fill(0, 0, units)
    this.marks.fill(0, 0, units)
  }

  /** Whether a text of so many units has room. */
  holds(units: number): boolean {
    return units <= this.marks.length
  }
}
