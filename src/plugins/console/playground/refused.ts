import type { ApiError } from '../../json-surface/api-error.ts'
import type { ErrorCode } from '../../json-surface/errors.ts'

/** What a refusal means to a person, and the field that it is about, if it is about one. */
export interface Refused {
  field?: 'question' | 'model' | 'key' | 'pins'
  words: string
}

/** Refusals whose words in the API speak to a program. */
const WORDS: { readonly [Code in ErrorCode]?: Refused } = {
  credit_balance_exhausted: { words: 'Your credit does not cover this call. Nothing was charged.' },
  credit_held: {
    words:
      'What is left is held by calls that still run. Try again when they have ended. Nothing was charged.',
  },
  key_spend_limit_exceeded: {
    field: 'key',
    words: 'A cap of this key does not cover the call. Choose another key, or change its caps.',
  },
  account_suspended: { words: 'This account is suspended. Ask the operator why. Nothing was charged.' },
  invalid_api_key: { field: 'key', words: 'This key was revoked or has expired. Choose another one.' },
}

/** By the field that the API names. */
const FIELDS: Readonly<Record<string, Refused['field']>> = {
  model: 'model',
  messages: 'question',
  question: 'question',
  key: 'key',
  pins: 'pins',
  'svc.frameworks': 'pins',
}

/** A refusal as the page tells it. */
export function refused({ code, message, param }: ApiError): Refused {
  const field = param === null ? undefined : FIELDS[param]
  return WORDS[code] ?? { words: message, ...(field !== undefined && { field }) }
}

/** What the page says where an answer breaks off, by the code of the stream's last frame. */
export const BROKEN_OFF: { readonly [Code in ErrorCode]?: string } = {
  invalid_api_key: 'The key was revoked, which ended the answer.',
  server_draining: 'This instance is shutting down, which ended the answer. Nothing was charged. Ask again.',
}
