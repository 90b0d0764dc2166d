import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream } from '../../support/upstream-server.ts'

const MINUTE = 60_000

let service: Service
let clock: FakeClock
let operator: ConsoleClient
let bob: ConsoleClient
let bobsAccount: string

beforeEach(async () => {
  clock = new FakeClock()
  service = await startService({ OPERATOR_EMAILS: 'ops@example.com', SIGN_UP: 'invited' }, { clock })
  operator = new ConsoleClient(service)
  await operator.signIn('ops@example.com')
  await operator.post('/console/operator/invitations', { email: 'Bob@Example.com' })
  bob = new ConsoleClient(service)
  await bob.signIn('bob@example.com')
  bobsAccount = (await service.parts.store.people.findByEmail('bob@example.com'))?.accountId ?? ''
})
afterEach(() => service.close())

const page = (): string => `/console/operator/accounts/${bobsAccount}`

async function formOf(): Promise<string> {
  return /name="form" value="(\w+)"/.exec(await operator.page(page()))?.[1] ?? ''
}

async function balance(): Promise<number | undefined> {
  return (await service.parts.store.getAccount(bobsAccount))?.balanceMicros
}

test('the pages of operators are not there for others', async () => {
  const answers = await Promise.all([
    bob.get('/console/operator'),
    bob.get(page()),
    bob.post(`${page()}/credit`, { amount: '5', reason: 'x' }),
    bob.post(`${page()}/suspend`),
    bob.get('/console/operator/invitations'),
    bob.get('/console/operator/health'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await bob.page('/console/keys')).not.toContain('/console/operator')
})

describe('credit', () => {
  test('is booked once for a form, with its reason in the journal', async () => {
    const fields = { form: await formOf(), amount: '12.50', reason: 'invoice 7' }
    await operator.post(`${page()}/credit`, fields)
    await operator.post(`${page()}/credit`, fields)
    expect(await balance()).toBe(12_500_000)
    expect(await bob.page('/console/credit')).toContain('invoice 7')
    expect(await bob.page('/console/account/log')).toContain('12.5 USD: invoice 7')
  })

  test('sent again with another amount is refused', async () => {
    const form = await formOf()
    await operator.post(`${page()}/credit`, { form, amount: '1', reason: 'a' })
    const answer = await operator.post(`${page()}/credit`, { form, amount: '2', reason: 'a' })
    expect([answer.status, await balance()]).toEqual([422, 1_000_000])
  })

  test('is taken back with a minus, never more than there is', async () => {
    await operator.post(`${page()}/credit`, { form: await formOf(), amount: '3', reason: 'a' })
    await operator.post(`${page()}/credit`, { form: await formOf(), amount: '-1', reason: 'b' })
    expect(await balance()).toBe(2_000_000)
    const answer = await operator.post(`${page()}/credit`, {
      form: await formOf(),
      amount: '-2.01',
      reason: 'c',
    })
    expect([answer.status, await balance()]).toEqual([422, 2_000_000])
  })

  test.each([
    [{ amount: '0', reason: 'x' }, 'Type an amount'],
    [{ amount: '', reason: 'x' }, 'Type an amount'],
    [{ amount: '5', reason: ' ' }, 'Say why'],
  ])('%j is refused beside the field', async (fields, words) => {
    const answer = await operator.post(`${page()}/credit`, { form: await formOf(), ...fields })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(words)
  })

  test('wants a form of a page', async () => {
    await operator.post(`${page()}/credit`, { amount: '5', reason: 'x' })
    expect(await balance()).toBe(0)
  })

  test('wants a fresh sign-in', async () => {
    const form = await formOf()
    clock.advance(10 * MINUTE)
    const answer = await operator.post(`${page()}/credit`, { form, amount: '5', reason: 'x' })
    expect([answer.status, await balance()]).toEqual([403, 0])
  })
})

test('a suspended account is refused its calls with 403 until it is resumed', async () => {
  const { secret } = await service.parts.keys.create(bobsAccount, { name: 'k' })
  await operator.post(`${page()}/credit`, { form: await formOf(), amount: '5', reason: 'x' })
  const ask = () =>
    service.openai({ apiKey: secret }).chat.completions.create({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'DORA?' }],
    })
  await operator.post(`${page()}/suspend`)
  await expect(ask()).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
  expect(await bob.page('/console/credit')).toContain('suspended')
  await operator.post(`${page()}/resume`)
  expect((await ask()).choices).toHaveLength(1)
})

describe('accounts', () => {
  test('are found by a part of the address or by their id', async () => {
    expect(await operator.page('/console/operator?q=BOB')).toContain('bob@example.com')
    expect(await operator.page(`/console/operator?q=${bobsAccount}`)).toContain('bob@example.com')
    expect(await operator.page('/console/operator?q=nobody')).toContain('Nobody was found')
  })

  test('that no person has are found by their whole id', async () => {
    await service.parts.store.createAccount({
      id: 'acct_alone',
      name: 'alone',
      creditMicros: 0,
      now: clock.now(),
    })
    expect(await operator.page('/console/operator?q=acct_alone')).toContain('accounts/acct_alone')
    expect(await operator.page('/console/operator')).toContain('accounts/acct_alone')
  })

  test('come in pages', async () => {
    for (let index = 0; index < 60; index += 1) {
      await service.parts.store.createAccount({
        id: `acct_${index}`,
        name: '',
        creditMicros: 0,
        now: clock.now() + index,
      })
    }
    const first = await operator.page('/console/operator')
    const [, next] = /href="(\/console\/operator\?after=\w+)"/.exec(first) ?? []
    const both = first + (await operator.page(next ?? ''))
    const ids = [...both.matchAll(/operator\/accounts\/(\w+)/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(62)
  })
})

describe('invitations', () => {
  test('let in who was not here before, and withdrawn ones do not', async () => {
    await operator.post('/console/operator/invitations', { email: 'cleo@example.com' })
    await operator.post('/console/operator/invitations/withdraw', { email: 'cleo@example.com' })
    const before = service.terminal.length
    await new ConsoleClient(service).post('/console/sign-in', { email: 'cleo@example.com' })
    expect(service.terminal).toHaveLength(before)
    // Whoever came in stays, invited or not.
    await operator.post('/console/operator/invitations/withdraw', { email: 'bob@example.com' })
    const again = new ConsoleClient(service)
    expect((await again.signIn('bob@example.com')).status).toBe(303)
  })

  test('want an address', async () => {
    expect((await operator.post('/console/operator/invitations', { email: 'cleo' })).status).toBe(422)
  })
})

test('the health page tells of store, paths and charges, and names no secret', async () => {
  const text = await operator.page('/console/operator/health')
  expect(text).toContain('takes writes')
  expect(text).toContain('the built-in extractive responder')
  expect(text).toContain('no answer since the start')
})

test('the health page tells how an upstream did when it was last asked', async () => {
  const upstream = await startUpstream(json({ error: {} }, 500))
  const watched = await startService(
    { OPERATOR_EMAILS: 'op@example.com', UPSTREAM_BASE_URL: upstream.url },
    { clock },
  )
  const boss = new ConsoleClient(watched)
  await boss.signIn('op@example.com')
  const ask = () =>
    watched.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'DORA?' }],
    })
  const fact = async () =>
    /Global path<\/th>[^]*?<\/td>/.exec(await boss.page('/console/operator/health'))?.[0] ?? ''
  expect((await ask()).status).toBe(502)
  expect(await fact()).toMatch(/class="warn"[^]*failed[^]*upstream_unavailable[^]*no answer since the start/)
  upstream.answer(json(completion('Yes.')))
  expect((await ask()).status).toBe(200)
  expect(await fact()).toMatch(/class="good"[^]*last answered/)
  await watched.close()
  await upstream.close()
})
