import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'

const MINUTE = 60_000

let service: Service
let clock: FakeClock
let ada: ConsoleClient

beforeEach(async () => {
  clock = new FakeClock()
  service = await startService({}, { clock })
  ada = new ConsoleClient(service)
  await ada.signIn('ada@example.com')
})
afterEach(() => service.close())

async function isIn(browser: ConsoleClient): Promise<boolean> {
  return (await browser.get('/console/account')).status === 200
}

describe('sessions', () => {
  test('are listed with their browsers, and each can be ended', async () => {
    const phone = new ConsoleClient(service)
    const { code } = await phone.ask('ada@example.com')
    await phone.post('/console/sign-in/code', { code }, { 'user-agent': 'Phone <1>' })
    const page = await ada.page('/console/account')
    expect(page).toContain('Phone &lt;1&gt;')
    const [, id] = /account\/sessions\/(\w+)\/end/.exec(page) ?? []
    await ada.post(`/console/account/sessions/${id}/end`)
    expect([await isIn(phone), await isIn(ada)]).toEqual([false, true])
  })

  test('elsewhere end together, this one stays', async () => {
    const others = [new ConsoleClient(service), new ConsoleClient(service)]
    for (const other of others) await other.signIn('ada@example.com')
    await ada.post('/console/account/sign-out-everywhere')
    expect(await Promise.all([...others, ada].map(isIn))).toEqual([false, false, true])
  })

  test('of somebody else cannot be ended', async () => {
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    const [session] = await service.parts.store.people.listSessions(
      (await service.parts.store.people.findByEmail('ada@example.com'))?.id ?? '',
      clock.now(),
    )
    expect((await eve.post(`/console/account/sessions/${session?.id}/end`)).status).toBe(404)
    expect(await isIn(ada)).toBe(true)
  })
})

describe('the log', () => {
  test('tells what was done, newest first, in pages, and to nobody else', async () => {
    for (let times = 0; times < 60; times += 1) {
      clock.advance(1)
      await ada.get('/console/account/export')
    }
    const first = await ada.page('/console/account/log')
    expect(first.match(/Data exported/g)).toHaveLength(50)
    const [, next] = /href="(\/console\/account\/log\?after=\w+)"/.exec(first) ?? []
    const second = await ada.page(next ?? '')
    expect(second.match(/Data exported/g)).toHaveLength(10)
    expect(second).toContain('Account made')
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    expect(await eve.page(next ?? '')).not.toContain('Data exported')
  })
})

test('the export holds everything that is kept of the person, and no secret', async () => {
  const answer = await service.openai().chat.completions.create({
    model: 'svc-fast',
    messages: [{ role: 'user', content: 'a-marker-of-the-question about DORA' }],
  })
  const text = await (await ada.get('/console/account/export')).text()
  const data = JSON.parse(text) as {
    person: { email: string }
    keys: unknown[]
    usage: { id: string; costMicros: number }[]
    journal: unknown[]
    log: unknown[]
    sessions: unknown[]
  }
  expect(data.person.email).toBe('ada@example.com')
  expect(data.usage.map(({ id }) => id)).toEqual([answer.id])
  expect([data.keys.length, data.journal.length, data.sessions.length]).toEqual([1, 2, 1])
  expect(data.log.length).toBeGreaterThan(1)
  expect(text).not.toContain(service.key)
  expect(text).not.toContain('a-marker-of-the-question')
  expect(text).not.toMatch(/hash/i)
})

describe('deletion', () => {
  test('wants the address and a fresh sign-in', async () => {
    const wrong = await ada.post('/console/account/delete', { confirm: 'eve@example.com' })
    expect([wrong.status, await isIn(ada)]).toEqual([422, true])
    clock.advance(10 * MINUTE)
    const stale = await ada.post('/console/account/delete', { confirm: 'ada@example.com' })
    expect([stale.status, await isIn(ada)]).toEqual([403, true])
  })

  test('revokes the keys, ends the sessions and forgets the address; the books stay right', async () => {
    await service.openai().models.list()
    const phone = new ConsoleClient(service)
    await phone.signIn('ada@example.com')
    const answer = await ada.post('/console/account/delete', { confirm: ' Ada@Example.com ' })
    expect(answer.headers.get('location')).toBe('/console/sign-in?done=deleted')
    expect([await isIn(ada), await isIn(phone)]).toEqual([false, false])
    await expect(service.openai().models.list()).rejects.toMatchObject({ status: 401 })
    const { store } = service.parts
    expect(await store.people.findByEmail('ada@example.com')).toBeUndefined()
    const log = await store.people.listAudit({ accountId: 'acct_demo', limit: 100 })
    expect(JSON.stringify([log, await store.getAccount('acct_demo')])).not.toContain('ada@')
    expect(await store.checkBooks()).toEqual([])
  })

  test('lets the same person come back, to a new start', async () => {
    await ada.post('/console/account/delete', { confirm: 'ada@example.com' })
    await ada.signIn('ada@example.com')
    expect(await isIn(ada)).toBe(true)
  })
})
