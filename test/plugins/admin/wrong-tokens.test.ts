import { afterEach, beforeEach, expect, test } from 'vitest'
import { WrongTokens } from '../../../src/plugins/admin/wrong-tokens.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { ADMIN_TOKEN, startService, type Service } from '../../support/start-service.ts'
import { readRefusal } from '../v1/refusal.ts'
import { eventually } from '../../support/eventually.ts'

/** Whoever guesses the operator's token is told to wait; the operator never is. */

let clock: FakeClock
let service: Service
beforeEach(async () => {
  clock = new FakeClock()
  service = await startService({}, { clock })
})
afterEach(() => service.close())

/** Asks through the proxy of this machine, which tells whom it asks for. */
const ask = (token: string, network: string): Promise<Response> =>
  fetch(`${service.url}/admin/v1/accounts`, {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': network },
  })

async function guess(times: number, network = '198.51.100.1'): Promise<number[]> {
  const statuses: number[] = []
  for (let tried = 0; tried < times; tried += 1) {
    const { status } = await ask(`guess-${tried}`, network)
    statuses.push(status)
  }
  return statuses
}

const warnings = (): unknown[] =>
  service.logs
    .map((line) => JSON.parse(line) as { msg: string; level: number; tokens?: number })
    .filter(({ msg }) => msg === 'admin_token_refused')
    .map(({ level, tokens }) => [level, tokens])

test('ten wrong tokens a minute are refused, the next ones are told to wait and lose their connection', async () => {
  expect(new Set(await guess(10))).toEqual(new Set([401]))
  clock.advance(15_000)
  const late = await ask('guess', '198.51.100.1')
  expect([late.headers.get('retry-after'), late.headers.get('connection')]).toEqual(['45', 'close'])
  expect(late.headers.get('x-should-retry')).toBe('false')
  expect(await readRefusal(late)).toMatchObject({
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
  })
  clock.advance(45_000)
  expect((await ask('guess', '198.51.100.1')).status).toBe(401)
})

test('the right token is let in all the while, from the same network too', async () => {
  await guess(50)
  expect((await ask(ADMIN_TOKEN, '198.51.100.1')).status).toBe(200)
  expect(await guess(1)).toEqual([429])
})

test('each network has a count of its own, and one customer is one network', async () => {
  await guess(10)
  expect(await guess(1, '198.51.100.2')).toEqual([401])
  await guess(10, '2001:db8:1:2::1')
  expect(await guess(1, '2001:db8:1:2:ffff::9')).toEqual([429])
  expect(await guess(1, '2001:db8:1:3::1')).toEqual([401])
  expect(await guess(1, '::ffff:198.51.100.1')).toEqual([429])
})

test('the operator is warned once a minute, with a count, and with no address or token', async () => {
  await guess(25)
  await guess(5, '198.51.100.2')
  expect(warnings()).toEqual([[40, 1]])
  clock.advance(60_000)
  await guess(3)
  expect(warnings()).toEqual([
    [40, 1],
    [40, 30],
  ])
  const lines = service.logs.join('\n')
  expect(lines).not.toContain('198.51.100')
  expect(lines).not.toContain('guess-')
  await eventually(async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^svc_errors_total\{code="invalid_admin_token"\} 18$/m)
    expect(metrics).toMatch(/^svc_errors_total\{code="rate_limit_exceeded"\} 15$/m)
  })
})

test('however many networks guess, what is remembered of them is bounded', () => {
  const tokens = new WrongTokens({ clock, log: { warn: () => undefined } })
  for (let tried = 0; tried < 10; tried += 1) tokens.count('first')
  expect(tokens.count('first')).toBe(60_000)
  for (let network = 0; network < 10_000; network += 1) tokens.count(`network-${network}`)
  expect(tokens.count('first')).toBeUndefined()
})
