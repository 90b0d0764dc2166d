import { toUsd } from '../ledger/price.ts'
import type { Disclosure } from '../grounding/disclosure.ts'
import type { Model } from '../models/models.ts'
import type { FinishReason, Usage } from '../upstream/upstream.ts'

/**
 * What a caller can show of an answer: what was asked and answered by hash alone, what it stood on, and what it cost. Field names as they
 * are signed; hashes are SHA-256 in lower-case hex.
 */
export interface Receipt {
  v: 1
  /** The answer's own id. */
  id: string
  /** When it was settled. */
  time: string
  model: string
  region: Model['region']
  /** The request's body, byte by byte as it came. */
  request: { sha256: string }
  /** The answer as it was sent, without the receipt and without comments of a stream; and its text alone, as UTF-8. */
  answer: { sha256: string; content_sha256: string }
  detection: Disclosure['detection']
  frameworks: {
    id: string
    version: string
    sha256: string
    parts?: { id: string; sha256: string }[]
  }[]
  finish_reason: FinishReason
  usage: { prompt_tokens: number; completion_tokens: number }
  cost_usd: number
}

/** An answer that is whole and settled. */
export interface SettledAnswer {
  id: string
  model: Model
  disclosure: Disclosure
  finishReason: FinishReason
  usage: Usage
  costMicros: number
}

export interface AnswerHashes {
  request: string
  answer: string
  content: string
}

/** `settledAt` in milliseconds since the epoch. */
export function receiptOf(
  { id, model, disclosure, finishReason, usage, costMicros }: SettledAnswer,
  hashes: AnswerHashes,
  settledAt: number,
): Receipt {
  return {
    v: 1,
    id,
    time: new Date(settledAt).toISOString(),
    model: model.alias,
    region: model.region,
    request: { sha256: hashes.request },
    answer: { sha256: hashes.answer, content_sha256: hashes.content },
    detection: disclosure.detection,
    frameworks: disclosure.frameworks.map(({ id: framework, version, sha256, parts }) => ({
      id: framework,
      version,
      sha256,
      ...(parts && { parts: parts.map((part) => ({ id: part.id, sha256: part.sha256 })) }),
    })),
    finish_reason: finishReason,
    usage: { prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens },
    cost_usd: toUsd(costMicros),
  }
}
