import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_TOKEN, startService, type Service } from '../../support/start-service.ts'
import { readRefusal } from '../v1/refusal.ts'

/** With `ADMIN_PORT` the operator's surfaces are on a port of their own. */

let service: Service
beforeAll(async () => {
  service = await startService({ ADMIN_PORT: '9090' })
})
afterAll(() => service.close())

const OPERATOR = ['/metrics', '/admin/v1/accounts', '/admin/v1/nothing', '/admin/v1', '/admin']
const PUBLIC = ['/', '/v1/models', '/api/public/frameworks/v1', '/docs/', '/openapi.json', '/console/sign-in']
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

describe('the public port', () => {
  test.each(OPERATOR)('knows no %s, whatever token is shown', async (path) => {
    const answers = await Promise.all([
      fetch(service.url + path),
      fetch(service.url + path, bearer(ADMIN_TOKEN)),
      fetch(service.url + path, { method: 'POST', ...bearer(ADMIN_TOKEN) }),
    ])
    const unknown = await readRefusal(await fetch(`${service.url}/never-there`))
    for (const answer of answers) {
      const { status, code, message } = await readRefusal(answer)
      expect({ status, code, message }).toEqual({
        status: 404,
        code: 'not_found',
        message: unknown.message,
      })
    }
  })

  test.each(PUBLIC)('still has %s', async (path) => {
    expect((await fetch(service.url + path, bearer(service.key))).status).toBe(200)
  })
})

describe("the operator's port", () => {
  test('manages, and what it changes counts on the public one', async () => {
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'Acme', credit_usd: 5 })
    const made = await service.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { name: 'K' })
    const answer = await fetch(`${service.url}/v1/key`, bearer(made.key))
    expect(await answer.json()).toMatchObject({ balance_usd: 5 })
  })

  test('wants the token', async () => {
    const answer = await fetch(`${service.adminUrl}/admin/v1/accounts`, bearer(service.key))
    expect(await readRefusal(answer)).toMatchObject({ status: 401, code: 'invalid_admin_token' })
  })

  test('counts and logs what came to either', async () => {
    await (await fetch(`${service.url}/v1/models/svc-fast`, bearer(service.key))).text()
    const metrics = await fetch(`${service.adminUrl}/metrics`)
    expect(metrics.headers.get('x-request-id')).toMatch(/^req_/)
    expect(await metrics.text()).toContain('route="/v1/models/:id"')
    expect(service.logs.some((line) => line.includes('"route":"/admin/v1/accounts"'))).toBe(true)
  })

  test.each(PUBLIC)('has no %s', async (path) => {
    const answer = await fetch(service.adminUrl + path, bearer(service.key))
    expect(await readRefusal(answer)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('both say whether they are alive and ready', async () => {
  const ports = [service.url, service.adminUrl]
  const ask = async (path: string): Promise<unknown[]> =>
    Promise.all(ports.map(async (port) => (await fetch(port + path)).json()))
  expect(await ask('/healthz')).toEqual([{ status: 'ok' }, { status: 'ok' }])
  expect(await ask('/readyz')).toMatchObject([{ status: 'ready' }, { status: 'ready' }])
  service.drain()
  expect(await ask('/readyz')).toEqual([{ status: 'draining' }, { status: 'draining' }])
})
