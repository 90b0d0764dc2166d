import { schemaErrors } from '../../support/openai-schema.ts'
import { checkAnswer, fieldsOf, parsed, readEnd } from '../answers.ts'
import type { Answer } from '../exchange.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'

/** Who pays for calls. */
export interface Payer {
  accountId: string
  /** The header that shows the key. */
  authorization: string
}

/** An account of its own with one key. */
export async function newPayer(
  { service: { admin } }: Target,
  creditUsd: number,
  limits: Readonly<Record<string, number>> = {},
): Promise<Payer> {
  const account = await admin<{ id: string }>('POST', '/accounts', { name: 'Payer', credit_usd: creditUsd })
  const body = { name: 'Key', spend_limits_usd: limits }
  const { key } = await admin<{ key: string }>('POST', `/accounts/${account.id}/keys`, body)
  return { accountId: account.id, authorization: `Bearer ${key}` }
}

/** What a call told: how it ended, and what it said to cost, in micro-dollars. */
export interface Told {
  outcome: string
  content: string
  costMicros: number
}

/** Reads the answer of a call, plain or streamed, after a look at what it promises. */
export function readCall(answer: Answer, path: string, explained: readonly string[]): Told {
  const outcome = checkAnswer(answer, { method: 'POST', path, explained })
  if (answer.status !== 200) return { outcome, content: '', costMicros: 0 }
  const text = answer.body.toString()
  if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
    const { error, content, frames } = readEnd(text)
    if (error !== undefined) return { outcome: `200 then ${error}`, content, costMicros: 0 }
    for (const frame of frames) checkSchema('CreateChatCompletionStreamResponse', frame)
    const last = frames.findLast(({ svc }) => svc !== undefined)
    return { outcome: '200 stream', content, costMicros: costOf(last, answer) }
  }
  const body = fieldsOf(parsed(text))
  checkSchema('CreateChatCompletionResponse', body)
  const [choice] = body['choices'] as unknown[]
  const { content } = fieldsOf(fieldsOf(choice)['message'])
  return { outcome: '200 plain', content: String(content), costMicros: costOf(body, answer) }
}

function checkSchema(name: Parameters<typeof schemaErrors>[0], body: unknown): void {
  const errors = schemaErrors(name, body)
  hold(errors.length === 0, `not ${name}: ${errors.join('; ')}`)
}

/** What a whole answer says that it cost; never more than its header said before. */
function costOf(body: unknown, { headers }: Answer): number {
  const { cost_usd: cost } = fieldsOf(fieldsOf(body)['svc'])
  const most = Number(headers['x-svc-cost-max'])
  hold(typeof cost === 'number' && cost >= 0 && cost <= most, `cost ${String(cost)} of at most ${most}`)
  return Math.round(cost * 1_000_000)
}
