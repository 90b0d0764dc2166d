import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepHolds } from '../../src/upkeep.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TestPostgres } from '../support/postgres.ts'
import { readStream } from '../support/read-stream.ts'
import { startService, type Service } from '../support/start-service.ts'
import { chunk, startUpstream, stream, type UpstreamServer } from '../support/upstream-server.ts'
import { ask } from './money-service.ts'

/*
 * One instance loses the database for longer than a hold lasts; the other one keeps it, and sweeps. What the first one told its caller
 * lands all the same.
 */

/** The longest call and the slack of its hold. */
const HOLD_MS = 600_000

/** The way from one instance to the database, which can be cut and mended. */
class Link {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(target: string) {
    this.#target = new URL(target)
  }

  get url(): string {
    const url = new URL(this.#target)
    url.port = String(this.#port)
    return url.href
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => undefined).on('close', () => to.destroy())
        from.pipe(to)
      }
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined))
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    await closed
  }
}

let postgres: TestPostgres
let upstream: UpstreamServer
let clock: FakeClock
let link: Link
let one: Service
let other: Service
beforeAll(async () => {
  postgres = await TestPostgres.start()
  upstream = await startUpstream()
})
beforeEach(async () => {
  clock = new FakeClock()
  const url = await postgres.database()
  link = new Link(url)
  await link.mend()
  const environment = { UPSTREAM_BASE_URL: upstream.url }
  one = await startService({ ...environment, DATABASE_URL: link.url }, { clock })
  other = await startService({ ...environment, DATABASE_URL: url }, { clock })
})
afterEach(async () => {
  await Promise.all([one.close(), other.close()])
  await link.cut()
})
afterAll(async () => {
  await upstream.close()
  await postgres.stop()
})

/** A stream through the first instance that ends in the outage, and is swept by the other one: its id, its account, what it told. */
async function sweptCall(): Promise<{ id: string; account: string; key: string; told: number }> {
  const created = await other.admin<{ id: string }>('POST', '/accounts', { name: 'Ours', credit_usd: 10 })
  const account = `/accounts/${created.id}`
  const { key } = await other.admin<{ key: string }>('POST', `${account}/keys`, { name: 'Key' })
  const end = Promise.withResolvers<void>()
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'First words. ' }))
    await end.promise
    response.end(stream(['The rest.']).slice(1).join(''))
  })
  const response = await ask(one, key, '/chat/completions', { stream: true })
  await link.cut()
  end.resolve()
  const { chunks, done } = await readStream(response)
  expect(done).toBe(true)
  expect(one.parts.settlements.waiting).toBe(1)
  clock.advance(HOLD_MS)
  await sweepHolds(other.parts)
  expect(await other.admin('GET', account)).toMatchObject({ held_usd: 0, balance_usd: 10 })
  const told = chunks.findLast(({ svc }) => svc)?.svc?.cost_usd ?? 0
  expect(told).toBeGreaterThan(0)
  return { id: chunks[0]?.id ?? '', account, key, told }
}

/** The first instance has its database back, and has landed what waited. */
async function landed(): Promise<{ metrics: string; late: unknown[] }> {
  await link.mend()
  await one.parts.settlements.idle()
  expect(one.parts.settlements.waiting).toBe(0)
  const metrics = await (await fetch(`${one.url}/metrics`)).text()
  const late = one.logs
    .map((line) => JSON.parse(line) as { msg?: string })
    .filter(({ msg }) => msg === 'settlement_late')
  return { metrics, late }
}

const usage = async (key: string, id: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${other.url}/v1/usage/${id}`, { headers })).json()
}

test('the charge that the caller was told lands after the sweep of another instance, once', async () => {
  const { id, account, key, told } = await sweptCall()
  expect(await usage(key, id)).toMatchObject({ status: 'expired', cost_usd: 0 })
  const { metrics, late } = await landed()
  expect(await usage(key, id)).toMatchObject({ status: 'completed', cost_usd: told })
  expect(await other.admin('GET', account)).toMatchObject({ held_usd: 0, balance_usd: 10 - told })
  expect(metrics).toMatch(/^svc_late_settlements_total 1$/m)
  expect(metrics).toMatch(/^svc_uncollected_micro_usd_total 0$/m)
  expect(late).toMatchObject([{ costMicros: Math.round(told * 1e6), uncollectedMicros: 0 }])
  expect(await other.parts.store.checkBooks()).toEqual([])
})

test('what credit no longer covers by then is not charged, and told to the operator', async () => {
  const { id, account, key, told } = await sweptCall()
  const toldMicros = Math.round(told * 1e6)
  expect(toldMicros).toBeGreaterThan(1)
  const debit = { amount_usd: -(10 - 0.000_001), reason: 'contract ended' }
  await other.admin('POST', `${account}/credit`, debit)
  const { metrics, late } = await landed()
  expect(await usage(key, id)).toMatchObject({ status: 'completed', cost_usd: 0.000_001 })
  expect(await other.admin('GET', account)).toMatchObject({ held_usd: 0, balance_usd: 0 })
  expect(metrics).toMatch(new RegExp(`^svc_uncollected_micro_usd_total ${toldMicros - 1}$`, 'm'))
  expect(late).toMatchObject([{ costMicros: 1, uncollectedMicros: toldMicros - 1 }])
  expect(await other.parts.store.checkBooks()).toEqual([])
})
