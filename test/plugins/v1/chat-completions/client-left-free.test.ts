import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  json,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, QUESTION } from './asking.ts'

let service: Service
let upstream: UpstreamServer
let deaf: Server
let accounts: Accounts
beforeAll(async () => {
  upstream = await startUpstream()
  // Takes connections and says nothing, so that the handshake of TLS never ends.
  deaf = createServer()
  await once(deaf.listen(0, '127.0.0.1'), 'listening')
  service = await startService({
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_EU_BASE_URL: `https://127.0.0.1:${(deaf.address() as AddressInfo).port}/v1`,
    UPSTREAM_CONNECTIONS_MAX: '1',
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
  deaf.close()
})
beforeEach(async () => {
  upstream.calls.length = 0
  accounts = await Accounts.now(service)
})

/** Makes a call whose client leaves at a moment of the test's choosing. */
function leavable(extra: object = {}): { gone: Promise<unknown>; leave: () => void } {
  const client = new AbortController()
  const gone = fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, ...extra }),
    signal: client.signal,
  }).catch((cause: unknown) => cause)
  return { gone, leave: () => client.abort() }
}

/** What the one call came to, once it is over. */
async function end(): Promise<unknown> {
  await service.parts.running.idle()
  return accounts.since()
}

/** In the history as left, and money is as it was. */
const FREE = {
  record: { status: 'client_closed', cost_usd: 0, prompt_tokens: 0, completion_tokens: 0 },
  calls: 1,
  taken: 0,
  held: 0,
}

/** Until so many calls hold credit. */
async function running(calls: number): Promise<void> {
  while (service.parts.running.size !== calls) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

const breakOff: Answer = (response) => {
  response.destroy()
}

describe('a client that leaves pays nothing', () => {
  test.each<[string, Answer]>([
    ['refused', json({ error: { message: 'no' } }, 503)],
    ['broke off', breakOff],
  ])('while an upstream that %s is asked again', async (_name, failed) => {
    const again = Promise.withResolvers<void>()
    upstream.answer(failed, () => again.resolve())
    const { gone, leave } = leavable()
    await again.promise
    leave()
    await gone
    await upstream.calls[1]?.aborted
    expect(await end()).toMatchObject(FREE)
  })

  test('while the connection is made', async () => {
    const { gone, leave } = leavable({ model: 'svc-fast-eu' })
    const [socket] = (await once(deaf, 'connection')) as [Socket]
    leave()
    await gone
    expect(await end()).toMatchObject(FREE)
    socket.destroy()
  })

  test('while it waits for a connection', async () => {
    const begun = Promise.withResolvers<() => void>()
    upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk({ content: '' }))
      begun.resolve(() => response.end(chunk({}, 'stop')))
    })
    const first = leavable({ stream: true })
    const finish = await begun.promise
    const second = leavable()
    await running(2)
    second.leave()
    await running(1)
    finish()
    await first.gone
    expect(await end()).toMatchObject({ calls: 2, taken: 0, held: 0 })
    expect(upstream.calls).toHaveLength(1)
  })
})

test('a client that leaves once an upstream that failed has begun to answer pays for the prompt', async () => {
  const begun = Promise.withResolvers<void>()
  upstream.answer(json({}, 500), (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .write('{"choices":[', () => begun.resolve())
  })
  const { gone, leave } = leavable()
  await begun.promise
  // Two exchanges with the service: it has read the 200 by then.
  await service.call('GET', '/v1/key')
  await service.call('GET', '/v1/key')
  leave()
  await gone
  await upstream.calls[1]?.aborted
  await service.parts.running.idle()
  const { record, taken } = await accounts.since()
  expect(record).toMatchObject({ status: 'client_closed', completion_tokens: 0 })
  expect(taken).toBeGreaterThan(0)
})
