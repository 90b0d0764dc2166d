import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../../../src/plugins/json-surface/errors.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { ask, CATALOG_PATH, FEED_PATHS, MARKDOWN_PATHS, readFeed, type MarkdownFeed } from './feed-client.ts'

interface ModelList {
  data: { id: string; svc: Record<string, string | number> }[]
}

/** What differs from one answer to the next. */
const PER_ANSWER = { date: '', 'x-request-id': '' }

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

let service: Service
/** A second instance: started on another day, with other prices, windows and addresses. */
let other: Service
beforeAll(async () => {
  service = await startService()
  other = await startService(
    {
      BASE_URL: 'https://www.example.com',
      API_URL: 'https://api.example.com/v1',
      DOCS_URL: 'https://docs.example.com',
      PLATFORM_URL: 'https://platform.example.com',
      CHAT_URL: 'https://chat.example.com',
      FAST_INPUT_USD_PER_MTOK: '0.123456',
      FAST_OUTPUT_USD_PER_MTOK: '3.25',
      THINKING_INPUT_USD_PER_MTOK: '7',
      THINKING_OUTPUT_USD_PER_MTOK: '11.5',
      FAST_CONTEXT_WINDOW: '65537',
      THINKING_CONTEXT_WINDOW: '200001',
      FAST_DEFAULT_MAX_TOKENS: '2001',
      THINKING_DEFAULT_MAX_TOKENS: '6001',
      FAST_MAX_OUTPUT_TOKENS: '12001',
      THINKING_MAX_OUTPUT_TOKENS: '24001',
      BODY_LIMIT_BYTES: '7654321',
    },
    { clock: new FakeClock('2027-03-04T05:06:07Z') },
  )
})
afterAll(async () => {
  await Promise.all([service.close(), other.close()])
})

describe('every feed', () => {
  test.each(FEED_PATHS)('GET %s answers JSON to anyone and asks not to be indexed', async (path) => {
    const { status, headers, bytes } = await ask(service.url + path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      'x-robots-tag': 'noindex',
      'access-control-allow-origin': '*',
    })
  })

  test.each(FEED_PATHS)('HEAD %s has the headers of GET and no body', async (path) => {
    const get = await ask(service.url + path)
    const head = await ask(service.url + path, { method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect({ ...head.headers, ...PER_ANSWER }).toEqual({ ...get.headers, ...PER_ANSWER })
  })

  test.each([
    ['a query', '?refresh=1', {}],
    ['a key that is none', '', { authorization: 'Bearer sk-svc-wrong' }],
    ['a wish for HTML', '', { accept: 'text/html' }],
  ])('%s changes nothing', async (_what, query, headers) => {
    const plain = await ask(service.url + CATALOG_PATH)
    const answer = await ask(service.url + CATALOG_PATH + query, { headers })
    expect([answer.status, answer.bytes]).toEqual([200, plain.bytes])
  })
})

describe('what is no feed', () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  test.each(methods)('%s is refused with 405 and names what is answered', async (method) => {
    const answers = await Promise.all(FEED_PATHS.map((path) => ask(service.url + path, { method })))
    const error = { message: 'This path answers GET, HEAD only.', type: 'invalid_request_error', param: null }
    expect(
      answers.map(({ status, headers, bytes }) => [
        status,
        headers.allow,
        headers['x-robots-tag'],
        JSON.parse(bytes.toString()),
      ]),
    ).toEqual(
      FEED_PATHS.map(() => [
        405,
        'GET, HEAD',
        'noindex',
        { error: { ...error, code: 'method_not_allowed' } },
      ]),
    )
  })

  test.each([
    ['malformed JSON', 'application/json', '{"a":'],
    ['a type the service does not read', 'text/plain', 'hello'],
  ])('the refusal of POST does not depend on the body: %s', async (_what, type, body) => {
    const headers = { 'content-type': type, 'content-length': body.length }
    const { status } = await ask(service.url + CATALOG_PATH, { method: 'POST', headers, body })
    expect(status).toBe(405)
  })

  test.each([
    ['/api/public', 404, 'not_found'],
    ['/api/public/', 404, 'not_found'],
    ['/api/public/frameworks', 404, 'not_found'],
    ['/api/public/frameworks/v2', 404, 'not_found'],
    ['/api/public/region-uk/v1', 404, 'not_found'],
    ['/api/public/%E0%A4%A/v1', 400, 'bad_request'],
  ] as const)('%s gets %i in the error envelope, not to be indexed either', async (path, status, code) => {
    const answer = await ask(service.url + path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      error: { message: ERRORS[code].message, type: 'invalid_request_error', param: null, code },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
  })
})

describe('a markdown feed', () => {
  test.each(MARKDOWN_PATHS)('%s has the fields of the contract', async (path) => {
    const body = await readFeed<MarkdownFeed>(service.url + path)
    expect(body).toEqual({
      generatedAt: expect.stringMatching(ISO_TIME) as string,
      source: 'svc-marketing',
      contract: 'v1',
      product: expect.stringMatching(/\S/) as string,
      status: expect.stringMatching(/\S/) as string,
      canonicalHumanPage: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\S+$/) as string,
      docsPage: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/docs\/\S+$/) as string,
      note: expect.stringMatching(/\S/) as string,
      byteLength: Buffer.byteLength(body.markdown, 'utf8'),
      markdown: expect.stringMatching(/^# \S/) as string,
    })
  })

  test.each(MARKDOWN_PATHS)('%s is a page of 300 to 1,500 words with no hole in it', async (path) => {
    const { markdown } = await readFeed<MarkdownFeed>(service.url + path)
    const words = markdown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    expect(words).toBeGreaterThanOrEqual(300)
    expect(words).toBeLessThanOrEqual(1_500)
    expect(markdown).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|\[object/)
  })

  test.each(MARKDOWN_PATHS)('the documentation link of %s leads to a page', async (path) => {
    const { docsPage } = await readFeed<MarkdownFeed>(service.url + path)
    const page = await fetch(service.url + new URL(docsPage).pathname)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test.each(MARKDOWN_PATHS)('%s speaks of the configured addresses only', async (path) => {
    const body = await readFeed<MarkdownFeed>(other.url + path)
    expect(body.canonicalHumanPage).toMatch(/^https:\/\/www\.example\.com\//)
    expect(body.docsPage).toMatch(/^https:\/\/docs\.example\.com\//)
    expect(body.markdown).not.toMatch(/127\.0\.0\.1|localhost/)
  })
})

describe('two instances', () => {
  test('give every feed the same generatedAt, whenever they were started', async () => {
    const paths = [CATALOG_PATH, ...MARKDOWN_PATHS]
    const dates = (url: string) =>
      Promise.all(paths.map(async (path) => (await readFeed<MarkdownFeed>(url + path)).generatedAt))
    expect(await dates(other.url)).toEqual(await dates(service.url))
  })

  test('share an ETag where the content is the same, and only there', async () => {
    const tags = (url: string) =>
      Promise.all(
        [CATALOG_PATH, '/api/public/pricing/v1'].map(async (path) => (await ask(url + path)).headers.etag),
      )
    const [[catalog, pricing], [otherCatalog, otherPricing]] = await Promise.all([
      tags(service.url),
      tags(other.url),
    ])
    expect(otherCatalog).toBe(catalog)
    expect(otherPricing).not.toBe(pricing)
  })
})

describe('the numbers that the code enforces', () => {
  const markdownOf = async (instance: Service, name: string): Promise<string> =>
    (await readFeed<MarkdownFeed>(`${instance.url}/api/public/${name}/v1`)).markdown

  test('pricing shows the configured rates', async () => {
    const markdown = await markdownOf(other, 'pricing')
    expect(markdown.split('\n').filter((line) => line.startsWith('| `svc-'))).toEqual([
      '| `svc-fast` | 0.123456 | 3.25 |',
      '| `svc-thinking` | 7 | 11.5 |',
      '| `svc-fast-eu` | 0.123456 | 3.25 |',
      '| `svc-thinking-eu` | 7 | 11.5 |',
    ])
    expect(markdown).toContain('12,000 × 0.123456 / 1,000,000 + 800 × 3.25 / 1,000,000 USD')
  })

  test('the api feed shows the configured windows', async () => {
    const markdown = await markdownOf(other, 'api')
    expect(markdown.split('\n').filter((line) => line.startsWith('| `svc-'))).toEqual([
      '| `svc-fast` | global | 65537 | 2001 | 12001 |',
      '| `svc-thinking` | global | 200001 | 6001 | 24001 |',
      '| `svc-fast-eu` | EU | 65537 | 2001 | 12001 |',
      '| `svc-thinking-eu` | EU | 200001 | 6001 | 24001 |',
    ])
  })

  test('both feeds and /v1/models never disagree', async () => {
    for (const instance of [service, other]) {
      const models = (await (await instance.call('GET', '/v1/models')).json()) as ModelList
      const [pricing, api] = await Promise.all([markdownOf(instance, 'pricing'), markdownOf(instance, 'api')])
      for (const { id, svc } of models.data) {
        expect(pricing).toContain(
          `| \`${id}\` | ${svc['input_usd_per_mtok']} | ${svc['output_usd_per_mtok']} |`,
        )
        expect(api).toContain(
          `| \`${id}\` | ${svc['region'] === 'eu' ? 'EU' : 'global'} | ${svc['context_window']} | ${svc['default_max_tokens']} | ${svc['max_output_tokens']} |`,
        )
      }
    }
  })

  test.each(['api', 'pricing'])('the %s feed states the limits', async (name) => {
    const markdown = await markdownOf(other, name)
    const limits = [
      '| Active keys per account | 20 |',
      '| Pinned frameworks per call | 8 |',
      '| `n` | 1 |',
      '| Least `max_tokens` of the thinking aliases | 1024 (lower values are raised) |',
      '| Spend limits per key | optional, per hour, day, week, month |',
      '| Request body | 7654321 bytes |',
    ]
    expect(limits.filter((line) => !markdown.includes(line))).toEqual([])
  })

  test('the api feed lists every error a caller of /v1 can meet', async () => {
    const markdown = await markdownOf(service, 'api')
    const rows = Object.entries(ERRORS)
      .filter(([code]) => !['invalid_token', 'invalid_admin_token'].includes(code))
      .map(([code, { status, type }]) => `| \`${code}\` | ${status} | \`${type}\` |`)
    expect(rows.filter((row) => !markdown.includes(row))).toEqual([])
  })
})
