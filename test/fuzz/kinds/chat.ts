import * as fc from 'fast-check'
import { completion, json, sse, stream, type Answer as Script } from '../../support/upstream-server.ts'
import { checkAnswer, codeOf, fieldsOf, parsed } from '../answers.ts'
import type { Answer } from '../exchange.ts'
import { fuzzKind, type KindOptions } from '../fuzz-kind.ts'
import { changedText, type Change } from '../made/json-tree.ts'
import { changedBytes, sometimesBytes, type ByteChange } from '../made/bytes.ts'
import { changes, oddText } from '../made/odd.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'
import { newPayer, readCall } from './completion.ts'

interface ChatCase {
  body: object
  changes: Change[]
  bytes: ByteChange[]
  payer: 'rich' | 'poor' | 'capped' | 'empty'
}

const text = fc.oneof(
  fc.constantFrom(
    'What does DORA ask of our ICT incident process?',
    'Compare ISO 27001 A.5.15 with SOC 2 CC6.1.',
    'HIPAA, GDPR and NIS2 for a hospital?',
    'Good morning.',
    'Is 164.312 about encryption?',
  ),
  oddText,
)

const role = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('user', 'user', 'system', 'developer', 'assistant') },
  { weight: 1, arbitrary: fc.constantFrom('tool', 'function') },
)
const type = fc.oneof(
  { weight: 30, arbitrary: fc.constant('text') },
  { weight: 1, arbitrary: fc.constant('image_url') },
)

const message = fc.record(
  {
    role,
    content: fc.oneof(
      { weight: 4, arbitrary: text },
      {
        weight: 1,
        arbitrary: fc.array(fc.record({ type, text }), { minLength: 1, maxLength: 3 }),
      },
    ),
    name: fc.constantFrom('ann', '', 'é'),
  },
  { requiredKeys: ['role', 'content'] },
)

const pin = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('dora', 'iso-27001', 'soc-2', 'hipaa', 'gdpr') },
  { weight: 1, arbitrary: fc.constantFrom('nope', 'ISO-27001', '__proto__') },
)

/** Fields that the service takes. */
const taken = fc.record(
  {
    stream: fc.boolean(),
    stream_options: fc.constantFrom({ include_usage: true }, { include_usage: false }, {}, null),
    temperature: fc.constantFrom(0, 0.7, 2, null),
    top_p: fc.constantFrom(0, 0.9, 1),
    presence_penalty: fc.constantFrom(-2, 0, 2),
    n: fc.constantFrom(1, null),
    stop: fc.constantFrom('###', ['a', 'b'], [], null),
    seed: fc.constantFrom(7, -7, Number.MAX_SAFE_INTEGER),
    user: oddText.filter(({ length }) => length <= 1_024),
    response_format: fc.constantFrom({ type: 'text' }, null),
    metadata: fc.constantFrom({ a: 'b' }, {}, null),
    svc: fc.oneof(
      fc.record({ frameworks: fc.array(pin, { maxLength: 10 }) }),
      fc.record({ require_grounding: fc.boolean(), frameworks: fc.constantFrom([], ['dora']) }),
      fc.constant(null),
    ),
  },
  { requiredKeys: [] },
)

/** By either of its names, or by both. */
const limit = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(1, 16, 4_096, 16_384, 16_385, 10_000_000, null)
      .map((max_tokens) => ({ max_tokens })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ max_completion_tokens: 64 }, { max_completion_tokens: 7, max_tokens: 7 }),
  },
)

/** Fields that it refuses, or passes over where they say nothing. */
const refused = fc.constantFrom<Record<string, unknown>>(
  { tools: [{ type: 'function', function: { name: 'f' } }] },
  { tools: [], tool_choice: 'none', functions: null },
  { response_format: { type: 'json_object' } },
  { logprobs: true, top_logprobs: 3 },
  { n: 2 },
  { store: true },
  { modalities: ['text', 'audio'] },
  { modalities: ['text'], store: false, audio: null },
)

/** A body that is accepted, more often than not. */
const body = fc
  .record({
    model: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('svc-fast', 'svc-fast', 'svc-thinking', 'svc-fast-eu') },
      { weight: 1, arbitrary: fc.constant('svc-none') },
    ),
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    taken,
    limit,
    refused: fc.oneof({ weight: 15, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: refused }),
  })
  .map(({ taken, limit, refused, ...rest }) => ({ ...rest, ...taken, ...limit, ...refused }))

const cases: fc.Arbitrary<ChatCase> = fc.record({
  body,
  changes,
  bytes: sometimesBytes(12),
  payer: fc.constantFrom('rich', 'rich', 'rich', 'rich', 'poor', 'capped', 'empty'),
})

const COMPLETIONS = '/v1/chat/completions'
const PREFLIGHT = `${COMPLETIONS}/preflight`

/** What a preflight says of the call: its refusal by code, and the most that it can cost. */
function readPreflight(answer: Answer): { refusal: string | undefined; mostMicros: number } {
  const outcome = checkAnswer(answer, { method: 'POST', path: PREFLIGHT })
  if (answer.status !== 200) return { refusal: outcome.split(' ')[1], mostMicros: 0 }
  const { verdict, cost_max_usd: most } = fieldsOf(parsed(answer.body.toString()))
  const { status, error } = fieldsOf(verdict)
  const refusal = error === null ? undefined : codeOf({ error })
  hold((refusal === undefined) === (status === 200), `a verdict of ${JSON.stringify(verdict)}`)
  hold(most === null || Number.isFinite(most), `at most ${JSON.stringify(most)}`)
  return { refusal, mostMicros: Math.round(Number(most) * 1_000_000) }
}

/** Without its server the EU path is closed, and says so. */
const EXPLAINED = ['eu_path_unavailable']

/** Answers as it was asked to: a stream or one body, with citations, now and then without usage. */
const answered: Script = (response, call) => {
  const usage =
    call.body.max_tokens % 2 === 0 ? { prompt_tokens: 90, completion_tokens: 7, total_tokens: 97 } : null
  const said = 'Access control is A.5.15; see Art. 17 and CC6.1.'
  return call.body.stream
    ? sse(stream([said.slice(0, 20), said.slice(20)], usage))(response, call)
    : json(completion(said, usage))(response, call)
}

async function prepare(target: Target): Promise<(one: ChatCase) => Promise<string[]>> {
  target.upstream.answer(answered)
  const payers = {
    rich: await newPayer(target, 100_000),
    poor: await newPayer(target, 0.004),
    capped: await newPayer(target, 1_000, { hour: 0.5, day: 0.01 }),
    empty: await newPayer(target, 0),
  }
  return async ({ body, changes, bytes, payer }) => {
    const { accountId, authorization } = payers[payer]
    const text = changedBytes(Buffer.from(changedText(body, changes)), bytes)
    const ask = (path: string): Promise<Answer> =>
      target.client.ask({
        method: 'POST',
        path,
        headers: { authorization, 'content-type': 'application/json' },
        body: text,
      })
    const before = await target.balance(accountId)
    const foretold = readPreflight(await ask(PREFLIGHT))
    await target.settled(EXPLAINED)
    hold(before === (await target.balance(accountId)), 'a preflight was charged')
    const told = readCall(await ask(COMPLETIONS), COMPLETIONS, EXPLAINED)
    await target.settled(EXPLAINED)
    const cost = before - (await target.balance(accountId))
    hold(cost === told.costMicros, `${cost} micro-USD were charged and ${told.costMicros} told`)
    const refusal = /^\d+ (?!stream|plain)(\w+)$/.exec(told.outcome)?.[1]
    hold(foretold.refusal === refusal, `${foretold.refusal} was foretold, and ${told.outcome} came`)
    hold(refusal !== undefined || cost <= foretold.mostMicros, `${cost} of at most ${foretold.mostMicros}`)
    return [told.outcome]
  }
}

const common = { cases, prepare } satisfies Partial<KindOptions<ChatCase>>

/** Bodies of chat completions and preflights, answered by an upstream that is well. */
export const chatKind = fuzzKind({ ...common, name: 'chat', share: 240, upstream: true })

/** The same, answered by the built-in responder from texts that are searched, in a window that some prompts do not fit. */
export const builtinChatKind = fuzzKind({
  ...common,
  name: 'chat, built in',
  share: 80,
  environment: {
    FAST_CONTEXT_WINDOW: '4096',
    FAST_MAX_OUTPUT_TOKENS: '2048',
    FAST_DEFAULT_MAX_TOKENS: '1024',
  },
})
