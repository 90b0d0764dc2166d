import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, ask, fastPrice, micros, QUESTION } from './asking.ts'

const SAID = 'Twice half its length.'

let service: Service
let upstream: UpstreamServer
let accounts: Accounts
/** Tokens of the prompt and of what was said, by the service's own count. */
let prompt: number
let said: number
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
  const messages = QUESTION.messages.map(({ content }) => ({ role: 'user' as const, content }))
  prompt = await service.parts.budget.exactPromptTokens([], messages)
  said = await service.parts.tokenizer.count([SAID])
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  accounts = await Accounts.now(service)
})

/** What the last call came to. */
async function charged(): Promise<unknown> {
  const { record, taken } = await accounts.since()
  const { status, prompt_tokens, completion_tokens, cost_usd } = record ?? {}
  expect(taken).toBe(micros(cost_usd ?? -1))
  expect(taken).toBe(status === 'empty' ? 0 : fastPrice(prompt_tokens ?? 0, completion_tokens ?? 0))
  return [status, prompt_tokens, completion_tokens]
}

describe.each([false, true])('an answer with text, stream: %s', (streamed) => {
  test.each<[string, object, () => [number, number]]>([
    ['0 and 0', { prompt_tokens: 0, completion_tokens: 0 }, () => [prompt, said]],
    ['no completion', { prompt_tokens: 100 }, () => [100, said]],
    ['a completion of null', { prompt_tokens: 100, completion_tokens: null }, () => [100, said]],
    ['a completion of 0', { prompt_tokens: 100, completion_tokens: 0 }, () => [100, said]],
    ['no prompt', { completion_tokens: 20 }, () => [prompt, 20]],
    ['a prompt of 0', { prompt_tokens: 0, completion_tokens: 20 }, () => [prompt, 20]],
    ['nothing', {}, () => [prompt, said]],
  ])('whose usage says %s is counted by us where it says nothing sound', async (_name, usage, expected) => {
    upstream.answer(streamed ? sse(stream([SAID], usage)) : json(completion(SAID, usage)))
    const response = await ask(service, { stream: streamed, stream_options: { include_usage: true } })
    const text = await response.text()
    const [promptTokens, completionTokens] = expected()
    expect(await charged()).toEqual(['completed', promptTokens, completionTokens])
    expect(text).toContain(`"prompt_tokens":${promptTokens},"completion_tokens":${completionTokens}`)
  })
})

test('thoughts without a word are produced too: a usage of 0 does not make them free to one who leaves', async () => {
  const leaving = new AbortController()
  upstream.answer(
    sse([chunk({ reasoning_content: SAID }, null, { usage: { prompt_tokens: 100, completion_tokens: 0 } })], {
      hang: true,
    }),
  )
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, stream: true }),
    signal: leaving.signal,
  })
  await response.body?.getReader().read()
  // Two exchanges with the service: it has read the thoughts by then.
  await service.call('GET', '/v1/key')
  await service.call('GET', '/v1/key')
  leaving.abort()
  await upstream.calls.at(-1)?.aborted
  await service.parts.running.idle()
  expect(await charged()).toEqual(['client_closed', 100, said])
})

test('a completion of 0 is believed where nothing was said: an answer without a word is empty and free', async () => {
  upstream.answer(json(completion('', { prompt_tokens: 100, completion_tokens: 0 })))
  const response = await ask(service)
  expect(await response.text()).toContain('"prompt_tokens":100,"completion_tokens":0')
  expect(await charged()).toEqual(['empty', 100, 0])
})
