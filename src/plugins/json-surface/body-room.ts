import { Refusal } from '../../domain/refusal.ts'

/** Bodies up to this size take no room: running calls are bounded in number. In bytes. */
const SMALL_BYTES = 64 * 1024

/** So many of the largest bodies may be in memory at one time, of all callers and of one. */
const LARGEST_BODIES = 16
const LARGEST_BODIES_OF_ONE = 8

/** What one body takes, and whose share it counts towards. */
export interface TakenRoom {
  readonly whose: string
  bytes: number
}

/**
 * The memory that large request bodies may take together while they arrive and are worked on. One caller gets half of it, so a flood of one
 * leaves room for the others.
 */
export class BodyRoom {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #byOne = new Map<string, number>()
  #bytes = 0

  constructor(bodyBytesMax: number) {
    this.#most = LARGEST_BODIES * bodyBytesMax
    this.#mostOfOne = LARGEST_BODIES_OF_ONE * bodyBytesMax
  }

  /** Bytes of all large bodies that are in memory now. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * A body has grown to so many bytes.
   * @throws {Refusal} `server_overloaded` where there is no room for it; what it has is kept until `giveBack`
   */
  grow(taken: TakenRoom, bytes: number): void {
    if (bytes <= SMALL_BYTES) return
    const more = bytes - taken.bytes
    const ofOne = (this.#byOne.get(taken.whose) ?? 0) + more
    if (this.#bytes + more > this.#most) throw new Refusal('server_overloaded', { reason: 'bodies' })
    if (ofOne > this.#mostOfOne) throw new Refusal('server_overloaded', { reason: 'bodies_of_account' })
    this.#byOne.set(taken.whose, ofOne)
    this.#bytes += more
    taken.bytes = bytes
  }

  /** The request is answered, and its body gone. */
  giveBack(taken: TakenRoom): void {
    const left = (this.#byOne.get(taken.whose) ?? 0) - taken.bytes
    if (left > 0) this.#byOne.set(taken.whose, left)
    else this.#byOne.delete(taken.whose)
    this.#bytes -= taken.bytes
    taken.bytes = 0
  }
}
