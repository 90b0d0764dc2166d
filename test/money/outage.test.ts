import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StoreUnavailable } from '../../src/domain/ledger/store.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TestPostgres } from '../support/postgres.ts'
import { readStream } from '../support/read-stream.ts'
import { startService, type Service } from '../support/start-service.ts'
import { chunk, startUpstream, stream, type UpstreamServer } from '../support/upstream-server.ts'
import { PROMPT } from './money-service.ts'

/** The database goes away while calls run, and comes back. */

const KEY = 'sk-svc-outage_test_key'
const STREAM = { ...PROMPT, stream: true }

const clock = new FakeClock()
let postgres: TestPostgres
let upstream: UpstreamServer
let service: Service
beforeAll(async () => {
  postgres = await TestPostgres.start()
  upstream = await startUpstream()
})
beforeEach(async () => {
  service = await startService(
    {
      DATABASE_URL: await postgres.database(),
      UPSTREAM_BASE_URL: upstream.url,
      BOOTSTRAP_API_KEY: KEY,
    },
    { clock },
  )
})
afterEach(() => service.close())
afterAll(async () => {
  await upstream.close()
  await postgres.stop()
})

/** A stream of which the first words have come; `finish` lets the upstream end it. */
async function midStream(): Promise<{ response: Response; finish: () => void }> {
  const end = Promise.withResolvers<void>()
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'First words. ' }))
    await end.promise
    response.end(stream(['The rest.']).slice(1).join(''))
  })
  const response = await service.call('POST', '/v1/chat/completions', STREAM)
  expect(response.status).toBe(200)
  return { response, finish: end.resolve }
}

async function error(response: Response): Promise<unknown[]> {
  const { error: body } = (await response.json()) as { error: { code: string } }
  return [response.status, body.code, response.headers.get('retry-after')]
}

test('new calls are refused, the stream that runs ends whole, and its charge lands when the database is back', async () => {
  const { response, finish } = await midStream()
  await postgres.pause()

  expect(await error(await service.call('POST', '/v1/chat/completions', PROMPT))).toEqual([
    503,
    'server_overloaded',
    '1',
  ])
  expect(await error(await service.call('GET', '/v1/key'))).toEqual([503, 'server_overloaded', '1'])
  const ready = await fetch(`${service.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'store_unavailable' }])
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${service.url}/api/public/frameworks/v1`)).status).toBe(200)

  finish()
  const { text, done, chunks } = await readStream(response)
  expect([text, done]).toEqual(['First words. The rest.', true])
  const told = chunks.findLast(({ svc }) => svc)?.svc?.cost_usd
  expect(told).toBeGreaterThan(0)
  expect(service.parts.settlements.waiting).toBe(1)
  expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('svc_waiting_settlements 1')

  await postgres.resume()
  await service.parts.settlements.idle()
  expect(service.parts.settlements.waiting).toBe(0)
  const id = chunks[0]?.id ?? ''
  expect(await (await service.call('GET', `/v1/usage/${id}`)).json()).toMatchObject({
    status: 'completed',
    cost_usd: told,
  })
  expect(await (await service.call('GET', '/v1/key')).json()).toMatchObject({
    balance_usd: 10 - (told ?? 0),
    held_usd: 0,
  })
  clock.advance(1_000)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  expect(service.logs.filter((line) => line.includes('settlement_delayed'))).toHaveLength(1)
})

test('a settlement whose answer was lost is not charged twice', async () => {
  const { response, finish } = await midStream()
  const { store } = service.parts
  const settle = store.settle.bind(store)
  let asked = 0
  store.settle = async (request) => {
    const outcome = await settle(request)
    // The database has done it, and the connection breaks before it can say so.
    if ((asked += 1) === 1) throw new StoreUnavailable('ECONNRESET')
    return outcome
  }
  finish()
  const { chunks } = await readStream(response)
  await service.parts.settlements.idle()
  const told = chunks.findLast(({ svc }) => svc)?.svc?.cost_usd ?? 0
  expect([asked, told > 0]).toEqual([2, true])
  expect(await (await service.call('GET', '/v1/key')).json()).toMatchObject({
    balance_usd: 10 - told,
    held_usd: 0,
  })
})
