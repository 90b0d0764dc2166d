import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { ask, framesIn, UNAVAILABLE } from './asking.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** From here on no hold can be ended. */
function breakStore(): void {
  vi.spyOn(service.parts.store, 'settle').mockRejectedValue(new Error('the table is gone'))
}

/** What the log says of faults, and of nothing else. */
const faults = (from: number): unknown[] =>
  service.logs
    .slice(from)
    .map((line) => JSON.parse(line) as { event?: string; msg?: string })
    .flatMap(({ event, msg }) => (event ?? msg)?.match(/settlement_failed/) ?? [])

test('a stream that breaks ends with its error frame, though its hold cannot be released', async () => {
  breakStore()
  const from = service.logs.length
  upstream.answer(sse([chunk({ content: 'Twice ' })]))
  const frames = framesIn(await (await ask(service, { stream: true })).text())
  expect(frames.at(-1)).toEqual(UNAVAILABLE)
  expect(faults(from)).toHaveLength(1)
})

test('a stream that cannot be settled ends with an error frame, without [DONE]', async () => {
  breakStore()
  upstream.answer(sse(stream(['Twice half its length.'])))
  const frames = framesIn(await (await ask(service, { stream: true })).text())
  expect(frames.at(-1)).toMatchObject({ error: { code: 'internal_error' } })
})

test.each([
  ['is refused', json({}, 403)],
  ['breaks off', json({ choices: [{ message: { content: 'Twice' }, finish_reason: null }] })],
])('a plain call that %s says so, though its hold cannot be released', async (_name, answer) => {
  breakStore()
  upstream.answer(answer)
  const response = await ask(service)
  expect([response.status, await response.json()]).toEqual([502, UNAVAILABLE])
})
