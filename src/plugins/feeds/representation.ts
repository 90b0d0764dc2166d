import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One body in the encodings a client may ask for, best first, with the tag that names it. */
export interface Representation {
  etag: string
  bytes: Record<Encoding, Buffer>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A body that never changes while the process runs: compressed once, as hard as it goes, under a strong tag. */
export async function represent(text: string): Promise<Representation> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    zip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { etag: tag(text), bytes: { br, gzip: gz, identity } }
}

/** A body made for one answer, in the one encoding it is sent in. */
export function encodeOnce(text: string, encoding: Encoding): Promise<Buffer> {
  const identity = Buffer.from(text)
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
