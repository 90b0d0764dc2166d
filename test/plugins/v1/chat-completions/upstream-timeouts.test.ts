import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  sse,
  startUpstream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, ask, framesIn, funds, Reading, TIMEOUT } from './asking.ts'

const FIRST_BYTE_MS = 500
const IDLE_MS = 600
const TOTAL_MS = 5_000
/** The HTTP client looks at its idle times only every so often. */
const COARSE_MS = 1_500

let service: Service
let upstream: UpstreamServer
let accounts: Accounts
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_FIRST_BYTE_TIMEOUT_MS: String(FIRST_BYTE_MS),
    UPSTREAM_IDLE_TIMEOUT_MS: String(IDLE_MS),
    UPSTREAM_TOTAL_TIMEOUT_MS: String(TOTAL_MS),
  })
  // Time passes only where a test says so, however slow the machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
  await upstream.close()
})
beforeEach(async () => {
  upstream.calls.length = 0
  accounts = await Accounts.now(service)
})

/** The call is in the history as failed, and money is as it was. */
async function expectNoCharge(): Promise<void> {
  expect(await accounts.since()).toMatchObject({
    record: { status: 'upstream_error', cost_usd: 0 },
    calls: 1,
    taken: 0,
    held: 0,
  })
}

test.each([false, true])('no first byte in time is a 504, stream: %s', async (streamed) => {
  const asked = Promise.withResolvers<void>()
  upstream.answer(() => asked.resolve())
  const pending = ask(service, { stream: streamed })
  await asked.promise
  vi.advanceTimersByTime(FIRST_BYTE_MS)
  const response = await pending
  expect(response.status).toBe(504)
  expect(await response.json()).toEqual(TIMEOUT)
  await upstream.calls[0]?.aborted
  expect(upstream.calls).toHaveLength(1)
  await expectNoCharge()
})

test('silence in the middle of a stream is an error frame', async () => {
  upstream.answer(sse([chunk({ content: 'Twice ' })], { hang: true }))
  const reading = new Reading(await ask(service, { stream: true }))
  await reading.until(/Twice/)
  vi.advanceTimersByTime(IDLE_MS + COARSE_MS)
  expect(framesIn(await reading.rest()).at(-1)).toEqual(TIMEOUT)
  await upstream.calls[0]?.aborted
  await expectNoCharge()
})

test('a stream that never ends is cut off with an error frame when the total time is over', async () => {
  const answering = Promise.withResolvers<(text: string) => void>()
  upstream.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    answering.resolve((text) => response.write(text))
    response.write(chunk({ content: 'tick 0' }))
  })
  const pending = ask(service, { stream: true })
  const say = await answering.promise
  const reading = new Reading(await pending)
  const step = TOTAL_MS / 10
  for (let tick = 0; tick < 10; tick += 1) {
    if (tick > 0) say(chunk({ content: `tick ${tick}` }))
    await reading.until(new RegExp(`tick ${tick}"`))
    expect(reading.text).not.toContain('error')
    vi.advanceTimersByTime(step)
  }
  expect(framesIn(await reading.rest()).at(-1)).toEqual(TIMEOUT)
  await upstream.calls[0]?.aborted
  await expectNoCharge()
})

test('a plain answer whose bytes keep coming may take longer than its first byte', async () => {
  const whole = JSON.stringify(completion('Twice half'))
  const begun = Promise.withResolvers<() => void>()
  upstream.answer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // Some servers send blank lines while a model works on a plain answer.
    response.write('\n', () => begun.resolve(() => response.end(whole)))
  })
  const pending = ask(service)
  const finish = await begun.promise
  // A whole exchange with the service: it has read the first byte by then.
  await funds(service)
  vi.advanceTimersByTime(FIRST_BYTE_MS)
  finish()
  const response = await pending
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Twice half')
})
