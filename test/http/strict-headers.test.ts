import { Agent, request as send, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../src/plugins/pages/page-surface.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { ADMIN_TOKEN, startService, type Service } from '../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { answersIn, wire } from './wire.ts'

/** Every kind of answer, under the headers that it must have. One service is reached by https, as its proxy's people see it. */

let plain: Service
let secure: Service
let apart: Service
let upstream: UpstreamServer
let browser: ConsoleClient
beforeAll(async () => {
  upstream = await startUpstream(json(completion('Good.')))
  const environment = { UPSTREAM_BASE_URL: upstream.url, BODY_LIMIT_BYTES: '65536' }
  ;[plain, secure, apart] = await Promise.all([
    startService(environment),
    startService({ ...environment, PLATFORM_URL: 'https://platform.example.com/console' }),
    startService({ ...environment, ADMIN_PORT: '9090', BASE_URL: 'https://svc.example.com' }),
  ])
  browser = new ConsoleClient(plain)
  await browser.signIn('ada@example.com')
})
afterAll(async () => {
  await Promise.all([plain.close(), secure.close(), apart.close()])
  await upstream.close()
})

/** Nothing runs, frames or embeds it, nothing learns of it, nobody keeps it. */
const STRICT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const CACHED = 'public, max-age=300, stale-while-revalidate=86400'
/** Read by scripts of any site, as the feeds are for. */
const FEED = {
  ...STRICT,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': CACHED,
}
const PAGE = {
  ...STRICT,
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}
const REFERENCE = {
  ...STRICT,
  'content-security-policy': expect.stringMatching(/^default-src 'self'; .*frame-ancestors 'self'/),
  'cache-control': expect.any(String),
}

type Headers = Record<string, string>
interface Asked {
  method?: string
  headers?: Headers
  body?: string
}

const CALL = { model: 'svc-fast', messages: [{ role: 'user', content: 'Hello' }] }
const JSON_TYPE = { 'content-type': 'application/json' }
const as = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const post = (headers: Headers, body: unknown = CALL): Asked => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
})
const caller = (): Headers => as(plain.key)
const operator = (): Headers => as(ADMIN_TOKEN)

/** What is asked, the status of its answer, and what the answer carries. */
const ANSWERS: [
  what: string,
  path: string,
  asked: () => Asked | Promise<Asked>,
  status: number,
  carries: object,
][] = [
  ['health', '/healthz', () => ({}), 200, STRICT],
  ['readiness', '/readyz', () => ({}), 200, STRICT],
  ['metrics', '/metrics', () => ({}), 200, STRICT],
  ['an unknown path', '/nothing', () => ({}), 404, STRICT],
  ['a path that cannot be read', '/api/public/%', () => ({}), 400, STRICT],
  ['an expectation nobody meets', '/healthz', () => ({ headers: { expect: 'tea' } }), 417, STRICT],
  ['the reference as JSON', '/openapi.json', () => ({}), 200, STRICT],
  ['the reference', '/docs/', () => ({}), 200, REFERENCE],
  ['a file of the reference', '/docs/static/swagger-ui.css', () => ({}), 200, REFERENCE],
  ['no file of the reference', '/docs/static/nothing', () => ({}), 404, STRICT],

  ['a feed', '/api/public/frameworks/v1', () => ({}), 200, FEED],
  ['a feed that is made anew', '/api/public/logged-out-landings/v1', () => ({}), 200, FEED],
  ['the head of a feed', '/api/public/frameworks/v1', () => ({ method: 'HEAD' }), 200, FEED],
  ['a feed that did not change', '/api/public/frameworks/v1', unchanged, 304, FEED],
  [
    'a feed that is written to',
    '/api/public/frameworks/v1',
    () => ({ method: 'PUT' }),
    405,
    { ...FEED, 'cache-control': 'no-store' },
  ],
  ['no feed', '/api/public/nothing', () => ({}), 404, { ...FEED, 'cache-control': 'no-store' }],

  ['a list of the API', '/v1/models', () => ({ headers: caller() }), 200, STRICT],
  ['an unknown key', '/v1/models', () => ({ headers: as('sk-svc-unknown') }), 401, STRICT],
  ['an unknown path of the API', '/v1/nothing', () => ({ headers: caller() }), 404, STRICT],
  ['another method', '/v1/models', () => ({ method: 'PUT', headers: caller() }), 405, STRICT],
  ['a call', '/v1/chat/completions', () => post(caller()), 200, STRICT],
  [
    'a stream',
    '/v1/chat/completions',
    () => post(caller(), { ...CALL, stream: true }),
    200,
    { ...STRICT, 'cache-control': 'no-store, no-cache, no-transform' },
  ],
  ['a preflight', '/v1/chat/completions/preflight', () => post(caller()), 200, STRICT],
  ['a refused call', '/v1/chat/completions', () => post(caller(), {}), 400, STRICT],
  ['a large body', '/v1/chat/completions', () => post(caller(), 'x'.repeat(65_536)), 413, STRICT],
  ['another type', '/v1/chat/completions', () => post({ ...caller(), ...CSV_TYPE }), 415, STRICT],

  ['the operator API', '/admin/v1/accounts', () => ({ headers: operator() }), 200, STRICT],
  ['a wrong token', '/admin/v1/accounts', () => ({ headers: as('no') }), 401, STRICT],
  ['an unknown path of the operator API', '/admin/v1/nothing', () => ({ headers: operator() }), 404, STRICT],

  ['the front page', '/', () => ({}), 200, { ...PAGE, 'cache-control': CACHED }],
  ['a search', '/frameworks?q=dora', () => ({}), 200, PAGE],
  ['a page that is not there', '/frameworks/nothing', () => ({}), 404, PAGE],
  ['a redirect', '/frameworks/', () => ({}), 308, PAGE],
  ['a text for crawlers', '/robots.txt', () => ({}), 200, { ...PAGE, 'cache-control': CACHED }],
  ['the mark, elsewhere', '/favicon.ico', () => ({}), 308, { ...PAGE, 'cache-control': CACHED }],
  ['no sheet', '/assets/old/pages.css', () => ({}), 404, STRICT],
  ['the sign-in', '/console/sign-in', () => ({}), 200, PAGE],
  ['the way to the sign-in', '/console/keys', () => ({}), 303, PAGE],
  ['a form of another site', '/console/sign-in', () => ({ method: 'POST' }), 403, PAGE],
  ['a page of the console', '/console/keys', signedIn, 200, PAGE],
  ['a page that the console has not', '/console/nothing', signedIn, 404, PAGE],
  ['the playground', '/console/playground', signedIn, 200, PAGE],
  ['usage as a file', '/console/usage.csv', signedIn, 200, PAGE],
]

const CSV_TYPE = { 'content-type': 'text/csv' }

async function unchanged(): Promise<Asked> {
  const first = await fetch(`${plain.url}/api/public/frameworks/v1`, {
    headers: { 'accept-encoding': 'identity' },
  })
  await first.arrayBuffer()
  return { headers: { 'accept-encoding': 'identity', 'if-none-match': first.headers.get('etag') ?? '' } }
}

function signedIn(): Asked {
  return { headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } }
}

/** Asks by Node's own client, which adds nothing and follows nothing. */
function ask(url: string, { method = 'GET', headers = {}, body }: Asked, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = send(url, { method, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
    })
    asked.on('error', reject).end(body)
  })
}
interface Answer {
  status: number
  headers: IncomingHttpHeaders
}

describe('strict headers', () => {
  test.each(ANSWERS)('%s: %s', async (_what, path, asked, status, carries) => {
    const answer = await ask(plain.url + path, await asked())
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...carries, 'x-request-id': expect.stringMatching(/^req_/) })
    // Nobody reaches this one by https.
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test('a sheet is kept for ever, by browsers on our own pages', async () => {
    const page = await (await fetch(plain.url)).text()
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? ''
    const answer = await ask(plain.url + sheet, {})
    expect(answer.headers).toMatchObject({
      ...STRICT,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('a call that is turned away before it is read', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const url = `${plain.url}/v1/chat/completions`
    expect((await ask(url, post(caller()), agent)).status).toBe(200)
    const refuses = vi.spyOn(plain.parts.gate, 'refusesAtOnce').mockReturnValue(true)
    const answer = await ask(url, post(caller()), agent)
    refuses.mockRestore()
    agent.destroy()
    expect(answer).toMatchObject({ status: 503, headers: STRICT })
  })

  test.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['headers beyond their size', `GET / HTTP/1.1\r\nHost: svc\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ])('%s', async (_what, bytes, status) => {
    for (const service of [plain, secure]) {
      const { socket, heard } = await wire(service, bytes)
      const [answer] = answersIn(await heard(/\}$/))
      socket.destroy()
      const lines = (answer?.head ?? '').split('\r\n')
      const wanted = Object.entries(STRICT).map(([name, value]) => `${name}: ${value}`)
      expect(answer?.status).toBe(status)
      expect(lines).toEqual(expect.arrayContaining(wanted))
      expect(lines.includes('strict-transport-security: max-age=31536000')).toBe(service === secure)
    }
  })
})

describe('where people come by https', () => {
  const HSTS = { 'strict-transport-security': 'max-age=31536000' }

  test.each(['/', '/healthz', '/v1/models', '/api/public/frameworks/v1', '/console/sign-in', '/nothing'])(
    'browsers are told to use nothing else: %s',
    async (path) => {
      expect((await ask(secure.url + path, {})).headers).toMatchObject(HSTS)
      expect((await ask(apart.url + path, {})).headers).toMatchObject(HSTS)
    },
  )

  test('but not on the port of the operator, which no proxy stands before', async () => {
    for (const path of ['/healthz', '/metrics', '/admin/v1/accounts', '/nothing']) {
      const { headers } = await ask(apart.adminUrl + path, {})
      expect(headers).toMatchObject(STRICT)
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })
})
