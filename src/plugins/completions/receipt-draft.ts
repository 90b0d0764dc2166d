import { createHash } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { receiptOf, type SettledAnswer } from '../../domain/receipts/receipt.ts'
import type { ReceiptSigner } from '../../domain/receipts/receipt-signer.ts'

/** The receipt of one answer while it is being sent: what goes out is hashed, and nothing of it is kept. */
export class ReceiptDraft {
  readonly #signer: ReceiptSigner
  readonly #clock: Clock
  readonly #request: string
  readonly #answer = createHash('sha256')
  readonly #content = createHash('sha256')

  /** `request` is the hash of the request's body, SHA-256 in hex. */
  constructor(signer: ReceiptSigner, clock: Clock, request: string) {
    this.#signer = signer
    this.#clock = clock
    this.#request = request
  }

  /** Part of the answer's text. */
  said(text: string): void {
    this.#content.update(text)
  }

  /** Part of what is sent, as it is sent, without the receipt. */
  sent(bytes: string): void {
    this.#answer.update(bytes)
  }

  /** Signs what the answer was, once all of it has been said and sent, and is settled. */
  sign(answer: SettledAnswer): string {
    const hashes = {
      request: this.#request,
      answer: this.#answer.digest('hex'),
      content: this.#content.digest('hex'),
    }
    return this.#signer.sign(receiptOf(answer, hashes, this.#clock.now()))
  }
}
