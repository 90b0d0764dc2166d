import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ALPHABET, randomText } from '../random-text.ts'
import type { KeySort } from './key-sort.ts'

/** What every key and every token starts with: clients and secret scanners know them by this (description 2.4). */
export const PREFIXES: Readonly<Record<KeySort, string>> = { key: 'sk-svc-', token: 'pat-svc-' }

const ID_LENGTH = 12
/** 33 characters of 62 hold 196 bits. */
const SECRET_LENGTH = 33
const CHECK_LENGTH = 6
const ISSUED_ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`)
const ISSUED = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECK_LENGTH}}$`)

/** A new key or token: its public id, and the secret that is shown once and never stored. */
export interface IssuedKey {
  id: string
  secret: string
}

/** A new id and secret. */
export function issueKey(sort: KeySort = 'key'): IssuedKey {
  const id = randomText(ID_LENGTH)
  return { id, secret: issueSecret(id, sort) }
}

/** A new secret for a key or token. Behind its prefix stands the id, where that has the form of an issued one. */
export function issueSecret(id: string, sort: KeySort = 'key'): string {
  const payload = (ISSUED_ID.test(id) ? id : randomText(ID_LENGTH)) + randomText(SECRET_LENGTH)
  return PREFIXES[sort] + payload + checksum(payload)
}

/** Whether a text has the form and the checksum of what this service issues: garbage is refused without a look-up. */
export function isWellFormedKey(secret: string, sort: KeySort = 'key'): boolean {
  const prefix = PREFIXES[sort]
  const issued = secret.slice(prefix.length)
  if (!secret.startsWith(prefix) || !ISSUED.test(issued)) return false
  return issued.endsWith(checksum(issued.slice(0, -CHECK_LENGTH)))
}

/** What is stored of a key. The secret has 196 random bits, so a fast hash is enough. */
export function hashKey(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** CRC32 of the payload in base 62, six digits. */
function checksum(payload: string): string {
  let rest = crc32(payload)
  let digits = ''
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
