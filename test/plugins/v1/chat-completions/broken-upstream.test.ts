import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'

const FAILURES_TO_OPEN = 10
const messages = [{ role: 'user', content: 'What does DORA ask?' }]

let global: UpstreamServer
let eu: UpstreamServer
let service: Service
let clock: FakeClock

beforeEach(async () => {
  global = await startUpstream(refusesUs)
  eu = await startUpstream(json(completion('Art. 17.')))
  clock = new FakeClock()
  service = await startService({ UPSTREAM_BASE_URL: global.url, UPSTREAM_EU_BASE_URL: eu.url }, { clock })
})
afterEach(async () => {
  await service.close()
  await Promise.all([global.close(), eu.close()])
})

/** Fails without being asked again. */
const refusesUs: Answer = json({ error: { message: 'wrong key' } }, 401)
const hangs: Answer = () => undefined

const call = (model = 'svc-fast', path = '/v1/chat/completions') =>
  service.call('POST', path, { model, messages })

async function open(model?: string): Promise<void> {
  for (let time = 0; time < FAILURES_TO_OPEN; time += 1) await call(model)
}

const metric = async (name: string): Promise<string[]> => {
  const text = await (await service.call('GET', '/metrics')).text()
  return text.split('\n').filter((line) => line.startsWith(`${name}{`))
}

const circuits = async (): Promise<unknown> => {
  const ready = await service.call('GET', '/readyz')
  return [ready.status, ((await ready.json()) as { upstreams: unknown }).upstreams]
}

describe('an upstream that fails again and again', () => {
  test('is asked by one call at a time, and the others are refused at once, free of charge', async () => {
    await open()
    global.answer(hangs)
    const asked = global.calls.length
    const probe = new AbortController()
    const probing = fetch(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'svc-fast', messages }),
      signal: probe.signal,
    }).catch(() => undefined)
    await expect.poll(() => global.calls.length).toBe(asked + 1)
    const refused = await Promise.all([call(), call(), call()])
    expect(refused.map(({ status }) => status)).toEqual([502, 502, 502])
    expect(await refused[0]?.json()).toMatchObject({
      error: { type: 'api_error', code: 'upstream_unavailable' },
    })
    expect(global.calls).toHaveLength(asked + 1)
    expect(service.logs.filter((line) => line.includes('"errorReason":"circuit_open"'))).toHaveLength(3)
    clock.advance(1_000)
    void call().catch(() => undefined)
    await expect.poll(() => global.calls.length).toBe(asked + 2)
    probe.abort()
    await probing
    expect((await service.parts.store.getAccount('acct_demo'))?.balanceMicros).toBe(10_000_000)
  })

  test('serves everybody again with its first answer', async () => {
    await open()
    global.answer(json(completion('Art. 17.')))
    expect((await call()).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => call()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  test('is told by /readyz and /metrics, and leaves the instance ready', async () => {
    expect(await circuits()).toEqual([200, { global: { circuit: 'closed' }, eu: { circuit: 'closed' } }])
    await open()
    expect(await circuits()).toEqual([200, { global: { circuit: 'open' }, eu: { circuit: 'closed' } }])
    expect(await metric('svc_upstream_circuit_open')).toEqual([
      'svc_upstream_circuit_open{path="global"} 1',
      'svc_upstream_circuit_open{path="eu"} 0',
    ])
    expect(await metric('svc_upstream_failures_total')).toEqual([
      `svc_upstream_failures_total{path="global"} ${FAILURES_TO_OPEN}`,
      'svc_upstream_failures_total{path="eu"} 0',
    ])
  })

  test('leaves the other path as it is', async () => {
    await open()
    expect((await call('svc-fast-eu')).status).toBe(200)
    global.answer(json(completion('Art. 17.')))
    eu.answer(refusesUs)
    await open('svc-fast-eu')
    eu.answer(hangs)
    void call('svc-fast-eu').catch(() => undefined)
    await expect.poll(() => eu.calls.length).toBe(FAILURES_TO_OPEN + 2)
    const refused = await call('svc-fast-eu')
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { code: 'eu_path_unavailable' } },
    ])
    expect((await call()).status).toBe(200)
  })

  test('does not count what is wrong with the request', async () => {
    global.answer(json({ error: { message: 'bad temperature' } }, 400))
    for (let time = 0; time < FAILURES_TO_OPEN + 1; time += 1) {
      await service.call('POST', '/v1/chat/completions', { model: 'svc-fast', messages, temperature: 1.5 })
    }
    expect(await circuits()).toMatchObject([200, { global: { circuit: 'closed' } }])
  })

  test('nor that it has too much to do', async () => {
    global.answer(json({ error: { message: 'slow down' } }, 429))
    await open()
    expect(await circuits()).toMatchObject([200, { global: { circuit: 'closed' } }])
  })
})
