import { z } from 'zod'
import type { ChatCall } from '../../../domain/calls/chat-call.ts'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import { readForm, typed, type FormErrors } from '../form.ts'

/** Characters of a question. Written as a form each may take nine bytes, which is what the largest form has room for. */
export const QUESTION_MAX = 24_000

/** What a person asked for, as it was typed. */
export interface PlaygroundTexts {
  question: string
  model: string
  key: string
  pins: readonly string[]
}

const form = z.object({
  question: z
    .string('Type a question.')
    // A browser counts a line end once and sends it as two characters.
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Type a question.')
        .max(QUESTION_MAX, `A question has ${QUESTION_MAX.toLocaleString('en-US')} characters at most here.`),
    ),
  model: z.string('Choose a model.').min(1, 'Choose a model.').max(100),
  key: z.string('Choose a key.').min(1, 'Choose a key.').max(200),
  pins: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(z.string().max(100)).optional(),
    )
    .transform((pins) => [...new Set(pins)])
    .refine((pins) => pins.length <= MAX_PINS, `Pin at most ${MAX_PINS} frameworks.`),
})

/** A question that can be asked, and the id of the key that pays, or what is wrong with its fields. */
export type PlaygroundForm =
  | { kind: 'good'; keyId: string; call: ChatCall }
  | { kind: 'bad'; errors: FormErrors }

/** Reads the form as the call that it stands for. */
export function readPlayground(body: unknown, stream: boolean): PlaygroundForm {
  const read = readForm(form, body)
  if (read.kind === 'bad') return read
  const { question, model, key, pins } = read.value
  const call: ChatCall = {
    model,
    messages: [{ role: 'user', content: question }],
    stream,
    includeUsage: stream,
    maxTokens: undefined,
    pins,
    requireGrounding: false,
    receipt: false,
    sampling: {},
    ignored: [],
  }
  return { kind: 'good', keyId: key, call }
}

/** What was typed, to show it again. */
export function playgroundTexts(body: unknown): PlaygroundTexts {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { question, pins } = fields
  const pinned = Array.isArray(pins) ? pins : [pins]
  return {
    question: typeof question === 'string' ? question.slice(0, QUESTION_MAX) : '',
    model: typed(body, 'model'),
    key: typed(body, 'key'),
    pins: pinned.filter((pin) => typeof pin === 'string').slice(0, 200),
  }
}
