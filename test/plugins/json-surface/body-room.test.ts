import { request, type ClientRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ArrivingBody, BodyRoom } from '../../../src/plugins/json-surface/body-room.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'

const BODY_MAX = 256 * 1024
const SMALL = 64 * 1024
const OF_ONE = 8
const OF_ALL = 16

describe('the room', () => {
  const room = new BodyRoom(BODY_MAX)
  const body = (whose: string) => new ArrivingBody(room, whose)

  test('takes no note of small bodies', () => {
    const taken = body('a')
    taken.grow(SMALL)
    expect([taken.bytes, room.bytes]).toEqual([0, 0])
  })

  test('holds half of itself for one, and all of it for all, until it is given back', () => {
    const taken = (whose: string) =>
      Array.from({ length: OF_ONE }, () => {
        const one = body(whose)
        for (const bytes of [SMALL, BODY_MAX / 2, BODY_MAX]) one.grow(bytes)
        return one
      })
    const ofA = taken('a')
    expect(() => body('a').grow(SMALL + 1)).toThrow(
      expect.objectContaining({ facts: { reason: 'bodies_of_account' } }),
    )
    const ofB = taken('b')
    expect(room.bytes).toBe(OF_ALL * BODY_MAX)
    expect(() => body('c').grow(SMALL + 1)).toThrow(expect.objectContaining({ facts: { reason: 'bodies' } }))
    for (const one of [...ofA, ...ofB]) one.letGo()
    expect(room.bytes).toBe(0)
    for (const one of taken('a')) one.letGo()
    expect(room.bytes).toBe(0)
  })
})

describe('bodies that arrive', () => {
  let service: Service
  let upstream: UpstreamServer
  let other: string
  let sending: ClientRequest[]
  beforeEach(async () => {
    upstream = await startUpstream(json(completion('Yes.')))
    service = await startService({ UPSTREAM_BASE_URL: upstream.url, BODY_LIMIT_BYTES: String(BODY_MAX) })
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'other', credit_usd: 1 })
    other = (await service.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { name: 'other' })).key
    sending = []
  })
  afterEach(async () => {
    for (const one of sending) one.destroy()
    await service.close()
    await upstream.close()
  })

  /** The largest body but its last bytes; gives how it is answered, where it is. */
  function send(key = service.key): Promise<[number | undefined, string | undefined, string]> {
    const content = 'x'.repeat(BODY_MAX - 200)
    const body = JSON.stringify({ model: 'svc-fast', messages: [{ role: 'user', content }] })
    return new Promise((resolve) => {
      const asking = request(`${service.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      })
      asking.once('response', (response) => {
        void text(response).then((said) =>
          resolve([response.statusCode, response.headers['retry-after'], said]),
        )
      })
      asking.on('error', () => undefined)
      asking.write(body.slice(0, -2))
      sending.push(asking)
    })
  }
  const held = async (): Promise<number> => {
    const metrics = await (await service.call('GET', '/metrics')).text()
    return Number(/^svc_body_bytes (\d+)$/m.exec(metrics)?.[1])
  }
  const small = (key: string) =>
    service.call(
      'POST',
      '/v1/chat/completions',
      { model: 'svc-fast', messages: [{ role: 'user', content: 'Hi' }] },
      { authorization: `Bearer ${key}` },
    )

  test('are refused where one account sends too many at one time, and no other call is', async () => {
    for (let time = 0; time < OF_ONE; time += 1) void send()
    await expect.poll(held).toBeGreaterThan((OF_ONE - 1) * BODY_MAX)
    const [status, retryAfter, said] = await send()
    expect([status, retryAfter, JSON.parse(said)]).toMatchObject([
      503,
      '1',
      { error: { code: 'server_overloaded' } },
    ])
    expect((await small(service.key)).status).toBe(200)
    const taken = await held()
    void send(other)
    await expect.poll(held).toBeGreaterThan(taken + BODY_MAX / 2)
    for (const one of sending) one.destroy()
    await expect.poll(held).toBe(0)
  })

  test('make room when they are answered', async () => {
    const answered = send()
    await expect.poll(held).toBeGreaterThan(BODY_MAX / 2)
    sending[0]?.end('}]}'.slice(-2))
    expect((await answered)[0]).toBe(200)
    await expect.poll(held).toBe(0)
  })
})
