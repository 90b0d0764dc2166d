import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endRevokedCalls, sweepHolds } from '../../src/upkeep.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TestPostgres } from '../support/postgres.ts'
import { readStream } from '../support/read-stream.ts'
import { ADMIN_TOKEN, startService, type Service } from '../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  type UpstreamServer,
} from '../support/upstream-server.ts'
import { ask, PROMPT } from './money-service.ts'

/** Two instances on one database. */

const KEY = 'sk-svc-two_instances_key'

/** An account of the test's own. */
let account = ''

let postgres: TestPostgres
let upstream: UpstreamServer
let clock: FakeClock
let one: Service
let other: Service
beforeAll(async () => {
  postgres = await TestPostgres.start()
  upstream = await startUpstream()
  clock = new FakeClock()
  const environment = {
    DATABASE_URL: await postgres.database(),
    UPSTREAM_BASE_URL: upstream.url,
    BOOTSTRAP_API_KEY: KEY,
  }
  ;[one, other] = await Promise.all([
    startService(environment, { clock }),
    startService(environment, { clock }),
  ])
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await upstream.close()
  await postgres.stop()
})

beforeEach(async () => {
  const created = await one.admin<{ id: string }>('POST', '/accounts', { name: 'Ours', credit_usd: 10 })
  account = `/accounts/${created.id}`
})

async function keyOf(service: Service): Promise<{ id: string; key: string }> {
  return service.admin('POST', `${account}/keys`, { name: 'Shared' })
}

test('the demo account, its credit and its key are there once', async () => {
  const demo = '/accounts/acct_demo'
  expect(await one.admin('GET', demo)).toMatchObject({ balance_usd: 10 })
  const { data } = await one.admin<{ data: unknown[] }>('GET', `${demo}/keys`)
  expect(data).toMatchObject([{ name: 'demo' }])
})

test('what is spent through one is gone for the other', async () => {
  upstream.answer(json(completion('Hi', { prompt_tokens: 10_000, completion_tokens: 100 })))
  const { key } = await keyOf(one)
  const { svc } = (await (await ask(one, key)).json()) as { svc: { cost_usd: number } }
  expect(svc.cost_usd).toBeGreaterThan(0)
  expect(await other.admin('GET', account)).toMatchObject({ balance_usd: 10 - svc.cost_usd })
})

describe('a key revoked through one instance', () => {
  test("ends the other's running streams, which pay for what they produced", async () => {
    const { id, key } = await keyOf(one)
    upstream.answer(
      sse([chunk({ role: 'assistant', content: '' }), chunk({ content: 'Words' })], { hang: true }),
    )
    const response = await ask(other, key, '/chat/completions', { stream: true })
    await expect.poll(() => other.parts.running.size).toBe(1)
    await one.admin('DELETE', `${account}/keys/${id}`)
    expect(other.parts.running.size).toBe(1)
    await endRevokedCalls(other.parts)
    const { chunks, done } = await readStream(response)
    expect([chunks.at(-1)?.error?.code, done]).toEqual(['invalid_api_key', false])
  })

  test('holds nothing on the other from that moment, and is forgotten there within a second', async () => {
    upstream.answer(json(completion('Hi')))
    const { id, key } = await keyOf(one)
    expect((await ask(other, key)).status).toBe(200)
    await one.admin('DELETE', `${account}/keys/${id}`)
    expect((await ask(other, key)).status).toBe(401)
    const models = (): Promise<Response> =>
      fetch(`${other.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    clock.advance(1_001)
    expect((await models()).status).toBe(401)
  })
})

test('of twenty-four keys created through both at once, the account gets as many as make twenty', async () => {
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, index) => keyOf(index % 2 === 0 ? one : other)),
  )
  expect(made.filter(({ key }) => key !== undefined)).toHaveLength(20)
})

test('a top-up sent to both with one Idempotency-Key is added once, and another amount is a conflict', async () => {
  const topUp = (service: Service, amount: number): Promise<Response> =>
    fetch(`${service.url}/admin/v1${account}/credit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': 'invoice-7',
      },
      body: JSON.stringify({ amount_usd: amount }),
    })
  const both = await Promise.all([topUp(one, 5), topUp(other, 5), topUp(one, 5), topUp(other, 5)])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await one.admin('GET', account)).toMatchObject({ balance_usd: 15 })
  expect((await topUp(other, 6)).status).toBe(409)
})

test('the hold of an instance that died is released by the one that lives, and counted', async () => {
  const { id: keyId } = await keyOf(one)
  await one.parts.store.hold({
    id: 'chatcmpl-dead',
    accountId: account.slice('/accounts/'.length),
    keyId,
    model: PROMPT.model,
    frameworks: [],
    floorMicros: 1,
    ceilingMicros: 1_000,
    now: clock.now(),
    expiresAt: clock.now() + 600_000,
  })
  await sweepHolds(other.parts)
  expect(await other.admin('GET', account)).toMatchObject({ held_usd: 0.001 })
  clock.advance(600_000)
  await Promise.all([sweepHolds(one.parts), sweepHolds(other.parts)])
  expect(await other.admin('GET', account)).toMatchObject({ held_usd: 0, balance_usd: 10 })
  const swept = [...one.logs, ...other.logs].filter((line) => line.includes('holds_swept'))
  expect(swept).toHaveLength(1)
})
