import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRefusal } from '../plugins/v1/refusal.ts'
import { ADMIN_TOKEN, startService, type Service } from '../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { answersIn, head, wire } from './wire.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream(json(completion('Good.')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, BODY_LIMIT_BYTES: '65536' })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** The first answer to these bytes, read as a refusal. */
async function refusalOf(bytes: string): Promise<ReturnType<typeof checkRefusal>> {
  const { heard, socket } = await wire(service, bytes)
  const [answer] = answersIn(await heard(/\}$/))
  socket.destroy()
  const headers = Object.fromEntries(
    (answer?.head ?? '')
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]),
  )
  expect(headers['x-content-type-options']).toBe('nosniff')
  const id = /x-request-id: (\S+)/i.exec(await heard(/\}$/))?.[1]
  return checkRefusal({
    status: answer?.status ?? 0,
    headers: { ...headers, 'x-request-id': id },
    text: answer?.body ?? '',
  })
}

describe('a request that HTTP itself refuses gets the one envelope', () => {
  test.each(['/v1/models', '/healthz', '/nothing', '/docs/'])('without a Host header: %s', async (path) => {
    expect(await refusalOf(`GET ${path} HTTP/1.1\r\n\r\n`)).toMatchObject({
      status: 400,
      code: 'bad_request',
      type: 'invalid_request_error',
    })
  })

  test('an HTTP/1.0 request needs no Host header', async () => {
    const { closed } = await wire(service, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(answersIn(await closed)).toMatchObject([{ status: 200, body: '{"status":"ok"}' }])
  })

  test.each(['200-ok', '100-continue, tea', 'x'])('that expects %s', async (expectation) => {
    expect(await refusalOf(head('GET /healthz', { Expect: expectation }))).toMatchObject({
      status: 417,
      code: 'expectation_failed',
      type: 'invalid_request_error',
    })
  })

  test.each(['NONSENSE', 'GET /v1/models HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\nBad Header\r\n\r\n'])(
    'that is no HTTP: %j',
    async (bytes) => {
      expect(await refusalOf(bytes.padEnd(20, '\0'))).toMatchObject({ status: 400, code: 'bad_request' })
    },
  )

  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, gzip\r\n'],
    ['a folded header', 'X: 1\r\n Content-Length: 4\r\n'],
    ['a line that only feeds', 'X: 1\nContent-Length: 4\r\n'],
  ])('whose body two readers could take for two: %s', async (_what, headers) => {
    const smuggled = 'GET /v1/models HTTP/1.1\r\nHost: svc\r\n\r\n'
    const bytes = `POST /v1/chat/completions HTTP/1.1\r\nHost: svc\r\n${headers}\r\n0\r\n\r\n${smuggled}`
    const { closed } = await wire(service, bytes)
    const answers = answersIn(await closed)
    expect(answers.map(({ status }) => status)).toEqual([400])
  })

  // Node's parser takes these for requests without their being any of HTTP.
  test.each([
    'PRI /v1/key\r\nHost: svc\r\n\r\n',
    'DESCRIBE /v1/key\r\n\r\n',
    'SETUP /v1/key RTSP/1.0\r\nContent-Length: 2\r\n\r\n{}',
    'PLAY rtsp://svc/v1/key RTSP/1.0\r\n\r\n',
  ])('that speaks another protocol, whose connection is closed: %j', async (bytes) => {
    expect(await refusalOf(bytes)).toMatchObject({ status: 400, code: 'bad_request' })
    const { closed } = await wire(service, bytes)
    expect(answersIn(await closed)).toMatchObject([{ status: 400 }])
  })

  test('that asks for the head alone gets the head alone', async () => {
    const { closed, socket } = await wire(service, head(`HEAD /?${'q'.repeat(20_000)}`))
    expect(answersIn(await closed)).toMatchObject([{ status: 431, body: '' }])
    socket.destroy()
  })

  test('whose body ends before its announced length', async () => {
    const bytes = head('POST /v1/chat/completions', {
      Authorization: `Bearer ${service.key}`,
      'Content-Type': 'application/json',
      'Content-Length': '100',
    })
    const { socket, closed } = await wire(service, `${bytes}{"model":`)
    socket.end()
    expect(answersIn(await closed)).toMatchObject([{ status: 400 }])
  })
})

describe('a path of the reference that no file has', () => {
  test.each([
    '/docs/static/../../x',
    '/docs/static/../../../package.json',
    '/docs/static/..%2f..%2fx',
    '/docs/static/%00',
    '/docs/static/a%00b.js',
    '/docs/static/.hidden',
    '/docs/static/nothing.js',
    '/docs/static//x',
  ])('%s is 404, and no fault', async (path) => {
    const from = service.logs.length
    const refusal = await refusalOf(head(`GET ${path}`))
    expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
    const lines = service.logs.slice(from).map((line) => JSON.parse(line) as { level: number })
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })
})

test('an unknown path is 404 before its body is read', async () => {
  const announced = { 'Content-Type': 'application/json', 'Content-Length': '1000' }
  expect(await refusalOf(head('POST /nothing', announced))).toMatchObject({ status: 404, code: 'not_found' })
})

describe('a client that asks before it sends its body', () => {
  const BODY = JSON.stringify({ model: 'svc-fast', messages: [{ role: 'user', content: 'Hello' }] })
  const asking = (headers: Record<string, string>): string =>
    head('POST /v1/chat/completions', {
      'Content-Type': 'application/json',
      'Content-Length': String(BODY.length),
      Authorization: `Bearer ${service.key}`,
      Expect: '100-continue',
      ...headers,
    })

  test('is told to go on once, and then answered', async () => {
    const { socket, heard } = await wire(service, asking({}))
    await heard(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    socket.write(BODY)
    expect(answersIn(await heard(/\}$/)).map(({ status }) => status)).toEqual([100, 200])
    socket.destroy()
  })

  test.each<[string, () => Record<string, string>, number]>([
    ['whose key is unknown', () => ({ Authorization: 'Bearer sk-svc-unknown' }), 401],
    ['whose body is too large', () => ({ 'Content-Length': '65537' }), 413],
    ['whose body is not JSON', () => ({ 'Content-Type': 'text/csv' }), 415],
  ])('%s is refused without being told to go on, and the connection ends', async (_who, headers, status) => {
    const { socket, closed } = await wire(service, asking(headers()))
    expect(answersIn(await closed).map((answer) => answer.status)).toEqual([status])
    socket.destroy()
  })

  test('of the operator is told to go on too', async () => {
    const body = '{"name":"Acme"}'
    const { socket, heard } = await wire(
      service,
      head('POST /admin/v1/accounts', {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        Authorization: `Bearer ${ADMIN_TOKEN}`,
        Expect: '100-continue',
      }),
    )
    await heard(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    socket.write(body)
    expect(answersIn(await heard(/\}$/)).map(({ status }) => status)).toEqual([100, 201])
    socket.destroy()
  })
})
