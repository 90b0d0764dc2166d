import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { UpstreamEvent } from '../../../../src/domain/upstream/upstream.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  sse,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { ask, QUESTION, Reading, withoutPings } from './asking.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, KEEPALIVE_INTERVAL_MS: '30' })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

describe('silence', () => {
  test('is filled with pings of one line each, between whole frames', async () => {
    const heard = Promise.withResolvers<void>()
    upstream.answer(async (response, call) => {
      await sse([chunk({ content: 'first' })], { hang: true })(response, call)
      await heard.promise
      response.end(`${chunk({ content: 'second' })}${chunk({}, 'stop')}data: [DONE]\n\n`)
    })
    const reading = new Reading(await ask(service, { stream: true }))
    await reading.until(/first.*\n\n: ping\n: ping\n: ping\n/)
    heard.resolve()
    const text = await reading.rest()
    expect(text).toMatch(/first.*\n\n(: ping\n){3,}data: .*second/)
    expect(withoutPings(text)).toMatch(/^(data: \{.*\}\n\n)+data: \[DONE\]\n\n$/)
    expect(text).not.toContain('ping\n\n')
  })

  test('while the model only reasons is silence to the caller, and is filled too', async () => {
    const real = service.parts.upstreams.global
    onTestFinished(() => {
      service.parts.upstreams.global = real
      vi.useRealTimers()
    })
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    })
    service.parts.upstreams.global = {
      available: true,
      open: async () => ({ fingerprint: undefined, events: reasonFor(200) }),
      close: async () => undefined,
    }
    const response = await ask(service, { model: 'svc-thinking', stream: true })
    const [silence = '', answer = ''] = (await response.text()).split('Twice half')
    expect(pingsIn(silence)).toBeGreaterThanOrEqual(3)
    expect(answer).toMatch(/data: \[DONE\]\n\n$/)
  })
})

test('an upstream that has more to say than the caller reads is made to wait', async () => {
  const offered = 50 * 1024 * 1024
  const slow = { written: 0 }
  upstream.answer(flood(offered, slow), flood(offered, { written: 0 }))
  const unread = await unreadStream()
  // What another caller reads meanwhile shows that there was time enough for all of it.
  expect((await (await ask(service, { stream: true })).text()).length).toBeGreaterThan(offered)
  expect(slow.written).toBeLessThan(offered / 2)

  let bytes = 0
  let end = ''
  for await (const piece of unread) {
    bytes += (piece as Buffer).length
    end = (end + (piece as Buffer).toString('latin1')).slice(-100)
  }
  expect(slow.written).toBeGreaterThanOrEqual(offered)
  expect(bytes).toBeGreaterThan(offered)
  expect(end).toMatch(/data: \[DONE\]\n\n$/)
})

/** A model that reasons for that long, a thought every 20 ms of the fake time, and then answers. */
async function* reasonFor(ms: number): AsyncGenerator<UpstreamEvent[]> {
  for (let spent = 0; spent < ms; spent += 20) {
    yield [{ kind: 'reasoning', text: 'Hm. ' }]
    await vi.advanceTimersByTimeAsync(20)
  }
  yield [
    { kind: 'text', text: 'Twice half' },
    { kind: 'finish', reason: 'stop' },
  ]
}

/** Offers that many bytes of text and tells how many of them were taken. */
function flood(bytes: number, progress: { written: number }): Answer {
  const text = '-'.repeat(32_768)
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const gone = once(response, 'close')
    while (progress.written < bytes && !response.destroyed) {
      const taken = response.write(chunk({ content: text }))
      progress.written += text.length
      if (!taken) await Promise.race([once(response, 'drain'), gone])
    }
    const usage = { prompt_tokens: 1, completion_tokens: 1 }
    response.end(`${chunk({}, 'stop', { usage })}data: [DONE]\n\n`)
  }
}

/** A stream that has begun and that nobody reads. */
async function unreadStream(): Promise<IncomingMessage> {
  const outgoing = request(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ ...QUESTION, stream: true }))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}

function pingsIn(text: string): number {
  return text.split(': ping\n').length - 1
}
