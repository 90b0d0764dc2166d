import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { MODERN_META, modern, startMcp, type McpService } from './mcp-service.ts'

/** The rules of the endpoint, whatever is asked of it. */

const clock = new FakeClock()
let service: McpService
beforeAll(async () => {
  service = await startMcp({ BASE_URL: 'https://svc.example', BODY_LIMIT_BYTES: '300000' }, { clock })
})
afterAll(() => service.close())
// Each test begins with the whole burst.
beforeEach(() => clock.advance(60_000))

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' }

interface RpcAnswer {
  id: unknown
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: { code: string } }
}
const rpc = async (answer: Response): Promise<RpcAnswer> => (await answer.json()) as RpcAnswer

describe('the token', () => {
  test.each(['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])(
    'is looked at before anything else: %s',
    async (method) => {
      const answer = await fetch(service.mcp, { method, headers: { origin: 'https://elsewhere.example' } })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect((await rpc(answer)).error).toMatchObject({ code: -32_000, data: { code: 'invalid_token' } })
    },
  )

  test('of the model API opens nothing here, and the other way round', async () => {
    const here = await service.post(LIST, { token: service.key })
    expect([here.status, (await rpc(here)).error?.data?.code]).toEqual([401, 'invalid_token'])
    const there = await fetch(`${service.url}/v1/models`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    expect(there.status).toBe(401)
  })

  test('that is missing is asked for below the endpoint too', async () => {
    expect((await fetch(`${service.mcp}/sse`)).status).toBe(401)
    const known = await fetch(`${service.mcp}/sse`, { headers: { authorization: `Bearer ${service.token}` } })
    expect([known.status, (await rpc(known)).error?.data?.code]).toEqual([404, 'not_found'])
  })

  test('may be revoked: the next request finds it gone', async () => {
    const { token, id } = await service.newToken()
    expect((await service.post(LIST, { token })).status).toBe(200)
    await service.admin('DELETE', `/accounts/acct_demo/tokens/${id}`)
    expect((await service.post(LIST, { token })).status).toBe(401)
  })
})

describe('what is refused', () => {
  test('a page of another site', async () => {
    const foreign = await service.post(LIST, { headers: { origin: 'https://elsewhere.example' } })
    expect([foreign.status, (await rpc(foreign)).error?.data?.code]).toEqual([403, 'origin_not_allowed'])
    expect((await service.post(LIST, { headers: { origin: 'null' } })).status).toBe(403)
    expect((await service.post(LIST, { headers: { origin: 'https://svc.example' } })).status).toBe(200)
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s, with Allow', async (method) => {
    const answer = await fetch(service.mcp, { method, headers: { authorization: `Bearer ${service.token}` } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await rpc(answer)).error?.data?.code).toBe('method_not_allowed')
  })

  test.each([
    ['a batch', [LIST, LIST], 400, -32_600, 'invalid_value'],
    ['an empty batch', [], 400, -32_600, 'invalid_value'],
    ['no JSON', '{"jsonrpc":', 400, -32_700, 'invalid_json'],
    ['a poisoned body', '{"__proto__":{"x":1}}', 400, -32_700, 'invalid_json'],
    ['a body that is too deep', `${'['.repeat(500)}${']'.repeat(500)}`, 400, -32_600, 'invalid_value'],
  ])('%s', async (_what, body, status, code, own) => {
    const answer = await service.post(body)
    expect(answer.status).toBe(status)
    expect((await rpc(answer)).error).toMatchObject({ code, data: { code: own } })
  })

  test('a body that is too large, and one of another type', async () => {
    const large = await service.post({ ...LIST, params: { x: 'x'.repeat(400_000) } })
    expect([large.status, (await rpc(large)).error?.data?.code]).toEqual([413, 'request_too_large'])
    const other = await service.post('x', { headers: { 'content-type': 'text/plain' } })
    expect([other.status, (await rpc(other)).error?.data?.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    'a text',
    null,
    17,
    {},
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: {} },
  ])('what is no message: %j', async (body) => {
    const answer = await service.post(JSON.stringify(body))
    expect(answer.status).toBe(400)
    expect((await rpc(answer)).error?.code).toBeLessThan(0)
  })

  test('more than the burst, with when to come back', async () => {
    const { token } = await service.newToken()
    const answers = await Promise.all(Array.from({ length: 51 }, () => service.post(LIST, { token })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await rpc(refused[0] as Response)).error?.data?.code).toBe('rate_limit_exceeded')
    clock.advance(100)
    expect((await service.post(LIST, { token })).status).toBe(200)
  })

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/register',
    '/authorize',
    '/token',
  ])('nothing speaks of OAuth: %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(service.url + path, { method })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
    }
  })
})

describe('both revisions', () => {
  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s: a handshake without a session',
    async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const answer = await service.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
      expect((await rpc(answer)).result).toMatchObject({ protocolVersion, serverInfo: { name: 'svc' } })
      const after = await service.post({ jsonrpc: '2.0', method: 'notifications/initialized' })
      expect([after.status, await after.text()]).toEqual([202, ''])
    },
  )

  test('2026-07-28: discovery, and no method that does not exist', async () => {
    const discover = modern('server/discover')
    const found = await service.post(discover.body, { headers: discover.headers })
    expect((await rpc(found)).result).toMatchObject({ supportedVersions: ['2026-07-28'] })
    for (const method of ['nope/nope', 'subscriptions/listen']) {
      const { body, headers } = modern(method)
      const answer = await service.post(body, { headers })
      expect([answer.status, await rpc(answer)]).toMatchObject([404, { id: 1, error: { code: -32_601 } }])
    }
  })

  test.each(['*/*', 'application/json', 'text/html', 'text/event-stream', undefined])(
    'the Accept header may be %s: the answer is JSON',
    async (accept) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      const old = await service.post(LIST, { headers })
      const { body, headers: more } = modern('tools/list')
      const current = await service.post(body, { headers: { ...headers, ...more } })
      for (const answer of [old, current]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ])
      }
      const [one, other] = [await rpc(old), await rpc(current)]
      expect(one.result?.['tools']).toEqual(other.result?.['tools'])
    },
  )

  test('a revision that nobody has is told which there are', async () => {
    const { body } = modern('tools/list')
    const meta = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }
    const answer = await service.post(
      { ...body, params: { _meta: meta } },
      { headers: { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' } },
    )
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await rpc(answer))).toContain('2026-07-28')
  })

  test('a tool that does not exist is an error of the protocol', async () => {
    const answer = await service.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rm' } })
    expect((await rpc(answer)).error).toMatchObject({ code: -32_602 })
  })
})

test('a process that is about to stop takes no more', async () => {
  const other = await startMcp()
  try {
    other.drain()
    const answer = await other.post(LIST)
    expect([answer.status, (await rpc(answer)).error?.data?.code]).toEqual([503, 'server_draining'])
  } finally {
    await other.close()
  }
})
