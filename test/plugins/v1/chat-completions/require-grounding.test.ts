import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { newCustomer } from '../../admin/operator.ts'
import { readRefusal } from '../refusal.ts'
import { Accounts } from './asking.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream((response, call) =>
    (call.body.stream ? sse(stream(['Hi'])) : json(completion('Hi')))(response, call),
  )
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, FAST_CONTEXT_WINDOW: '20000' })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

interface Said {
  svc: { frameworks: { id: string }[]; detection: string; ignored: string[] }
}

const post = (content: string, svc: object = {}, extra: object = {}): Promise<Response> =>
  service.call('POST', '/v1/chat/completions', {
    model: 'svc-thinking',
    messages: [{ role: 'user', content }],
    svc: { require_grounding: true, ...svc },
    ...extra,
  })

const REFUSED = {
  status: 422,
  type: 'invalid_request_error',
  code: 'grounding_required',
  param: 'svc.require_grounding',
}

describe('a call that wants to be grounded and is not gets 422, free of charge', () => {
  /** Longer than the fast model's window leaves beside a module, and short enough without one. */
  const long = 'word '.repeat(15_000)

  test.each<[what: string, content: string, svc?: object, extra?: object]>([
    ['no framework is named', 'How long is a piece of string?'],
    ['a stream, and no framework is named', 'How long is a piece of string?', {}, { stream: true }],
    ['only a control id is named', 'What does A.5.20 require?'],
    ['an empty list of pins', 'Hello', { frameworks: [] }],
    ['only a name that needs a signal', 'Who is Dora?'],
    [
      'only a system message names one',
      '',
      {},
      {
        messages: [
          { role: 'system', content: 'GDPR' },
          { role: 'user', content: 'Hello' },
        ],
      },
    ],
    ['what is named does not fit the window', `${long} GDPR`, {}, { model: 'svc-fast' }],
  ])('%s', async (_what, content, svc, extra) => {
    const accounts = await Accounts.now(service)
    const before = upstream.calls.length
    const refusal = await readRefusal(await post(content, svc, extra))
    expect(refusal).toEqual({ ...REFUSED, message: refusal.message })
    expect(refusal.message).toContain('svc.frameworks')
    expect(upstream.calls.length).toBe(before)
    expect(await accounts.since()).toEqual({ record: undefined, calls: 0, taken: 0, held: 0 })
  })

  test('the same call without the wish is answered', async () => {
    const extra = { model: 'svc-fast' }
    const response = await post(`${long} GDPR`, { require_grounding: false }, extra)
    expect(response.status).toBe(200)
    expect(((await response.json()) as Said).svc).toMatchObject({ frameworks: [], detection: 'none' })
  })
})

describe('a call that is grounded is answered', () => {
  test.each([
    ['by a name', 'What is GDPR?', {}, 'detected'],
    ['by a pin', 'Hello', { frameworks: ['gdpr'] }, 'pinned'],
  ])('%s, plain and streamed', async (_how, content, svc, detection) => {
    const response = await post(content, svc)
    expect(response.status).toBe(200)
    const { svc: said } = (await response.json()) as Said
    expect(said).toMatchObject({ frameworks: [{ id: 'gdpr' }], detection, ignored: [] })
    const streamed = await post(content, svc, { stream: true })
    expect(streamed.headers.get('x-svc-frameworks')).toBe('gdpr')
    expect(await streamed.text()).toMatch(/data: \[DONE\]\s*$/)
  })

  test('where one of two named modules fits', async () => {
    const response = await post('ISO 27001 against CIS Controls v8.1', {}, { model: 'svc-fast' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-svc-frameworks')).toBe('iso-27001')
  })

  test('the wish never reaches the upstream', async () => {
    await (await post('What is GDPR?')).text()
    expect(JSON.stringify(upstream.calls.at(-1)?.body)).not.toContain('require_grounding')
  })
})

test.each([[false], [null]])('require_grounding: %j wishes nothing', async (wish) => {
  expect((await post('Hello', { require_grounding: wish })).status).toBe(200)
})

test.each([['true'], [1], [[]], [{}]])('require_grounding: %j is of a wrong type', async (wish) => {
  expect(await readRefusal(await post('Hello', { require_grounding: wish }))).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code: 'invalid_type',
    param: 'svc.require_grounding',
  })
})

describe('of several faults the first is told', () => {
  test.each<[what: string, code: string, svc: object, extra: object]>([
    ['a refused feature', 'unsupported_value', {}, { n: 2 }],
    ['an unknown model', 'model_not_found', {}, { model: 'gpt' }],
    ['an unknown framework', 'unknown_framework', { frameworks: ['none'] }, {}],
    [
      'pins that do not fit',
      'context_length_exceeded',
      { frameworks: ['iso-27001', 'cis-controls'] },
      { model: 'svc-fast' },
    ],
  ])('%s comes before', async (_what, code, svc, extra) => {
    expect((await readRefusal(await post('Hello', svc, extra))).code).toBe(code)
  })

  test('empty credit and a missing EU path come behind', async () => {
    const customer = await newCustomer(service, 0)
    for (const model of ['svc-fast', 'svc-fast-eu']) {
      const body = {
        model,
        messages: [{ role: 'user', content: 'Hello' }],
        svc: { require_grounding: true },
      }
      const response = await service.call('POST', '/v1/chat/completions', body, customer.auth)
      expect(await readRefusal(response)).toMatchObject(REFUSED)
    }
  })
})
