import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  publicJwk,
  readPrivateKey,
  readPublicJwk,
  thumbprint,
} from '../../../src/adapters/receipts/ed25519-keys.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const der = privateKey.export({ format: 'der', type: 'pkcs8' })
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
const mine = publicJwk(privateKey)

describe('a private key', () => {
  test.each([
    ['PEM', pem],
    ['PEM in one line', pem.replaceAll('\n', String.raw`\n`)],
    ['PKCS#8 in base64', der.toString('base64')],
    ['32 bytes in base64', secret.toString('base64')],
    ['32 bytes in base64url', secret.toString('base64url')],
  ])('may be written as %s', (_form, text) => {
    const key = readPrivateKey(text)
    expect(key && publicJwk(key)).toEqual(mine)
  })

  const other = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  test.each([
    ['no key', 'secret'],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['a key of another kind', other(generateKeyPairSync('x25519').privateKey)],
    ['a key for another curve', other(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
    ['a broken PEM', pem.replace('M', '!')],
  ])('is not read from %s', (_what, text) => {
    expect(readPrivateKey(text)).toBeUndefined()
  })
})

describe('a public key', () => {
  test('is read from its x, and from nothing else', () => {
    expect(readPublicJwk(mine.x)).toEqual(mine)
    for (const wrong of ['', 'x', `${mine.x}A`, mine.x.slice(1), secret.toString('base64')]) {
      expect(readPublicJwk(wrong)).toBeUndefined()
    }
  })

  test('is named by its thumbprint, as other libraries name it', async () => {
    expect(thumbprint(mine)).toBe(await calculateJwkThumbprint({ ...mine }))
  })
})
