import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

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

interface Made {
  id: string
  secret: string
}

/** Fills in the form of a page and sends it. */
async function sendForm(path: string, fields: Record<string, string>, to = path): Promise<Response> {
  const form = /name="form" value="(\w+)"/.exec(await ada.page(path))?.[1] ?? ''
  return ada.post(to, { form, ...fields })
}

async function make(fields: Record<string, string> = {}): Promise<Made> {
  return madeOf(await sendForm('/console/keys/new', { name: 'ci', ...fields }, '/console/keys'))
}

async function madeOf(answer: Response): Promise<Made> {
  const page = await answer.text()
  expect(answer.status).toBe(200)
  const secret = /<code class="secret" id="secret">([^<]+)</.exec(page)?.[1] ?? ''
  const id = /data-path="\/console\/keys\/(\w+)"/.exec(page)?.[1] ?? ''
  return { id, secret }
}

/** What a call with a secret comes to. */
async function call(secret: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'DORA?' }],
      max_tokens: 256,
    }),
  })
  await answer.body?.cancel()
  return answer.status
}

describe('a new key', () => {
  test('works at once, and its secret is shown this once', async () => {
    const { id, secret } = await make()
    expect(secret).toMatch(/^sk-svc-\w{51}$/)
    expect(await call(secret)).toBe(200)
    for (const path of ['/console/keys', `/console/keys/${id}`]) {
      const page = await ada.page(path)
      expect(page).not.toContain(secret)
      expect(page).toContain(secret.slice(-4))
    }
    expect(service.logs.join('\n')).not.toContain(secret)
  })

  test('has the caps of its form, to the cent', async () => {
    const { id, secret } = await make({ day: '$0.0001', month: '1,000.5' })
    const key = await service.parts.store.getKey('acct_demo', id)
    expect(key?.limits).toEqual({ hour: null, day: 100, week: null, month: 1_000_500_000 })
    expect(await call(secret)).toBe(429)
  })

  test('stops working at the end of its last day', async () => {
    const lastDay = new Date(clock.now() + DAY).toISOString().slice(0, 10)
    const { id, secret } = await make({ expires: lastDay })
    clock.advance(Date.parse(`${lastDay}T23:59:59.999Z`) - clock.now())
    expect(await call(secret)).toBe(200)
    clock.advance(1)
    expect(await call(secret)).toBe(401)
    expect((await ada.get(`/console/keys/${id}`)).status).toBe(404)
    expect(await ada.page('/console/keys')).toContain('Revoked and expired keys (1)')
  })

  test.each([
    [{ name: ' ' }, 'Give the key a name.'],
    [{ name: 'x'.repeat(101) }, 'A name has 100 characters at most.'],
    [{ day: '-1' }, 'Type an amount like 5 or 2.50'],
    [{ week: '0.0000001' }, 'Type an amount like 5 or 2.50'],
    [{ month: '1e6' }, 'Type an amount like 5 or 2.50'],
    [{ expires: '2020-01-01' }, 'Type a day that is not over'],
    [{ expires: '2027-02-31x' }, 'Type a day that is not over'],
  ])('with %j is refused beside the field, and nothing is made', async (fields, words) => {
    const before = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 100 })
    const answer = await sendForm('/console/keys/new', { name: 'ci', ...fields }, '/console/keys')
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(words)
    expect(await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 100 })).toEqual(before)
  })

  test('is made once, however often its form is sent', async () => {
    const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/keys/new'))?.[1] ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ada.post('/console/keys', { form, name: 'twice' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const keys = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 100 })
    expect(keys.filter(({ name }) => name === 'twice')).toHaveLength(1)
  })

  test('is not made without the form of a page', async () => {
    expect((await ada.post('/console/keys', { name: 'ci' })).status).toBe(303)
    expect(await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 100 })).toHaveLength(1)
  })

  test('is the twentieth at most, also where many are made at one time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => sendForm('/console/keys/new', { name: 'many' }, '/console/keys')),
    )
    // The demo key is one of the twenty.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    const refused = answers.find(({ status }) => status === 422)
    expect(await refused?.text()).toContain('You have 20 active keys')
  })

  test('with a hostile name is shown as it was typed', async () => {
    const name = '"><script>alert(1)</script>{{7*7}}'
    const { id } = await make({ name })
    for (const path of ['/console/keys', `/console/keys/${id}`]) {
      const page = await ada.page(path)
      expect(page).not.toContain('<script>alert')
      expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{7*7}}')
    }
  })
})

describe('a change', () => {
  test('of name and caps counts at once, and stands in the log', async () => {
    const { id, secret } = await make()
    const answer = await ada.post(`/console/keys/${id}`, { name: 'nightly', day: '0' })
    expect(answer.headers.get('location')).toBe(`/console/keys/${id}?done=saved`)
    expect(await call(secret)).toBe(429)
    expect(await ada.page('/console/account/log')).toContain('name: ci → nightly; day: none → 0')
  })

  test('of an empty field lifts a cap', async () => {
    const { id, secret } = await make({ day: '0' })
    await ada.post(`/console/keys/${id}`, { name: 'ci' })
    expect(await call(secret)).toBe(200)
  })
})

describe('a roll', () => {
  test('gives a new secret, and the old one goes on for the time that was chosen', async () => {
    const { id, secret } = await make({ day: '5' })
    await call(secret)
    const spent = await service.parts.store.windowSpends(id, clock.now())
    const rolled = await madeOf(
      await sendForm(`/console/keys/${id}`, { grace: String(HOUR) }, `/console/keys/${id}/roll`),
    )
    expect(rolled.id).toBe(id)
    // Its caps go on where they were.
    expect(await service.parts.store.windowSpends(id, clock.now())).toEqual(spent)
    expect([await call(secret), await call(rolled.secret)]).toEqual([200, 200])
    clock.advance(HOUR)
    expect([await call(secret), await call(rolled.secret)]).toEqual([401, 200])
  })

  test('without a grace ends the old secret at once', async () => {
    const { id, secret } = await make()
    await sendForm(`/console/keys/${id}`, { grace: '0' }, `/console/keys/${id}/roll`)
    expect(await call(secret)).toBe(401)
  })

  test('goes by the times of the form only', async () => {
    const { id, secret } = await make()
    const answer = await sendForm(
      `/console/keys/${id}`,
      { grace: '999999999999' },
      `/console/keys/${id}/roll`,
    )
    expect(answer.status).toBe(404)
    expect(await call(secret)).toBe(200)
  })
})

describe('a revocation', () => {
  test('ends the key and the calls that run with it', async () => {
    const { id, secret } = await make()
    const answer = await ada.post(`/console/keys/${id}/revoke`)
    expect(answer.headers.get('location')).toBe('/console/keys?done=revoked')
    expect(await call(secret)).toBe(401)
    expect(await ada.page('/console/keys?done=revoked')).toContain('The key is revoked.')
  })
})

describe('keys of somebody else', () => {
  test('are not there, whatever is asked of them', async () => {
    const { id, secret } = await make()
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    const form = /name="form" value="(\w+)"/.exec(await eve.page('/console/keys/new'))?.[1] ?? ''
    const answers = await Promise.all([
      eve.get(`/console/keys/${id}`),
      eve.post(`/console/keys/${id}`, { name: 'mine' }),
      eve.post(`/console/keys/${id}/roll`, { form, grace: '0' }),
      eve.post(`/console/keys/${id}/revoke`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await call(secret)).toBe(200)
    expect(await eve.page('/console/keys')).not.toContain(secret.slice(-4))
  })
})

test('an account makes or rolls a hundred keys a day at most', async () => {
  const { id } = await make()
  for (let rolls = 1; rolls < 100; rolls += 1) {
    await sendForm(`/console/keys/${id}`, { grace: '0' }, `/console/keys/${id}/roll`)
  }
  const answer = await sendForm(`/console/keys/${id}`, { grace: '0' }, `/console/keys/${id}/roll`)
  expect(answer.status).toBe(429)
  expect(await answer.text()).toContain('Too many new keys')
})

test('an unknown notice is none', async () => {
  expect(await ada.page('/console/keys?done=%3Cb%3E')).not.toContain('role="status"')
  for (const name of ['constructor', '__proto__', 'toString']) {
    for (const page of ['keys', 'account']) {
      const answer = await ada.get(`/console/${page}?done=${name}`)
      expect([page, answer.status]).toEqual([page, 200])
      expect(await answer.text()).not.toContain('role="status"')
    }
  }
})
