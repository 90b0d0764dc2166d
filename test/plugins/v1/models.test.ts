import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemaErrors } from '../../support/openai-schema.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'
import { readRefusal } from './refusal.ts'

interface Model {
  id: string
  object: string
  created: number
  owned_by: string
  svc: Record<string, unknown>
}

const ALIASES = ['svc-fast', 'svc-thinking', 'svc-fast-eu', 'svc-thinking-eu']

let service: Service
let withEu: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({
    FAST_CONTEXT_WINDOW: '65536',
    FAST_DEFAULT_MAX_TOKENS: '2000',
    FAST_MAX_OUTPUT_TOKENS: '8000',
    FAST_INPUT_USD_PER_MTOK: '0.5',
    FAST_OUTPUT_USD_PER_MTOK: '1.25',
    THINKING_CONTEXT_WINDOW: '200000',
    THINKING_DEFAULT_MAX_TOKENS: '9000',
    THINKING_MAX_OUTPUT_TOKENS: '40000',
    THINKING_INPUT_USD_PER_MTOK: '3',
    THINKING_OUTPUT_USD_PER_MTOK: '12.345678',
  })
  withEu = await startService({ UPSTREAM_EU_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await withEu.close()
  await upstream.close()
})

async function list(of: Service): Promise<Model[]> {
  const response = await of.call('GET', '/v1/models')
  expect(response.status).toBe(200)
  const body = (await response.json()) as { data: Model[] }
  expect(schemaErrors('ListModelsResponse', body)).toEqual([])
  return body.data
}

describe('the list of models', () => {
  test('is valid by the official schema and holds the four aliases', async () => {
    expect((await list(service)).map(({ id }) => id)).toEqual(ALIASES)
  })

  test('tells the windows, limits and rates that are configured', async () => {
    const fast = {
      context_window: 65_536,
      default_max_tokens: 2_000,
      max_output_tokens: 8_000,
      min_max_tokens: 1,
      input_usd_per_mtok: 0.5,
      output_usd_per_mtok: 1.25,
    }
    const thinking = {
      context_window: 200_000,
      default_max_tokens: 9_000,
      max_output_tokens: 40_000,
      min_max_tokens: 1_024,
      input_usd_per_mtok: 3,
      output_usd_per_mtok: 12.345678,
    }
    const told = (await list(service)).map(({ id, svc }) => [id, svc])
    expect(told).toEqual([
      ['svc-fast', { region: 'global', available: true, ...fast }],
      ['svc-thinking', { region: 'global', available: true, ...thinking }],
      ['svc-fast-eu', { region: 'eu', available: false, ...fast }],
      ['svc-thinking-eu', { region: 'eu', available: false, ...thinking }],
    ])
  })

  test('says that the EU twins are available once there is an EU path', async () => {
    const available = (await list(withEu)).map(({ id, svc }) => [id, svc['available']])
    expect(available).toEqual(ALIASES.map((id) => [id, true]))
  })

  test('is read by the official client', async () => {
    const ids: string[] = []
    for await (const model of service.openai().models.list()) ids.push(model.id)
    expect(ids).toEqual(ALIASES)
  })

  test('names no model of the upstream', async () => {
    const other = await startService({
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_FAST_MODEL: 'vendor-model-9',
    })
    try {
      expect(JSON.stringify(await list(other))).not.toContain('vendor-model-9')
    } finally {
      await other.close()
    }
  })
})

describe('one model', () => {
  test.each(ALIASES)('%s is its entry of the list', async (alias) => {
    const response = await service.call('GET', `/v1/models/${alias}`)
    const model: unknown = await response.json()
    expect(response.status).toBe(200)
    expect(schemaErrors('Model', model)).toEqual([])
    expect(model).toEqual((await list(service)).find(({ id }) => id === alias))
  })

  test.each(['gpt-4', 'svc', 'SVC-FAST', 'svc-fast%20', '__proto__'])('%s does not exist', async (alias) => {
    const refusal = await readRefusal(await service.call('GET', `/v1/models/${alias}`))
    expect(refusal).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'model_not_found',
      param: 'model',
      message: refusal.message,
    })
  })

  test('that does not exist is refused alike in a call, which tells the aliases', async () => {
    const refusal = await readRefusal(
      await service.call('POST', '/v1/chat/completions', {
        model: 'gpt-4',
        messages: [{ role: 'user', content: 'x' }],
      }),
    )
    expect(refusal).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    for (const alias of ALIASES) expect(refusal.message).toContain(alias)
  })
})
