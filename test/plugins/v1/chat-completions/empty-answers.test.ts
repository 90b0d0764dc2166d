import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { Accounts, ask, fastPrice, framesIn } from './asking.ts'

const FREE = 3
const USAGE = { prompt_tokens: 1_000, completion_tokens: 7 }
const clock = new FakeClock('2026-11-21T12:00:00Z')

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService(
    { UPSTREAM_BASE_URL: upstream.url, FREE_EMPTY_ANSWERS_PER_DAY: String(FREE) },
    { clock },
  )
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
/** Each test has a day of its own. */
beforeEach(() => {
  clock.advance(24 * 3_600_000)
})

/** What an answer says of its cost, plain or streamed. */
async function said(extra: object): Promise<{ warnings: string[]; cost_usd: number }> {
  const response = await ask(service, extra)
  const text = await response.text()
  const bodies = text.startsWith('{') ? [JSON.parse(text) as object] : framesIn(text)
  const last = bodies.findLast((body) => typeof body === 'object' && body !== null && 'svc' in body)
  return (last as { svc: { warnings: string[]; cost_usd: number } }).svc
}

const CHARGED = [expect.stringMatching(/^empty_answer_charged: /) as string]

describe.each([
  ['plain', {}],
  ['streamed', { stream: true }],
])('empty answers, %s,', (_how, extra) => {
  beforeEach(() => {
    upstream.answer(
      'stream' in extra ? sse([chunk({}, 'stop', { usage: USAGE })]) : json(completion('', USAGE)),
    )
  })

  test('cost nothing so often a day, then their prompt, and say so', async () => {
    for (let count = 0; count < FREE; count += 1) {
      expect(await said(extra)).toMatchObject({ warnings: [], cost_usd: 0 })
    }
    const accounts = await Accounts.now(service)
    expect(await said(extra)).toMatchObject({
      warnings: CHARGED,
      cost_usd: fastPrice(1_000, 0) / 1_000_000,
    })
    expect(await accounts.since()).toMatchObject({
      taken: fastPrice(1_000, 0),
      held: 0,
      record: { status: 'empty', prompt_tokens: 1_000 },
    })
    clock.advance(24 * 3_600_000)
    expect(await said(extra)).toMatchObject({ warnings: [], cost_usd: 0 })
  })

  test("that the caller's own stop emptied are paid from the first on, and use up no free one", async () => {
    for (const stop of ['A', ['A', 'B'], 'A', 'A']) {
      expect(await said({ ...extra, stop })).toMatchObject({
        warnings: CHARGED,
        cost_usd: fastPrice(1_000, 0) / 1_000_000,
      })
    }
    expect(await said(extra)).toMatchObject({ warnings: [], cost_usd: 0 })
  })

  test('with a stop that is none are free as others are', async () => {
    for (const stop of [[], '', null]) {
      expect(await said({ ...extra, stop })).toMatchObject({ warnings: [], cost_usd: 0 })
    }
  })
})

test('an answer that its length emptied is not one that the stop emptied', async () => {
  const cut = completion('', USAGE) as { choices: { finish_reason: string }[] }
  upstream.answer(
    json({ ...cut, choices: cut.choices.map((choice) => ({ ...choice, finish_reason: 'length' })) }),
  )
  expect(await said({ stop: 'A' })).toMatchObject({ warnings: [], cost_usd: 0 })
})
