import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  sse,
  startUpstream,
  type Answer,
  type UpstreamCall,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, ask, fastPrice, funds, micros, QUESTION, Reading } from './asking.ts'

let service: Service
let upstream: UpstreamServer
let accounts: Accounts
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.calls.length = 0
  accounts = await Accounts.now(service)
})

/** A call whose client can leave. */
function leavable(extra: object): { response: Promise<Response>; leave: () => void } {
  const client = new AbortController()
  const response = fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, ...extra }),
    signal: client.signal,
  })
  return { response, leave: () => client.abort() }
}

/** Answers the next call by the script and tells when it has come, and what is held for it then. */
function nextCall(script: Answer): Promise<{ call: UpstreamCall; held: number }> {
  const { promise, resolve } = Promise.withResolvers<{ call: UpstreamCall; held: number }>()
  upstream.answer(async (response, call) => {
    const { held_usd: held } = await funds(service)
    await script(response, call)
    resolve({ call, held: micros(held) })
  })
  return promise
}

/** What a call that its client left came to, once the upstream's connection is closed and the hold has ended. */
async function endOf({ call, held }: { call: UpstreamCall; held: number }): Promise<object> {
  await call.aborted
  await service.parts.running.idle()
  const { record, calls, taken, held: stillHeld } = await accounts.since()
  const { prompt_tokens: prompt = 0, completion_tokens: completion = 0, cost_usd: cost = 0 } = record ?? {}
  const words = await service.parts.tokenizer.count(call.body.messages.map(({ content }) => content))
  return {
    status: record?.status,
    // A chat template adds a little to the words.
    promptCounted: prompt >= words && prompt < words + 64,
    completion,
    pricePaid: taken === fastPrice(prompt, completion) && taken === micros(cost),
    withinHold: taken > 0 && taken <= held,
    calls,
    stillHeld,
  }
}

/** Charged once, for the prompt and that many tokens of answer. */
function charged(completion: number): object {
  return {
    status: 'client_closed',
    promptCounted: true,
    completion,
    pricePaid: true,
    withinHold: true,
    calls: 1,
    stillHeld: 0,
  }
}

const silent: Answer = () => undefined

describe('a client that leaves', () => {
  test.each([
    ['a plain call', { stream: false }],
    ['a stream before its first byte', { stream: true }],
  ])('%s stops the upstream at once and pays for the prompt', async (_name, extra) => {
    const asked = nextCall(silent)
    const { response, leave } = leavable(extra)
    const gone = response.catch((cause: unknown) => cause)
    const call = await asked
    leave()
    expect(await gone).toHaveProperty('name', 'AbortError')
    expect(await endOf(call)).toEqual(charged(0))
  })

  test('a plain call in the middle of its body stops the upstream at once and pays for the prompt', async () => {
    const asked = nextCall((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":[{"message":{"content":"Twice ')
    })
    const { response, leave } = leavable({})
    const gone = response.catch((cause: unknown) => cause)
    const call = await asked
    leave()
    expect(await gone).toHaveProperty('name', 'AbortError')
    expect(await endOf(call)).toEqual(charged(0))
  })

  test('a stream in the middle stops the upstream at once and pays for prompt and text so far', async () => {
    const asked = nextCall(
      sse([chunk({ content: 'Twice half ' }), chunk({ content: 'its length' })], { hang: true }),
    )
    const { response, leave } = leavable({ stream: true })
    const reading = new Reading(await response)
    await reading.until(/its length/)
    leave()
    expect(await endOf(await asked)).toEqual(
      charged(await service.parts.tokenizer.count(['Twice half its length'])),
    )
  })

  test('a stream while the model only reasons pays for prompt and reasoning so far', async () => {
    const thoughts = sse(
      [chunk({ reasoning_content: 'Let me ' }), chunk({ reasoning_content: 'measure.' })],
      {
        hang: true,
      },
    )
    const asked = nextCall(thoughts)
    const { response, leave } = leavable({ stream: true })
    await new Reading(await response).until(/assistant/)
    const call = await asked
    // Two exchanges with the service: it has read the thoughts by then.
    await funds(service)
    await funds(service)
    leave()
    expect(await endOf(call)).toEqual(charged(await service.parts.tokenizer.count(['Let me measure.'])))
  })

  test('a stream whose socket breaks without a goodbye counts as left', async () => {
    const asked = nextCall(sse([chunk({ content: 'Twice' })], { hang: true }))
    const body = JSON.stringify({ ...QUESTION, stream: true })
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.key}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    let seen = ''
    while (!seen.includes('Twice')) seen += String((await once(socket, 'data'))[0])
    socket.resetAndDestroy()
    expect(await endOf(await asked)).toEqual(charged(await service.parts.tokenizer.count(['Twice'])))
  })
})

test('what is charged is never more than what was held, however much had been produced', async () => {
  const text = 'Twice half its length, again and again. '.repeat(200)
  const asked = nextCall(sse([chunk({ content: text })], { hang: true }))
  const { response, leave } = leavable({ stream: true, max_tokens: 1 })
  await new Reading(await response).until(/again/)
  leave()
  const { call, held } = await asked
  await call.aborted
  await service.parts.running.idle()
  const { record, taken, held: stillHeld } = await accounts.since()
  expect({ status: record?.status, taken, stillHeld }).toEqual({
    status: 'client_closed',
    taken: held,
    stillHeld: 0,
  })
})

test('the log has one line for the call, with its outcome and its charge', async () => {
  const asked = nextCall(sse([chunk({ content: 'Twice' })], { hang: true }))
  const { response, leave } = leavable({ stream: true })
  await new Reading(await response).until(/Twice/)
  const from = service.logs.length
  leave()
  await (
    await asked
  ).call.aborted
  await service.parts.running.idle()
  const { record } = await accounts.since()
  const lines = service.logs
    .slice(from)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ route }) => route === '/v1/chat/completions')
  expect(lines).toMatchObject([
    { outcome: 'client_closed', stream: true, costMicros: micros(record?.cost_usd ?? 0) },
  ])
})

test('a client that reads its whole answer and then leaves has not left early', async () => {
  upstream.answer(sse([chunk({ content: 'Twice' }, 'stop'), 'data: [DONE]\n\n']))
  const response = await ask(service, { stream: true }, { connection: 'close' })
  expect(await response.text()).toContain('[DONE]')
  expect((await accounts.since()).record?.status).toBe('completed')
})
