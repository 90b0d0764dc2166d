import { hash } from 'node:crypto'

/** Of every UUID made here, and the namespace of our own names in OSCAL documents. */
export const NAMESPACE_UUID = '42ecc21c-2940-4e15-b144-e203599c643e'

const NAMESPACE = Buffer.from(NAMESPACE_UUID.replaceAll('-', ''), 'hex')

/** The UUID that a name always has: version 5 of RFC 9562, by SHA-1. OSCAL's schema allows versions 4 and 5 alone. */
export function nameUuid(name: string): string {
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(name)]), 'buffer').subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
