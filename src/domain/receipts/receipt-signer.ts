import type { Receipt } from './receipt.ts'

/** A public key as RFC 8037 writes it, and how it stands. */
export interface PublishedKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** Its thumbprint (RFC 7638). */
  kid: string
  alg: 'EdDSA'
  use: 'sig'
  /** `temporary`: made at this start, and gone with the process. `retired`: signs no more. */
  status: 'current' | 'temporary' | 'retired'
}

/** Signs receipts, and says by which keys they can be checked. */
export interface ReceiptSigner {
  /** A JWS in its compact form (RFC 7515), with the public key in its head. */
  sign(receipt: Receipt): string
  readonly keys: readonly PublishedKey[]
}
