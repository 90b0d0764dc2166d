import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { AlertMails } from '../../../src/domain/people/alert-mails.ts'
import type { Mail } from '../../../src/domain/people/mailer.ts'
import type { SpendAlert } from '../../../src/domain/ledger/spend-alerts.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { makeCall } from '../../support/made-history.ts'
import { startService, type Service } from '../../support/start-service.ts'

const NO_CAPS = { hour: null, day: null, week: null, month: null }

let store: MemoryStore
let clock: FakeClock
let mails: Mail[]
let faults: unknown[]
let calls: number

beforeEach(async () => {
  store = new MemoryStore()
  clock = new FakeClock('2026-11-21T12:00:00Z')
  mails = []
  faults = []
  calls = 0
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 10_000, now: clock.now() })
  await store.people.createPerson({
    id: 'per_a',
    email: 'ada@example.com',
    accountId: 'acct_a',
    createdAt: clock.now(),
  })
  const key = { id: 'key_a', accountId: 'acct_a', name: 'night\u001b[2J\nly', secretHash: new Uint8Array(32) }
  await store.createKey(
    { ...key, lastFour: 'abcd', limits: { ...NO_CAPS, day: 4_000 }, now: clock.now() },
    20,
  )
})
afterEach(() => store.close())

/** One instance of the service; all of them share the store. */
function instance(): AlertMails {
  return new AlertMails({
    store,
    clock,
    mailer: { send: (mail) => mails.push(mail), close: async () => undefined },
    consoleUrl: 'https://platform.example.com/console',
    failed: (cause) => faults.push(cause),
  })
}

async function spend(costMicros: number): Promise<void> {
  const id = `chatcmpl_${(calls += 1)}`
  await makeCall(store, { id, accountId: 'acct_a', keyId: 'key_a', at: clock.now(), costMicros })
}

const cap = (percent: SpendAlert['percent']): SpendAlert => ({
  kind: 'spend_limit',
  percent,
  accountId: 'acct_a',
  keyId: 'key_a',
  window: 'day',
})
const credit = (percent: SpendAlert['percent']): SpendAlert => ({
  kind: 'credit',
  percent,
  accountId: 'acct_a',
})

describe('a mail about a cap', () => {
  test('says what is spent, when it begins anew and where to go, in lines that a terminal can show', async () => {
    await spend(2_000)
    await instance().send(cap(50))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'night [2J ly: 50 % of the cap of this day is spent',
    })
    expect(mails[0]?.text).toContain('has spent $0.002 of its cap of $0.004 for this day.')
    expect(mails[0]?.text).toContain('begins anew on 2026-11-22 at 00:00 UTC')
    expect(mails[0]?.text).toContain('https://platform.example.com/console/usage?key=key_a')
    expect(mails[0]?.text).not.toContain('\u001b')
  })

  test('of a token names it as one, and leads to its page', async () => {
    const token = { id: 'tok_a', accountId: 'acct_a', name: 'agent', secretHash: new Uint8Array(31) }
    const limits = { ...NO_CAPS, day: 1_000 }
    await store.createKey({ ...token, lastFour: 'abcd', scopes: ['ask'], limits, now: clock.now() }, 20)
    const call = { id: 'chatcmpl_t', accountId: 'acct_a', keyId: 'tok_a', at: clock.now(), costMicros: 900 }
    await makeCall(store, call)
    await instance().send({ ...cap(80), keyId: 'tok_a' })
    expect(mails[0]?.text).toContain('The token "agent" has spent')
    expect(mails[0]?.text).toContain('https://platform.example.com/console/tokens/tok_a')
  })

  test('goes out once for each share, window and cap, whichever instances see it', async () => {
    await spend(4_000)
    await Promise.all(
      [instance(), instance(), instance()].flatMap((one) => [one.send(cap(80)), one.send(cap(100))]),
    )
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'night [2J ly: 80 % of the cap of this day is spent',
      'night [2J ly: all of the cap of this day is spent',
    ])
    clock.advance(86_400_000)
    await spend(4_000)
    await instance().send(cap(100))
    expect(mails).toHaveLength(3)
    await store.updateKey('acct_a', 'key_a', { limits: { day: 5_000 }, now: clock.now() })
    await instance().send(cap(80))
    expect(mails).toHaveLength(4)
  })

  test('is not written where the window began anew or the cap went meanwhile', async () => {
    await spend(4_000)
    clock.advance(86_400_000)
    await instance().send(cap(100))
    await store.updateKey('acct_a', 'key_a', { limits: { day: null }, now: clock.now() })
    await instance().send(cap(100))
    expect(mails).toEqual([])
  })
})

describe('a mail about credit', () => {
  test('goes out once after each top-up', async () => {
    await store.updateKey('acct_a', 'key_a', { limits: { day: null }, now: clock.now() })
    await spend(8_000)
    for (const one of [instance(), instance()]) await one.send(credit(80))
    expect(mails.map(({ subject }) => subject)).toEqual(['80 % of your credit is spent'])
    expect(mails[0]?.text).toContain('Of $0.01 after your last top-up, $0.002 are left.')
    clock.advance(1)
    await store.addCredit({
      accountId: 'acct_a',
      amountMicros: 8_000,
      idempotencyKey: undefined,
      now: clock.now(),
    })
    await instance().send(credit(80))
    expect(mails).toHaveLength(1)
    await spend(8_000)
    await instance().send(credit(80))
    expect(mails).toHaveLength(2)
  })

  test('is not written for an account that nobody owns, nor one without any credit', async () => {
    await store.createAccount({ id: 'acct_b', name: 'B', creditMicros: 0, now: clock.now() })
    await instance().send({ ...credit(100), accountId: 'acct_b' })
    await store.people.createPerson({
      id: 'per_b',
      email: 'b@example.com',
      accountId: 'acct_b',
      createdAt: 0,
    })
    await instance().send({ ...credit(100), accountId: 'acct_b' })
    expect([mails, faults]).toEqual([[], []])
  })
})

test('an account gets at most 60 such mails a day', async () => {
  await store.updateKey('acct_a', 'key_a', { limits: { day: null, hour: 1 }, now: clock.now() })
  await spend(1)
  for (let limit = 1; limit <= 70; limit += 1) {
    const id = `key_${limit}`
    const limits = { ...NO_CAPS, day: 1 }
    await store.createKey(
      {
        id,
        accountId: 'acct_a',
        name: id,
        secretHash: new Uint8Array(32).fill(limit),
        lastFour: 'abcd',
        limits,
        now: 0,
      },
      100,
    )
    await makeCall(store, {
      id: `chatcmpl_x${limit}`,
      accountId: 'acct_a',
      keyId: id,
      at: clock.now(),
      costMicros: 1,
    })
    await instance().send({ ...cap(100), keyId: id })
  }
  expect(mails).toHaveLength(60)
})

test('a store that cannot be asked costs the mail and nothing else', async () => {
  const broken = new AlertMails({
    store: Object.assign(Object.create(store) as MemoryStore, {
      people: { findByAccount: () => Promise.reject(new Error('gone')) },
    }),
    clock,
    mailer: { send: (mail) => mails.push(mail), close: async () => undefined },
    consoleUrl: '',
    failed: (cause) => faults.push(cause),
  })
  await broken.send(cap(50))
  expect([mails, faults]).toEqual([[], [new Error('gone')]])
})

describe('in the service', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService({}, { clock })
  })
  afterEach(() => service.close())

  test('a call that takes a key over its cap is told by mail, one that is refused tells nothing new', async () => {
    const ada = new ConsoleClient(service)
    await ada.signIn('ada@example.com')
    const answer = await ada.post('/console/keys', {
      form: /name="form" value="(\w+)"/.exec(await ada.page('/console/keys/new'))?.[1] ?? '',
      name: 'small',
      day: '0.004',
    })
    const [secret = ''] = /sk-svc-[\w-]{20,}/.exec(await answer.text()) ?? []
    const ask = () =>
      service.openai({ apiKey: secret }).chat.completions.create({
        model: 'svc-fast',
        messages: [{ role: 'user', content: 'What does DORA ask?' }],
      })
    const refusals = async (): Promise<number> =>
      ask().then(
        () => 0,
        () => 1,
      )
    for (let refused = 0; refused < 3;) refused += await refusals()
    await expect
      .poll(() => service.terminal.filter((text) => text.includes('small: all of the cap')))
      .toHaveLength(1)
    const about = service.terminal.filter((text) => text.includes('of the cap of this day is spent'))
    expect(about.length).toBeLessThanOrEqual(3)
  })
})
