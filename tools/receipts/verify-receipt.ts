import { createPublicKey, hash, verify } from 'node:crypto'
import { z } from 'zod'
import { thumbprint } from '../../src/adapters/receipts/ed25519-keys.ts'
import { RECEIPT_TYPE } from '../../src/adapters/receipts/ed25519-signer.ts'

/** A receipt in an answer, where no text can stand: within one its quotes would be escaped. */
const RECEIPT = /,"receipt":"([\w-]+)\.([\w-]+)\.([\w-]+)"/g

/** Comments of a stream, which come by the clock and are not signed. */
const COMMENTS = /^:.*\n/gm

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const headSchema = z.strictObject({
  alg: z.literal('EdDSA'),
  typ: z.literal(RECEIPT_TYPE),
  kid: z.string(),
  jwk: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
})

const receiptSchema = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  time: z.iso.datetime(),
  model: z.string(),
  region: z.string(),
  request: z.looseObject({ sha256 }),
  answer: z.looseObject({ sha256, content_sha256: sha256 }),
  frameworks: z.array(z.looseObject({ id: z.string(), version: z.string(), sha256 })),
  usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int() }),
  cost_usd: z.number(),
})

/** Keys as the feed `receipt-keys` has them. */
const keysSchema = z.looseObject({ keys: z.array(z.looseObject({ x: z.string(), kid: z.string() })) })

export type VerifiedReceipt = z.infer<typeof receiptSchema> & { kid: string }

/** Why a receipt does not hold. */
export class WrongReceipt extends Error {}

/** What is checked, byte by byte as it was sent and received. */
export interface Evidence {
  /** The body of a plain answer, or all of a stream. */
  answer: Buffer
  /** The body of the request. */
  request?: Buffer
  /** The feed `receipt-keys`: without it, whose key it is that signed is not known. */
  keys?: Buffer
}

/**
 * Checks the receipt in an answer: the signature, the answer's bytes, and what else is given.
 * @throws {WrongReceipt} in words for a person
 */
export function verifyReceipt({ answer, request, keys }: Evidence): VerifiedReceipt {
  // Bytes one by one: an invalid one must not become another.
  const text = answer.toString('latin1')
  const [found, ...more] = text.matchAll(RECEIPT)
  if (!found || more.length > 0) throw new WrongReceipt('there is not one receipt in it (svc.receipt)')
  const [whole, head64 = '', receipt64 = '', signature64 = ''] = found
  const head = read(headSchema, head64)
  const signature = Buffer.from(signature64, 'base64url')
  // The last letter has bits that nobody reads: there is one right way to write a signature.
  const right =
    signature.toString('base64url') === signature64 &&
    verify(null, Buffer.from(`${head64}.${receipt64}`), publicKey(head.jwk), signature)
  if (!right) throw new WrongReceipt('the signature is not of this receipt')
  const receipt = read(receiptSchema, receipt64)
  const bytes = text.replace(whole, '').replaceAll(COMMENTS, '')
  expectHash('the answer', receipt.answer.sha256, Buffer.from(bytes, 'latin1'))
  if (request) expectHash('the request', receipt.request.sha256, request)
  if (thumbprint(head.jwk) !== head.kid) throw new WrongReceipt('the name of its key is not that of its key')
  if (keys && !published(keys).some(({ x }) => x === head.jwk.x)) {
    throw new WrongReceipt(`its key ${head.kid} is not among those that are published`)
  }
  return { ...receipt, kid: head.kid }
}

function read<Output>(schema: z.ZodType<Output>, part: string): Output {
  const bytes = Buffer.from(part, 'base64url')
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw new WrongReceipt('it cannot be read')
  }
}

function publicKey(jwk: z.infer<typeof headSchema>['jwk']) {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw new WrongReceipt('its key cannot be read')
  }
}

function expectHash(what: string, signed: string, bytes: Buffer): void {
  if (hash('sha256', bytes) !== signed)
    throw new WrongReceipt(`${what} is not, byte by byte, the one that was signed`)
}

function published(keys: Buffer): z.infer<typeof keysSchema>['keys'] {
  try {
    return keysSchema.parse(JSON.parse(keys.toString())).keys
  } catch {
    throw new WrongReceipt('the file of keys is not the feed receipt-keys')
  }
}
