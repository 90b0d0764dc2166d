import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * A body that never changes while the process runs, under the strong tag that names it. It is compressed when it is first asked for so,
 * once and as hard as it goes.
 */
export class Representation {
  readonly etag: string
  readonly #identity: Buffer
  readonly #made: Partial<Record<Encoding, Buffer | Promise<Buffer>>>

  constructor(text: string) {
    this.etag = tag(text)
    this.#identity = Buffer.from(text)
    this.#made = { identity: this.#identity }
  }

  /** The bytes in an encoding; a promise only until they are made. */
  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    this.#made[encoding] ??= this.#encode(encoding)
    return this.#made[encoding]
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    const bytes = await (encoding === 'br'
      ? brotli(this.#identity, {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        })
      : zip(this.#identity, { level: constants.Z_BEST_COMPRESSION }))
    this.#made[encoding] = bytes
    return bytes
  }
}

/** A body made for one answer, in the one encoding it is sent in. */
export function encodeOnce(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  }
  return encoding === 'gzip' ? zip(identity) : Promise.resolve(identity)
}

/** Each encoding is another representation and needs another strong tag. */
export function tagFor(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${etag}"` : `"${etag}-${encoding}"`
}

export function tag(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
