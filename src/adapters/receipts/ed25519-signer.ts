import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Receipt } from '../../domain/receipts/receipt.ts'
import type { PublishedKey, ReceiptSigner } from '../../domain/receipts/receipt-signer.ts'
import { publicJwk, thumbprint, type PublicJwk } from './ed25519-keys.ts'

export const RECEIPT_TYPE = 'svc-receipt'

/** Signs by one Ed25519 key: the operator's, or one that this process made and nobody else will ever have. */
export class Ed25519Signer implements ReceiptSigner {
  readonly keys: readonly PublishedKey[]
  readonly #key: KeyObject
  readonly #head: string

  constructor(configured: KeyObject | undefined, retired: readonly PublicJwk[] = []) {
    this.#key = configured ?? generateKeyPairSync('ed25519').privateKey
    const jwk = publicJwk(this.#key)
    this.#head = encode({ alg: 'EdDSA', typ: RECEIPT_TYPE, kid: thumbprint(jwk), jwk })
    this.keys = [
      published(jwk, configured ? 'current' : 'temporary'),
      ...retired.filter(({ x }) => x !== jwk.x).map((one) => published(one, 'retired')),
    ]
  }

  sign(receipt: Receipt): string {
    const signed = `${this.#head}.${encode(receipt)}`
    return `${signed}.${sign(null, Buffer.from(signed), this.#key).toString('base64url')}`
  }
}

function published(jwk: PublicJwk, status: PublishedKey['status']): PublishedKey {
  return { ...jwk, kid: thumbprint(jwk), alg: 'EdDSA', use: 'sig', status }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
