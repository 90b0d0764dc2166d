import { Refusal } from '../../domain/refusal.ts'

/** Bodies up to this size take no room: running calls are bounded in number. In bytes. */
const SMALL_BYTES = 64 * 1024

/** So many of the largest bodies may be in memory at one time, of all callers and of one. */
const LARGEST_BODIES = 16
const LARGEST_BODIES_OF_ONE = 8

/** A body on its way in, and what it takes. */
export class ArrivingBody {
  /** Bytes that it has room for. */
  bytes = 0
  /** The whole of it, as it came and in pieces, until its route has read what it needs. */
  sent: readonly Buffer[] | undefined
  /** Whose share it counts towards. */
  readonly whose: string
  readonly #room: BodyRoom

  constructor(room: BodyRoom, whose: string) {
    this.#room = room
    this.whose = whose
  }

  /** @throws {Refusal} `server_overloaded` where there is no room for so many bytes */
  grow(bytes: number): void {
    if (bytes > SMALL_BYTES) this.#room.grow(this, bytes)
  }

  /** Its request is over. */
  letGo(): void {
    if (this.bytes > 0) this.#room.giveBack(this)
  }
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
   * A large body has grown to so many bytes.
   * @throws {Refusal} `server_overloaded` where there is no room for it; what it has is kept until `giveBack`
   */
  grow(body: ArrivingBody, bytes: number): void {
    const more = bytes - body.bytes
    const ofOne = (this.#byOne.get(body.whose) ?? 0) + more
    if (this.#bytes + more > this.#most) throw new Refusal('server_overloaded', { reason: 'bodies' })
    if (ofOne > this.#mostOfOne) throw new Refusal('server_overloaded', { reason: 'bodies_of_account' })
    this.#byOne.set(body.whose, ofOne)
    this.#bytes += more
    body.bytes = bytes
  }

  /** The request is answered, and its body gone. */
  giveBack(body: ArrivingBody): void {
    const left = (this.#byOne.get(body.whose) ?? 0) - body.bytes
    if (left > 0) this.#byOne.set(body.whose, left)
    else this.#byOne.delete(body.whose)
    this.#bytes -= body.bytes
    body.bytes = 0
  }
}
