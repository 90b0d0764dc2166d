import { randomFillSync } from 'node:crypto'

/** What ids and keys are written in. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from here on would make the first characters of the alphabet likelier than the others. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length)

/** Random bytes, fetched many at a time: the two ids of one call take forty. */
const bytes = Buffer.alloc(4_096)
let used = bytes.length

/** A random id: the prefix and 20 letters and digits, 119 bits. */
export function randomId(prefix: string): string {
  return prefix + randomText(20)
}

/** Letters and digits that nobody can foresee, each as likely as any other. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < FAIR_BELOW) text += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return text
}

function randomByte(): number {
  if (used === bytes.length) {
    randomFillSync(bytes)
    used = 0
  }
  const byte = bytes.readUInt8(used)
  // What has become a secret stays in no buffer.
  bytes[used] = 0
  used += 1
  return byte
}
