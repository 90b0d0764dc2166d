import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { killAll } from '../smoke/spawned-process.ts'
import { askUntilDecided } from '../support/ask-until-decided.ts'
import { TestPostgres } from '../support/postgres.ts'
import { readStream } from '../support/read-stream.ts'
import { startReverseProxy, type ReverseProxy } from '../support/reverse-proxy.ts'
import { ask, customer, micros, serve, type Server } from './money-service.ts'
import { startStreamsOnCommand, type StreamsOnCommand } from './streams-on-command.ts'

/*
 * Two instances behind a proxy are replaced one after the other while streams run and calls come: nobody notices, and the books are what
 * the callers were told.
 */

const STREAMS = 200
const LATER_STREAMS = 40
const TRICKLE = 4
const CREDIT_USD = 100
const CLEAN = { code: 0, signal: null }
/** As everywhere, it catches a hang. */
const HANG = { timeout: 120_000, interval: 20 }

let postgres: TestPostgres
let upstream: StreamsOnCommand
let database = ''
let proxy: ReverseProxy | undefined
beforeAll(async () => {
  postgres = await TestPostgres.start()
  database = await postgres.database()
  upstream = await startStreamsOnCommand()
})
afterAll(async () => {
  await proxy?.close()
  killAll()
  await upstream.close()
  await postgres.stop()
})

/** `name` is what the upstream knows the instance by. */
function instance(name: string, inPlaceOf?: Server): Promise<Server> {
  const environment = {
    DATABASE_URL: database,
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_API_KEY: name,
    // Longer than the test may take: a restart that waits for it is a failed test.
    SHUTDOWN_GRACE_MS: '3600000',
    LOG_LEVEL: 'info',
  }
  return serve(environment, inPlaceOf && { port: new URL(inPlaceOf.url).port })
}

interface Told {
  id: string
  cost: number
}

/** Callers who ask again as soon as they have their answer, until they are told to stop. */
function startTrickle(url: string, key: string): { told: Told[]; stop: () => Promise<void> } {
  const told: Told[] = []
  const over = new AbortController()
  const callers = Array.from({ length: TRICKLE }, async () => {
    while (!over.signal.aborted) {
      const response = await askUntilDecided(() => ask({ url }, key))
      const body = (await response.json()) as { id: string; svc: { cost_usd: number } }
      expect([response.status, body]).toMatchObject([200, {}])
      told.push({ id: body.id, cost: micros(body.svc.cost_usd) })
    }
  })
  const all = Promise.all(callers)
  // A caller that fails is heard of when the trickle is stopped, and not before.
  all.catch(() => undefined)
  return {
    told,
    stop: async () => {
      over.abort()
      await all
    },
  }
}

/** Streams that run through the proxy: each has begun. */
async function startStreams(url: string, key: string, count: number): Promise<Response[]> {
  const begun = upstream.begun() + count
  const streams = await Promise.all(
    Array.from({ length: count }, () =>
      askUntilDecided(() => ask({ url }, key, '/chat/completions', { stream: true })),
    ),
  )
  expect(upstream.begun()).toBe(begun)
  return streams
}

/** Ends an instance by SIGTERM once its streams have ended, and puts another one in its place. */
async function replace(old: Server, name: string, trickle: { told: Told[] }): Promise<Server> {
  old.signal('SIGTERM')
  await old.printed(/"msg":"stopping"/)
  upstream.say('while one drains. ')
  const asked = trickle.told.length
  await vi.waitFor(() => expect(trickle.told.length).toBeGreaterThan(asked + 2 * TRICKLE), HANG)
  upstream.finish(name)
  expect(await old.ended).toEqual(CLEAN)
  const fresh = await instance(`${name} again`, old)
  await vi.waitFor(() => expect(proxy?.ready()).toBe(2), HANG)
  return fresh
}

async function read(response: Response): Promise<Told & { text: string }> {
  const { chunks, text, done } = await readStream(response)
  expect(chunks.at(-1)).not.toHaveProperty('error')
  expect(done).toBe(true)
  const cost = chunks.findLast(({ svc }) => svc !== undefined)?.svc?.cost_usd ?? NaN
  return { id: chunks[0]?.id ?? '', cost: micros(cost), text }
}

test('a rolling restart under load loses no stream, no call and no cent', { timeout: 300_000 }, async () => {
  const [one, other] = await Promise.all([instance('one'), instance('other')])
  proxy = await startReverseProxy([one.url, other.url])
  await vi.waitFor(() => expect(proxy?.ready()).toBe(2), HANG)
  const { accountId, key } = await customer(one, CREDIT_USD)
  const trickle = startTrickle(proxy.url, key)

  const streams = await startStreams(proxy.url, key, STREAMS)
  expect(upstream.running('one')).toBeGreaterThan(STREAMS / 4)
  expect(upstream.running('other')).toBeGreaterThan(STREAMS / 4)
  await replace(one, 'one', trickle)
  streams.push(...(await startStreams(proxy.url, key, LATER_STREAMS)))
  expect(upstream.running('one again')).toBeGreaterThan(0)
  await replace(other, 'other', trickle)
  upstream.finish('one again')

  const heard = await Promise.all(streams.map(read))
  await trickle.stop()
  expect(upstream.running()).toBe(0)
  expect(heard.map(({ text }) => text).toSorted()).toEqual(upstream.said().toSorted())
  const told = new Map([...trickle.told, ...heard].map(({ id, cost }) => [id, cost]))
  expect(told.size).toBe(trickle.told.length + streams.length)

  const store = await PostgresStore.open(database, 1)
  const spent = [...told.values()].reduce((sum, cost) => sum + cost, 0)
  expect(spent).toBeGreaterThan(0)
  expect(await store.getAccount(accountId)).toMatchObject({
    balanceMicros: CREDIT_USD * 1_000_000 - spent,
    heldMicros: 0,
  })
  const calls = await store.listUsage({ accountId, limit: told.size + 1 })
  expect(new Map(calls.map(({ id, costMicros }) => [id, costMicros]))).toEqual(told)
  expect(await store.checkBooks()).toEqual([])
  await store.close()
})
