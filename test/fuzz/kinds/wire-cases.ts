import * as fc from 'fast-check'
import { changedBytes, sometimesBytes, type ByteChange } from '../made/bytes.ts'
import { oddText } from '../made/odd.ts'

interface RawRequest {
  method: string
  path: string
  version: string
  headers: [name: string, value: string][]
  body: string
}

/** What is sent on one connection. */
export interface WireCase {
  requests: RawRequest[]
  bytes: ByteChange[]
  /** Where the bytes are cut into writes. */
  cuts: number[]
}

const KEY = 'sk-svc-fuzz-demo-key'

const BODY = JSON.stringify({ model: 'svc-fast', messages: [{ role: 'user', content: 'Hello' }] })
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

const latin1 = oddText.map((text) => Buffer.from(text).toString('latin1'))
/** What a header may hold at all: anything else is the business of the changes of bytes. */
const headerValue = latin1.map((text) => text.replaceAll(/[\r\n\0]/g, ''))

const authorization = fc.oneof(
  { weight: 16, arbitrary: fc.constant(`Bearer ${KEY}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      `bearer ${KEY}`,
      `BEARER\t${KEY}`,
      `Bearer  ${KEY} `,
      KEY,
      `Basic ${KEY}`,
      `Bearer ${KEY}, Bearer x`,
      'Bearer sk-svc-',
      `Bearer ${KEY.toUpperCase()}`,
      `Bearer ${'x'.repeat(8_000)}`,
      'Bearer sk-svc-\xff',
    ),
  },
  { weight: 1, arbitrary: headerValue },
)

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;charset=utf-16',
      'text/plain',
      '',
      'application/json, text/plain',
      'application/vnd.api+json',
      ';',
      'application/json; x="',
      'multipart/form-data; boundary=x',
    ),
  ),
  fc.tuple(
    fc.constant('content-length'),
    fc.constantFrom(
      String(BODY.length),
      '0',
      '1',
      '-1',
      '+5',
      '0x10',
      '1e3',
      '99999999999',
      '99999999999999999999',
      '5, 5',
      '',
      ' 7',
    ),
  ),
  fc.tuple(
    fc.constant('transfer-encoding'),
    fc.constantFrom('chunked', 'Chunked', 'identity', 'gzip, chunked', 'chunked, identity', 'xchunked', ''),
  ),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'br', 'identity', 'x')),
  fc.tuple(
    fc.constant('expect'),
    fc.constantFrom('100-continue', '100-Continue', '200-ok', '', 'x'.repeat(500)),
  ),
  fc.tuple(fc.constant('connection'), fc.constantFrom('close', 'keep-alive', 'upgrade', 'x, close', '')),
  fc.tuple(fc.constant('upgrade'), fc.constantFrom('h2c', 'websocket')),
  fc.tuple(fc.constant('host'), fc.constantFrom('svc', '', 'a b', 'svc:99999', '[::1', 'x'.repeat(300))),
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'x-forwarded-for',
      'x-http-method-override',
      'idempotency-key',
      'trailer',
      'te',
      'cookie',
      'origin',
      'range',
    ),
    headerValue,
  ),
  fc.tuple(fc.constantFrom('x'), fc.constantFrom('x'.repeat(15_000), 'x'.repeat(20_000))),
  fc.tuple(fc.constantFrom('', ' ', 'a b', 'x\x00y', '__proto__', 'constructor'), fc.constant('1')),
)

const METHODS = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'CONNECT',
  'QUERY',
  'PROPFIND',
  'get',
  'FOO',
  'M-SEARCH',
  'PRI',
]

const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('/v1/chat/completions', '/v1/models', '/v1/key'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '/v1',
      '/v1/',
      '/v1//models',
      '/v1/models/',
      '/v1/models/%00',
      '/v1/models/%ff',
      '/v1/models/%',
      '/v1/%2e%2e/admin',
      '/V1/models',
      '/v1/usage?limit=%00',
      '/v1/usage?after=%00&limit=1',
      '/v1/usage/%00',
      '/v1/frameworks/__proto__',
      '/v1/responses',
      '/v1?x',
      '/admin/v1/accounts',
      '/api/public/x',
      '/api/public/limits/v1',
      '/console/keys',
      '/',
      '*',
      '//',
      '/\\',
      '',
      'v1',
      '/#/v1',
      'http://elsewhere.example/v1/models',
      'http://[',
      '/%',
      '/%c0%af',
      '/docs/..%2f..%2fpackage.json',
      '/assets/../x',
      '/metrics',
      '/healthz',
      `/v1/models/${'a'.repeat(300)}`,
      `/v1/${'a'.repeat(9_000)}`,
      `/v1/usage?${'a=1&'.repeat(1_500)}`,
      '/v1/models?a[b]=c&__proto__=1',
    ),
  },
  { weight: 1, arbitrary: latin1.map((text) => `/v1/${text.replaceAll(/[\s\0]/g, '')}`) },
)

const COMPLETIONS = '/v1/chat/completions'

const line: fc.Arbitrary<Pick<RawRequest, 'method' | 'path'>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(COMPLETIONS, `${COMPLETIONS}/preflight`)
      .map((path) => ({ method: 'POST', path })),
  },
  { weight: 3, arbitrary: fc.record({ method: fc.constant('GET'), path }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constant('POST'), path }) },
  { weight: 2, arbitrary: fc.record({ method: fc.constantFrom(...METHODS), path }) },
)

const request: fc.Arbitrary<RawRequest> = fc
  .record({
    line,
    version: fc.oneof(
      { weight: 15, arbitrary: fc.constant('HTTP/1.1') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', '', 'HTTP/1.1 x'),
      },
    ),
    authorization,
    framing: fc.constantFrom('length', 'length', 'length', 'chunked', 'none'),
    more: fc.oneof(
      { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
      { weight: 3, arbitrary: fc.array(header, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(header, { minLength: 2, maxLength: 3 }) },
    ),
  })
  .map(({ line, version, authorization, framing, more }) => ({
    ...line,
    version,
    headers: [
      ['host', 'svc'],
      ['authorization', authorization],
      ['content-type', 'application/json'],
      ...(framing === 'length' ? [['content-length', String(BODY.length)] as [string, string]] : []),
      ...(framing === 'chunked' ? [['transfer-encoding', 'chunked'] as [string, string]] : []),
      ...more,
    ],
    body: framing === 'length' ? BODY : framing === 'chunked' ? CHUNKED : '',
  }))

/** Good requests, changed in their lines, headers and bytes. */
export const wireCases: fc.Arbitrary<WireCase> = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 3 }),
  bytes: sometimesBytes(25, 3),
  cuts: fc.array(fc.nat({ max: 2_000 }), { maxLength: 3 }),
})

/** The bytes of a case. */
export function bytesOf({ requests, bytes }: WireCase): Buffer {
  const text = requests.map(({ method, path, version, headers, body }) => {
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
    return `${method} ${path} ${version}\r\n${lines.join('')}\r\n${body}`
  })
  return changedBytes(Buffer.from(text.join(''), 'latin1'), bytes)
}
