import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../support/start-service.ts'

interface Operation {
  operationId: string
  summary: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean }[]
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
}

interface Reference {
  openapi: string
  security?: Record<string, string[]>[]
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, object> }
}

const FEEDS = [
  'agents',
  'api',
  'changelog',
  'connect',
  'embed',
  'frameworks',
  'logged-out-landings',
  'platform-changelog',
  'pricing',
  'receipt-keys',
  'retention',
].map((name) => `get /api/public/${name}/v1`)

const MODEL_API = [
  'get /v1/frameworks',
  'get /v1/frameworks/{id}',
  'get /v1/key',
  'get /v1/models',
  'get /v1/models/{id}',
  'get /v1/usage',
  'get /v1/usage/{id}',
  'post /v1/chat/completions',
  'post /v1/chat/completions/preflight',
  'get /v1/controls',
  'get /v1/crosswalks/{a}/{b}',
  'get /v1/crosswalks/{a}/{b}/oscal',
  'get /v1/deadlines',
  'get /v1/frameworks/{id}/controls',
  'get /v1/frameworks/{id}/controls/{control}',
  'get /v1/frameworks/{id}/editions',
  'get /v1/frameworks/{id}/editions/diff',
  'get /v1/frameworks/{id}/oscal',
  'post /v1/references/check',
]

let service: Service
let reference: Reference
beforeAll(async () => {
  service = await startService()
  reference = (await (await fetch(`${service.url}/openapi.json`)).json()) as Reference
})
afterAll(() => service.close())

const operations = (): [string, Operation][] =>
  Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  )
const operation = (name: string): Operation => {
  const found = operations().find(([one]) => one === name)
  if (!found) throw new Error(`${name} is not in the reference`)
  return found[1]
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { errors, valid } = await new Validator().validate(structuredClone(reference) as never)
    expect({ valid, errors: errors ?? [] }).toEqual({ valid: true, errors: [] })
    expect(reference.openapi).toMatch(/^3\.1\./)
  })

  test('lists every feed and every route of the model API, and no route of the operators', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...FEEDS, ...MODEL_API].sort())
    expect(JSON.stringify(reference)).not.toContain('/admin')
  })

  test('points only at schemas that it holds', () => {
    const named = [...JSON.stringify(reference).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    const held = new Set(
      Object.keys(reference.components.schemas).map((name) => `#/components/schemas/${name}`),
    )
    expect(named.length).toBeGreaterThan(0)
    expect([...new Set(named)].filter((name) => !held.has(name))).toEqual([])
  })

  test('gives every operation a name of its own and a summary', () => {
    const names = operations().map(([, { operationId }]) => operationId)
    expect(new Set(names).size).toBe(operations().length)
    expect(operations().filter(([, { summary }]) => !/\S/.test(summary ?? ''))).toEqual([])
  })

  test.each(MODEL_API)('%s asks for a bearer key and documents the refusal without one', (name) => {
    const { security, responses } = operation(name)
    expect(security ?? reference.security).toEqual([{ apiKey: [] }])
    expect(reference.components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(responses)).toContain('401')
  })

  test.each(FEEDS)('%s asks for no key', (name) => {
    expect(operation(name).security ?? reference.security ?? []).toEqual([])
  })

  test('declares the parameters of its paths', () => {
    const declared = operations().map(([name, { parameters }]) => [
      name,
      (parameters ?? []).filter((one) => one.in === 'path' && one.required).map((one) => one.name),
    ])
    expect(declared).toEqual(
      operations().map(([name]) => [name, [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1])]),
    )
  })
})

describe('what the service answers is what the document says', () => {
  const GOOD: [string, string][] = [
    ...FEEDS.map((name): [string, string] => [name, name.replace('get ', '')]),
    ['get /v1/models', '/v1/models'],
    ['get /v1/models/{id}', '/v1/models/svc-thinking-eu'],
    ['get /v1/frameworks', '/v1/frameworks'],
    ['get /v1/frameworks/{id}', '/v1/frameworks/gdpr'],
    ['get /v1/key', '/v1/key'],
    ['get /v1/usage', '/v1/usage?limit=1'],
  ]

  const problems = (name: string, status: string, body: unknown): unknown => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'reference', components: reference.components })
    const schema = operation(name).responses[status]?.content?.['application/json']?.schema
    expect(schema).toBeDefined()
    const local = JSON.stringify(schema).replaceAll('"#/components', '"reference#/components')
    const validate = ajv.compile(JSON.parse(local) as object)
    return validate(body) ? [] : validate.errors
  }

  test('a completion, and its line in the usage history', async () => {
    const answer = await service.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'What does ISO 27001 ask of suppliers?' }],
    })
    const body = (await answer.json()) as { id: string }
    expect(problems('post /v1/chat/completions', '200', body)).toEqual([])
    const usage = await service.call('GET', `/v1/usage/${body.id}`)
    expect(problems('get /v1/usage/{id}', '200', await usage.json())).toEqual([])
  })

  test.each(GOOD)('%s', async (name, path) => {
    const response = await service.call('GET', path)
    expect(response.status).toBe(200)
    expect(problems(name, '200', await response.json())).toEqual([])
  })

  test.each(MODEL_API)('%s without a key', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const response = await fetch(service.url + path.replace('{id}', 'any'), { method: method.toUpperCase() })
    expect(response.status).toBe(401)
    expect(problems(name, '401', await response.json())).toEqual([])
  })
})

describe('the page at /docs', () => {
  const ABSOLUTE =
    /(?:\b(?:src|href|action|data)\s*=\s*["'`]?|@import\s*["']?|url\(\s*["']?)(?:https?:)?\/\/[^"'`)\s>]+/gi
  const page = async (): Promise<{ html: string; policy: string; assets: string[] }> => {
    const response = await fetch(`${service.url}/docs/`)
    const html = await response.text()
    const tags = html.match(/<(?:script|link|img|iframe)\b[^>]*>/g) ?? []
    return {
      html,
      policy: response.headers.get('content-security-policy') ?? '',
      assets: tags.flatMap((tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []),
    }
  }

  test('is reached from /docs', async () => {
    for (const path of ['/docs', '/docs/']) {
      const response = await fetch(service.url + path)
      expect({ path, status: response.status, type: response.headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'text/html; charset=utf-8',
      })
    }
  })

  test('loads everything from the service itself, and so does every file it loads', async () => {
    const { html, assets } = await page()
    expect(assets.some((asset) => asset.endsWith('.js'))).toBe(true)
    expect(assets.some((asset) => asset.endsWith('.css'))).toBe(true)
    expect(html.match(ABSOLUTE) ?? []).toEqual([])
    for (const asset of assets) {
      const response = await fetch(new URL(asset, `${service.url}/docs/`))
      expect([asset, response.status]).toEqual([asset, 200])
      expect([asset, (await response.text()).match(ABSOLUTE) ?? []]).toEqual([asset, []])
    }
  })

  test('shows the document of /openapi.json and asks no validator elsewhere', async () => {
    const start = await (await fetch(`${service.url}/docs/static/swagger-initializer.js`)).text()
    expect(start).toMatch(/"?validatorUrl"?\s*:\s*null/)
    expect(start).toContain("url: resolveUrl('./json')")
    expect(await (await fetch(`${service.url}/docs/json`)).json()).toEqual(reference)
  })

  test('lets the browser load from nowhere else', async () => {
    const { policy } = await page()
    expect(policy).toContain("default-src 'self'")
    const elsewhere = policy.split(/[;\s]+/).filter((word) => /^https?:|^\*|\w\.\w/.test(word))
    expect(elsewhere).toEqual([])
  })

  test('works where the service is reached over plain http', async () => {
    expect((await page()).policy).not.toContain('upgrade-insecure-requests')
  })
})
