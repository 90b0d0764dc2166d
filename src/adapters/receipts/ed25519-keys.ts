import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in PKCS#8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SECRET_BYTES = 32

/** The public half, as RFC 8037 writes it. */
export interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
}

/**
 * A private key as an operator may have it: PEM, PKCS#8 in base64, or 32 random bytes in base64. Undefined where it is none of these
 * or not Ed25519.
 */
export function readPrivateKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----BEGIN')
      ? // A variable of one line has its line breaks written out.
        createPrivateKey(text.replaceAll(String.raw`\n`, '\n'))
      : createPrivateKey({ key: pkcs8(Buffer.from(text, 'base64')), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

function pkcs8(bytes: Buffer): Buffer {
  return bytes.length === SECRET_BYTES ? Buffer.concat([PKCS8_HEAD, bytes]) : bytes
}

export function publicJwk(key: KeyObject): PublicJwk {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' })
  return { kty: 'OKP', crv: 'Ed25519', x }
}

/** The public half by its `x` alone, 32 bytes in base64url; undefined where it is no such key. */
export function readPublicJwk(x: string): PublicJwk | undefined {
  const jwk: PublicJwk = { kty: 'OKP', crv: 'Ed25519', x }
  try {
    return publicJwk(createPublicKey({ key: { ...jwk }, format: 'jwk' })).x === x ? jwk : undefined
  } catch {
    return undefined
  }
}

/** The key's thumbprint (RFC 7638): its members in the order of their names. */
export function thumbprint({ crv, kty, x }: PublicJwk): string {
  return hash('sha256', JSON.stringify({ crv, kty, x }), 'base64url')
}
