import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ERRORS } from '../../../src/plugins/json-surface/errors.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { ask } from '../feeds/feed-client.ts'
import { eventually } from '../../support/eventually.ts'

/** A text that only a caller could have put anywhere. */
const MARKER = 'zebra-crossing-7731'

const clock = new FakeClock()
let service: Service
beforeAll(async () => {
  service = await startService({}, { clock })
})
afterAll(() => service.close())

const get = async (path: string): Promise<[number, unknown]> => {
  const response = await fetch(service.url + path)
  return [response.status, await response.json()]
}

/** The lines of one metric, once the requests before have all been counted. */
const metric = async (name: string): Promise<string[]> => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith(name))
}

/** The built-in responder answers, and there is no EU path. */
const READY = { status: 'ready', upstreams: { global: { circuit: 'closed' } } }

describe('metrics', () => {
  test('are text for Prometheus', async () => {
    const response = await fetch(`${service.url}/metrics`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await response.text()).match(/^# TYPE svc_\w+ \w+$/gm)?.sort()).toEqual([
      '# TYPE svc_body_bytes gauge',
      '# TYPE svc_calls_total counter',
      '# TYPE svc_calls_turned_away_total counter',
      '# TYPE svc_cost_micro_usd_total counter',
      '# TYPE svc_errors_total counter',
      '# TYPE svc_late_settlements_total counter',
      '# TYPE svc_reply_bytes gauge',
      '# TYPE svc_request_duration_seconds histogram',
      '# TYPE svc_requests_total counter',
      '# TYPE svc_running_calls gauge',
      '# TYPE svc_spend_alerts_total counter',
      '# TYPE svc_swept_holds_total counter',
      '# TYPE svc_tokens_total counter',
      '# TYPE svc_uncollected_micro_usd_total counter',
      '# TYPE svc_upstream_circuit_open gauge',
      '# TYPE svc_upstream_failures_total counter',
      '# TYPE svc_waiting_calls gauge',
      '# TYPE svc_waiting_settlements gauge',
    ])
  })

  test('begin at zero for what has a name and has not come yet, so that the first one is a rise', async () => {
    const codes = await metric('svc_errors_total')
    expect(codes).toHaveLength(Object.keys(ERRORS).length)
    expect(codes).toContain('svc_errors_total{code="internal_error"} 0')
    expect((await metric('svc_spend_alerts_total')).sort()).toEqual(
      ['credit', 'spend_limit'].flatMap((kind) =>
        ['100', '50', '80'].map((percent) => `svc_spend_alerts_total{kind="${kind}",percent="${percent}"} 0`),
      ),
    )
  })

  test('count each request by route pattern, method and status', async () => {
    await get('/healthz')
    await get('/healthz')
    await service.call('GET', '/v1/models/svc-fast')
    await service.call('GET', '/v1/models/svc-slow')
    await eventually(async () => {
      expect(await metric('svc_requests_total')).toEqual(
        expect.arrayContaining([
          'svc_requests_total{route="/healthz",method="GET",status="200"} 2',
          'svc_requests_total{route="/v1/models/:id",method="GET",status="200"} 1',
          'svc_requests_total{route="/v1/models/:id",method="GET",status="404"} 1',
        ]),
      )
      expect(await metric('svc_errors_total')).toContain('svc_errors_total{code="model_not_found"} 1')
      expect(await metric('svc_request_duration_seconds_count')).toContain(
        'svc_request_duration_seconds_count{route="/healthz"} 2',
      )
    })
  })

  test('agree with the usage history on calls, tokens and charges', async () => {
    const answer = await service.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: `What does NIS2 say on incident reporting? ${MARKER}` }],
    })
    const { id } = (await answer.json()) as { id: string }
    const record = (await (await service.call('GET', `/v1/usage/${id}`)).json()) as {
      status: string
      prompt_tokens: number
      completion_tokens: number
      cost_usd: number
    }
    expect(record.cost_usd).toBeGreaterThan(0)
    await eventually(async () => {
      expect(await metric('svc_calls_total')).toEqual([
        `svc_calls_total{model="svc-fast",outcome="${record.status}"} 1`,
      ])
    })
    expect(await metric('svc_tokens_total')).toEqual([
      `svc_tokens_total{model="svc-fast",direction="prompt"} ${record.prompt_tokens}`,
      `svc_tokens_total{model="svc-fast",direction="completion"} ${record.completion_tokens}`,
    ])
    expect(await metric('svc_cost_micro_usd_total')).toEqual([
      `svc_cost_micro_usd_total{model="svc-fast"} ${Math.round(record.cost_usd * 1_000_000)}`,
    ])
    expect(await metric('svc_running_calls')).toEqual(['svc_running_calls 0'])
  })

  test('never show a text of a caller', async () => {
    const messages = [{ role: 'user', content: MARKER }]
    const post = (body: unknown, headers?: Record<string, string>) =>
      service.call('POST', '/v1/chat/completions', body, headers)
    const answers = await Promise.all([
      get(`/${MARKER}`),
      get(`/api/public/${MARKER}/v1`),
      service.call('GET', `/v1/${MARKER}`),
      service.call('GET', `/v1/models/${MARKER}`),
      service.call('GET', `/v1/frameworks/${MARKER}`),
      service.call('GET', `/v1/usage/${MARKER}`),
      service.call('GET', `/v1/usage?after=${MARKER}&limit=${MARKER}`),
      service.call('GET', '/v1/key', undefined, { authorization: `Bearer sk-svc-${MARKER}` }),
      service.call('GET', '/v1/key', undefined, { 'x-request-id': MARKER, 'user-agent': MARKER }),
      post({ model: MARKER, messages }),
      post({ model: 'svc-fast', messages, svc: { frameworks: [MARKER] } }),
      post({ model: 'svc-fast', messages, [MARKER]: MARKER, user: MARKER }),
      post({ model: 'svc-fast', messages: [{ role: MARKER, content: MARKER }] }),
      post(`{"${MARKER}`),
      ask(`${service.url}/healthz?${MARKER}`),
    ])
    await eventually(async () => {
      const counted = (await metric('svc_requests_total')).join('\n')
      expect(counted).toContain('route="/v1/usage/:id",method="GET",status="404"')
      expect(counted).toContain('route="(none)",method="GET",status="404"')
      expect(counted).toContain('route="/v1/chat/completions",method="POST",status="404"')
    })
    const text = await (await fetch(`${service.url}/metrics`)).text()
    expect(answers).toHaveLength(15)
    expect(text).not.toContain(MARKER)
    const routes = [...text.matchAll(/route="([^"]*)"/g)].map((match) => match[1] ?? '')
    expect([...new Set(routes)].sort()).toEqual([
      '(none)',
      '/healthz',
      '/metrics',
      '/v1/chat/completions',
      '/v1/frameworks/:id',
      '/v1/key',
      '/v1/models/:id',
      '/v1/usage',
      '/v1/usage/:id',
    ])
  })
})

// In this order: a service that drains never stops draining.
describe('health', () => {
  test('a running service is alive and ready', async () => {
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await get('/readyz')).toEqual([200, READY])
  })

  test('a store that takes no write makes it unready, not dead, until it does again', async () => {
    const tryWrite = vi
      .spyOn(service.parts.store, 'tryWrite')
      .mockRejectedValue(new Error(`${MARKER} is locked`))
    clock.advance(1_000)
    const [status, body] = await get('/readyz')
    expect([status, body]).toEqual([503, { status: 'store_unavailable' }])
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
    tryWrite.mockRestore()
    clock.advance(1_000)
    expect(await get('/readyz')).toEqual([200, READY])
    expect(service.logs.join('\n')).not.toContain(MARKER)
  })

  test('a draining service is alive, not ready, and takes no new calls, with or without a key', async () => {
    service.drain()
    expect(await get('/readyz')).toEqual([503, { status: 'draining' }])
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
    const refused = await service.call('GET', '/v1/models')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ error: { code: 'server_draining', type: 'api_error' } })
    expect((await fetch(`${service.url}/metrics`)).status).toBe(200)
  })
})
