import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { checkAnswer } from '../answers.ts'
import type { Answer } from '../exchange.ts'
import { fuzzKind } from '../fuzz-kind.ts'
import { headerText, MARK, oddText } from '../made/odd.ts'
import type { Target } from '../target.ts'
import { hold } from '../violation.ts'

interface PublicCase {
  method: string
  path: string
  query: [name: string, value: string][]
  headers: Record<string, string>
}

const FEEDS = [
  'frameworks',
  'pricing',
  'connect',
  'agents',
  'changelog',
  'logged-out-landings',
  'none',
  '__proto__',
]

const piece = oddText.map((text) => encodeURIComponent(text.toWellFormed()))

const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '/',
      '/frameworks',
      '/frameworks/',
      '/frameworks/dora',
      '/frameworks/DORA',
      '/frameworks/nope',
      '/frameworks/__proto__',
      '/llms.txt',
      '/robots.txt',
      '/sitemap.xml',
      '/favicon.ico',
      '/docs',
      '/docs/',
      '/docs/static/swagger-ui.css',
      '/docs/json',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/metrics',
      '/assets',
      '/assets/',
      '/api/public',
      '/api/public/',
      '/console',
      '/nothing',
      '/frameworks/%00',
      '/%2e%2e/package.json',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/v1/models',
      '/v1/models/svc-fast',
      '/v1/frameworks',
      '/v1/frameworks/dora',
      '/v1/key',
      '/v1/usage',
      '/v1/usage/none',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...FEEDS).map((feed) => `/api/public/${feed}/v1`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('/frameworks/', '/docs/', '/assets/', '/api/public/', '/'), piece)
      .map((two) => two.join('')),
  },
)

const ENCODINGS = [
  'gzip',
  'br',
  'identity',
  '*',
  'gzip;q=0',
  'br;q=1.0, gzip;q=0.5',
  'identity;q=0, *;q=0',
  'deflate',
  ';',
  ',,,',
  'gzip;q=x',
  'x'.repeat(9_000),
]
const TAGS = ['*', '"x"', 'W/"x"', '"', 'W/', '""', ',', 'TAG', 'W/TAG', '"x", TAG', 'TAG,'.repeat(500)]
const RANGES = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=0-',
  'bytes=9-1',
  'bytes=0-99999999999999999999',
  'bytes=0-0,1-1',
  'bytes=',
  'x=1-2',
  '-',
]
const DATES = ['Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x', '0', '']

const cases: fc.Arbitrary<PublicCase> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
  path,
  query: fc.array(fc.tuple(fc.constantFrom('q', 'q', 'after', 'limit', 'x', '__proto__', ''), oddText), {
    maxLength: 2,
  }),
  headers: fc.record(
    {
      'accept-encoding': fc.oneof(fc.constantFrom(...ENCODINGS), headerText),
      'if-none-match': fc.oneof(fc.constantFrom(...TAGS), headerText),
      'if-modified-since': fc.oneof(fc.constantFrom(...DATES), headerText),
      range: fc.oneof(fc.constantFrom(...RANGES), headerText),
      accept: headerText,
      'cache-control': fc.constantFrom('no-cache', 'max-age=0', 'x'),
      cookie: headerText,
      origin: fc.constantFrom('null', 'https://elsewhere.example', ''),
    },
    { requiredKeys: [] },
  ),
})

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

/** The text of an answer, decoded as its headers say. */
function textOf({ headers, body }: Answer): string {
  const encoding = headers['content-encoding']
  if (encoding === undefined || body.length === 0) return body.toString()
  const decode = DECODERS[encoding]
  hold(decode !== undefined, `an encoding that nobody asked for: ${encoding}`)
  return decode(body).toString()
}

async function prepare(target: Target): Promise<(one: PublicCase) => Promise<string[]>> {
  const tags = new Map<string, string>()
  return async ({ method, path, query, headers }) => {
    const search = query
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&')
    const tag = tags.get(path) ?? '"none"'
    const named = {
      ...headers,
      ...(headers['if-none-match'] && { 'if-none-match': headers['if-none-match'].replaceAll('TAG', tag) }),
    }
    const full = search === '' ? path : `${path}?${search}`
    const answer = await target.client.ask({
      method,
      path: full,
      headers: { authorization: `Bearer ${target.service.key}`, ...named },
    })
    const outcome = checkAnswer(answer, { method, path: full })
    if (answer.headers.etag !== undefined) tags.set(path, answer.headers.etag)
    hold(!textOf(answer).includes(MARK), `a text came out of ${full} as it went in`)
    checkLocation(answer)
    await target.settled()
    return [outcome]
  }
}

/** A redirect stays on this host. */
export function checkLocation({ headers: { location } }: Answer): void {
  hold(location === undefined || /^\/(?![/\\])/.test(location), `a redirect to ${location}`)
}

/** What is only read: feeds, front door, reference, health, lists of the model API. */
export const publicKind = fuzzKind({ name: 'public', share: 90, upstream: true, cases, prepare })
