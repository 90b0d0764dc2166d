import { Agent, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formId } from '../../../../src/plugins/console/form-once.ts'
import { ConsoleClient } from '../../../support/console-client.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'

const CALL = { model: 'svc-fast', messages: [{ role: 'user', content: 'What does DORA ask?' }] }

let upstream: UpstreamServer
let service: Service

async function start(environment: Record<string, string> = {}): Promise<void> {
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, ...environment })
}

beforeEach(async () => {
  upstream = await startUpstream(json(completion('Art. 17.')))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await service.close()
  await upstream.close()
})

/** Begins a stream that does not end, and gives what lets it go. */
async function hold(key = service.key): Promise<() => void> {
  upstream.answer(sse([chunk({ role: 'assistant', content: 'Art. 17' })], { hang: true }))
  const leaving = new AbortController()
  const answer = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...CALL, stream: true }),
    signal: leaving.signal,
  })
  await answer.body?.getReader().read()
  return () => leaving.abort()
}

const usage = () => service.parts.store.listUsage({ accountId: 'acct_demo', limit: 100 })

describe('a call too many', () => {
  test.each([
    ['of all', { RUNNING_CALLS_MAX: '1' }],
    ['of one key', { RUNNING_CALLS_PER_KEY_MAX: '1' }],
  ])(
    '%s is refused while the others run, free of charge, and told when to come again',
    async (_of, limits) => {
      await start(limits)
      const letGo = await hold()
      const refused = await service.call('POST', '/v1/chat/completions', CALL)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await refused.json()).toMatchObject({ error: { type: 'api_error', code: 'server_overloaded' } })
      expect(await usage()).toHaveLength(1)
      letGo()
      upstream.answer(json(completion('Art. 17.')))
      await expect
        .poll(async () => (await service.call('POST', '/v1/chat/completions', CALL)).status, {
          timeout: 30_000,
        })
        .toBe(200)
    },
  )

  test('of one key leaves the other keys theirs', async () => {
    await start({ RUNNING_CALLS_PER_KEY_MAX: '1' })
    const other = await service.parts.keys.create('acct_demo', { name: 'other' })
    const letGo = await hold()
    upstream.answer(json(completion('Art. 17.')))
    const answer = await service.openai({ apiKey: other.secret }).chat.completions.create({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'DORA?' }],
    })
    expect(answer.choices[0]?.message.content).toBe('Art. 17.')
    letGo()
  })

  test('is refused in the playground and the preflight too, and nothing else is', async () => {
    await start({ RUNNING_CALLS_MAX: '1' })
    const ada = new ConsoleClient(service)
    await ada.signIn('ada@example.com')
    const [key] = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 1 })
    const letGo = await hold()
    const played = await ada.post('/console/playground/answer', {
      question: 'DORA?',
      model: 'svc-fast',
      key: key?.id ?? '',
      form: formId(),
    })
    expect([
      played.status,
      (await service.call('POST', '/v1/chat/completions/preflight', CALL)).status,
    ]).toEqual([503, 503])
    const paths = [
      '/healthz',
      '/readyz',
      '/metrics',
      '/v1/models',
      '/v1/usage',
      '/api/public/frameworks/v1',
      '/',
    ]
    const answers = await Promise.all(paths.map((path) => service.call('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    letGo()
  })

  test('is counted', async () => {
    await start({ RUNNING_CALLS_MAX: '1' })
    const letGo = await hold()
    await service.call('POST', '/v1/chat/completions', CALL)
    const metrics = await (await service.call('GET', '/metrics')).text()
    expect(metrics).toMatch(/^svc_calls_turned_away_total 1$/m)
    expect(metrics).toMatch(/^svc_waiting_calls 0$/m)
    expect(service.logs.join('\n')).toContain('"errorReason":"running_calls"')
    letGo()
  })
})

describe('while the queue stands', () => {
  /** One connection, one request behind the other. */
  async function post(agent: Agent, key: string, path = '/v1/chat/completions') {
    const body = JSON.stringify(CALL)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
      (resolve, reject) => {
        const request = send(`${service.url}${path}`, { method: 'POST', agent, headers }, (response) => {
          void text(response).then((read) =>
            resolve({ status: response.statusCode, headers: response.headers, body: read }),
          )
        })
        request.on('error', reject).end(body)
      },
    )
  }

  test('a connection that has shown its key is answered before anything is read, in the one envelope', async () => {
    await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await post(agent, service.key)).status).toBe(200)
    const before = await usage()
    const refuses = vi.spyOn(service.parts.gate, 'refusesAtOnce').mockReturnValue(true)
    const refused = await post(agent, service.key)
    expect(refused.status).toBe(503)
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_\w{20}$/),
    })
    expect(JSON.parse(refused.body)).toEqual({
      error: { message: expect.any(String), type: 'api_error', param: null, code: 'server_overloaded' },
    })
    expect(refuses).toHaveBeenCalledWith(before[0]?.keyId)
    expect(await usage()).toHaveLength(1)
    // The connection goes on, and so do other paths on it.
    expect((await post(agent, service.key, '/v1/nothing')).status).toBe(404)
    refuses.mockReturnValue(false)
    expect((await post(agent, service.key)).status).toBe(200)
    agent.destroy()
  })

  test('another key on the same connection is looked at first, and so is a key on a new one', async () => {
    await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const other = await service.parts.keys.create('acct_demo', { name: 'other' })
    await post(agent, service.key)
    const refuses = vi.spyOn(service.parts.gate, 'refusesAtOnce').mockReturnValue(true)
    expect((await post(agent, other.secret)).status).toBe(200)
    expect((await post(agent, 'sk-svc-unknown')).status).toBe(401)
    expect((await service.call('POST', '/v1/chat/completions', CALL)).status).toBe(200)
    expect(refuses).not.toHaveBeenCalled()
    agent.destroy()
  })
})
