import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hoursOfWaiting } from '../../../support/hours-of-waiting.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  sse,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, ask, history, QUESTION } from './asking.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, BOOTSTRAP_CREDIT_USD: '1000' })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** Calls made in this test may take no longer than this. */
function atMost(totalMs: number): void {
  const before = service.parts.settings.totalMs
  service.parts.settings.totalMs = totalMs
  onTestFinished(() => {
    service.parts.settings.totalMs = before
  })
}

/** Says words as fast as they are taken, without an end. */
const endless: Answer = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const gone = once(response, 'close')
  while (!response.destroyed) {
    if (!response.write(chunk({ content: 'word '.repeat(2_000) }))) {
      await Promise.race([once(response, 'drain'), gone])
    }
  }
}

async function stream(): Promise<IncomingMessage> {
  const outgoing = request(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ ...QUESTION, stream: true, max_tokens: 16_384 }))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  return response
}

/** Waits until no call of the history runs any more. */
async function allEnded(): Promise<void> {
  while ((await history(service)).some(({ status }) => status === 'running')) await delay(10)
}

test('a reader that stands still pays for what was sent to it when the time is over', async () => {
  const endTheTime = hoursOfWaiting()
  upstream.answer(endless)
  const accounts = await Accounts.now(service)
  const response = await stream()
  response.pause()
  await endTheTime()
  await allEnded()
  const { record, taken, held } = await accounts.since()
  expect(record).toMatchObject({ status: 'client_timeout', completion_tokens: expect.any(Number) as number })
  expect(record?.completion_tokens).toBeGreaterThan(1_000)
  expect(taken).toBeGreaterThan(0)
  expect(held).toBe(0)
  response.destroy()
})

test('a reader that takes a little at a time pays as well, and is told why its answer ends', async () => {
  const endTheTime = hoursOfWaiting()
  upstream.answer(endless)
  const accounts = await Accounts.now(service)
  const response = await stream()
  let text = ''
  response.setEncoding('utf8')
  const ended = once(response, 'close')
  const reading = setInterval(() => {
    text = (text + ((response.read(4_096) as string | null) ?? '')).slice(-1_000)
  }, 5)
  await endTheTime()
  await allEnded()
  clearInterval(reading)
  response.on('data', (piece: string) => {
    text = (text + piece).slice(-1_000)
  })
  await ended
  const { record, taken } = await accounts.since()
  expect(record).toMatchObject({ status: 'client_timeout' })
  expect(taken).toBeGreaterThan(0)
  expect(text).toMatch(/data: \{"error":\{.*"code":"client_timeout"\}\}\n\n$/)
})

test('an upstream that is slow is not paid, however the client reads', async () => {
  atMost(500)
  upstream.answer(sse([chunk({ content: 'A few words.' })], { hang: true }))
  const accounts = await Accounts.now(service)
  const text = await (await ask(service, { stream: true })).text()
  expect(text).toContain('"code":"upstream_timeout"')
  const { record, taken } = await accounts.since()
  expect(record).toMatchObject({ status: 'upstream_error', cost_usd: 0 })
  expect(taken).toBe(0)
})
