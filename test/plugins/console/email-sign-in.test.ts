import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { ConsoleClient, mailOf } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'

const MINUTE = 60_000

let service: Service
let clock: FakeClock

async function start(environment: Record<string, string> = {}): Promise<void> {
  clock = new FakeClock()
  service = await startService(environment, { clock })
}

beforeEach(() => start())
afterEach(() => service.close())

const client = (): ConsoleClient => new ConsoleClient(service)

/** Whether a browser is in. */
async function isIn(browser: ConsoleClient): Promise<boolean> {
  return (await browser.get('/console/keys')).status === 200
}

describe('a code', () => {
  test('signs the person in who typed it in the browser that asked', async () => {
    const browser = client()
    const answer = await browser.signIn('ada@example.com')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/console/keys')
    expect(await browser.page('/console/keys')).toContain('ada@example.com')
  })

  test('goes with blanks and hyphens as people type them', async () => {
    const browser = client()
    const { code } = await browser.ask('ada@example.com')
    expect(
      (await browser.post('/console/sign-in/code', { code: ` ${code.replace(' ', '-')} ` })).status,
    ).toBe(303)
  })

  test('opens nothing in another browser', async () => {
    const [asking, other] = [client(), client()]
    const { code } = await asking.ask('ada@example.com')
    await other.ask('eve@example.com')
    expect((await other.post('/console/sign-in/code', { code })).status).toBe(422)
    expect(await isIn(other)).toBe(false)
  })

  test('ends after five wrong ones, then the right one opens nothing either', async () => {
    const browser = client()
    const { code } = await browser.ask('ada@example.com')
    const wrong = code.startsWith('0') ? '11111111' : '00000000'
    const cookies = new Map(browser.cookies)
    const statuses: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      statuses.push((await browser.post('/console/sign-in/code', { code: wrong })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 410])
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.post('/console/sign-in/code', { code })).status).toBe(410)
    expect(await isIn(browser)).toBe(false)
  })

  test('guessed in parallel gets no more than five tries', async () => {
    const browser = client()
    const { code } = await browser.ask('ada@example.com')
    const guesses = Array.from({ length: 40 }, (_, index) => String(10_000_000 + index))
    const answers = await Promise.all(
      guesses
        .filter((guess) => guess !== code.replace(' ', ''))
        .map((guess) => windowOf(browser).post('/console/sign-in/code', { code: guess })),
    )
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(4)
    expect((await browser.post('/console/sign-in/code', { code })).status).toBe(410)
  })

  test('ends after ten minutes', async () => {
    const browser = client()
    const { code } = await browser.ask('ada@example.com')
    clock.advance(10 * MINUTE)
    expect((await browser.post('/console/sign-in/code', { code })).status).toBe(410)
  })

  test('works once', async () => {
    const browser = client()
    const { code } = await browser.ask('ada@example.com')
    const cookies = new Map(browser.cookies)
    await browser.post('/console/sign-in/code', { code })
    const thief = client()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    expect((await thief.post('/console/sign-in/code', { code })).status).toBe(410)
  })
})

/** Another window of the same browser. */
function windowOf(browser: ConsoleClient): ConsoleClient {
  const window = client()
  for (const [name, value] of browser.cookies) window.cookies.set(name, value)
  return window
}

describe('a link', () => {
  test('signs in by its button, in any browser, once', async () => {
    const { link } = await client().ask('ada@example.com')
    const path = new URL(link).pathname
    const browser = client()
    expect(await browser.page(path)).toContain('Sign in with this link')
    expect(await browser.page(path)).toContain('Sign in with this link')
    expect((await browser.post(path)).status).toBe(303)
    expect(await isIn(browser)).toBe(true)
    expect((await client().post(path)).status).toBe(410)
  })

  test('and the code of its mail end together', async () => {
    const browser = client()
    const { code, link } = await browser.ask('ada@example.com')
    await browser.post('/console/sign-in/code', { code })
    expect((await client().post(new URL(link).pathname)).status).toBe(410)
  })

  test('leads to the configured address, whatever host the request names', async () => {
    const browser = client()
    const before = service.terminal.length
    await browser.post(
      '/console/sign-in',
      { email: 'ada@example.com' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    )
    const mail = service.terminal.slice(before).join('\n')
    expect(mail).not.toContain('evil.example')
    expect(mailOf(mail).link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/sign-in\/link\//)
  })

  test('stands in no log line', async () => {
    const browser = client()
    const { link } = await browser.ask('ada@example.com')
    await browser.post(new URL(link).pathname)
    expect(service.logs.join('\n')).not.toContain(new URL(link).pathname.split('/').at(-1))
    expect(service.logs.join('\n')).not.toContain('ada@example.com')
  })
})

describe('asking for a mail', () => {
  test('wants an address, and shows what was typed again', async () => {
    const answer = await client().post('/console/sign-in', { email: '"><script>' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('That is no e-mail address')
    expect(page).toContain('&quot;&gt;&lt;script&gt;')
    expect(page).not.toContain('"><script>')
  })

  test('an address that may not come in gets the same answers as one that may', async () => {
    await service.close()
    await start({ SIGN_UP: 'closed', OPERATOR_EMAILS: 'ops@example.com' })
    const seen = await Promise.all(
      ['ops@example.com', 'eve@example.com'].map(async (email) => {
        const browser = client()
        const asked = await browser.post('/console/sign-in', { email })
        const page = await browser.page('/console/sign-in/code')
        const wrong = await browser.post('/console/sign-in/code', { code: '12' })
        return [asked.status, asked.headers.get('location'), page, wrong.status, await wrong.text()]
      }),
    )
    expect(seen[0]).toEqual(seen[1])
    expect(service.terminal.join('\n')).not.toContain('eve@example.com')
  })

  test('one address gets five mails in a quarter of an hour, and the answer does not tell', async () => {
    const answers: number[] = []
    for (let asked = 0; asked < 7; asked += 1) {
      answers.push((await client().post('/console/sign-in', { email: 'ada@example.com' })).status)
    }
    expect(new Set(answers)).toEqual(new Set([303]))
    expect(service.terminal.filter((text) => text.includes('ada@example.com'))).toHaveLength(5)
    clock.advance(15 * MINUTE)
    await client().ask('ada@example.com')
    expect(service.terminal.filter((text) => text.includes('ada@example.com'))).toHaveLength(6)
  })

  test('one network is told when it asked too often', async () => {
    for (let asked = 0; asked < 30; asked += 1) {
      await client().post('/console/sign-in', { email: `person-${asked}@example.com` })
    }
    const answer = await client().post('/console/sign-in', { email: 'one-more@example.com' })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain('Too many mails')
  })

  test('a network is the one that a proxy nearby tells of, and no stranger can make one up', async () => {
    const app = await buildApp(service.parts, { draining: () => false })
    let people = 0
    const ask = async (remoteAddress: string, forwarded: string): Promise<number> => {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/console/sign-in',
        remoteAddress,
        headers: {
          'x-forwarded-for': forwarded,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `email=person-${(people += 1)}@example.com`,
      })
      return statusCode
    }
    for (let asked = 0; asked < 30; asked += 1) await ask('10.0.0.7', '198.51.100.1')
    expect(await ask('10.0.0.7', '198.51.100.1')).toBe(429)
    expect(await ask('10.0.0.7', '203.0.113.80, 198.51.100.1')).toBe(429)
    expect(await ask('10.0.0.7', '198.51.100.2')).toBe(303)
    for (let asked = 0; asked < 30; asked += 1) await ask('203.0.113.9', `192.0.2.${asked}`)
    expect(await ask('203.0.113.9', '192.0.2.99')).toBe(429)
    await app.close()
  })
})

describe('a session', () => {
  test('ends with the sign-out, its old cookie opens nothing', async () => {
    const browser = client()
    await browser.signIn('ada@example.com')
    const stolen = windowOf(browser)
    await browser.post('/console/sign-out')
    expect(await isIn(stolen)).toBe(false)
  })

  test('has a new token at each sign-in, so none can be planted', async () => {
    const browser = client()
    browser.cookies.set('svc_session', 'x'.repeat(43))
    await browser.signIn('ada@example.com')
    const first = browser.cookies.get('svc_session')
    expect(first).not.toBe('x'.repeat(43))
    await browser.post('/console/sign-out')
    await browser.signIn('ada@example.com')
    expect(browser.cookies.get('svc_session')).not.toBe(first)
  })

  test('ends after fourteen days', async () => {
    const browser = client()
    await browser.signIn('ada@example.com')
    clock.advance(14 * 86_400_000)
    expect(await isIn(browser)).toBe(false)
  })

  test('that has ended leads to the sign-in and back to the page, and a form is not lost in silence', async () => {
    const browser = client()
    const away = await browser.get('/console/keys/new')
    expect(away.headers.get('location')).toBe('/console/sign-in?to=%2Fconsole%2Fkeys%2Fnew')
    expect((await browser.post('/console/keys', { name: 'x' })).status).toBe(401)
    expect((await browser.signIn('ada@example.com', '/console/keys/new')).headers.get('location')).toBe(
      '/console/keys/new',
    )
  })

  test.each([
    ['/console/operator?q=what+somebody+typed', '/console/operator'],
    ['/console/usage?from=a+word&by=key&to=2026-11-21x', '/console/usage?by=key'],
    ['/console/usage?by=words&measure=cost&key=a-long-text', '/console/usage?measure=cost'],
    ['/console/account/log?after=text?by=key', '/console/account/log'],
  ])('goes back to the view, and what was typed is left behind: %s', async (to, kept) => {
    expect((await client().signIn('ada@example.com', to)).headers.get('location')).toBe(kept)
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/console//evil.example',
    String.raw`/console\evil`,
    '/v1/models',
    '/console/sign-in',
  ])('goes nowhere else than to a page of the console: %s', async (to) => {
    expect((await client().signIn('ada@example.com', to)).headers.get('location')).toBe('/console/keys')
  })
})

describe('forms of other sites', () => {
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['of an old browser from another origin', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ])('change nothing: %s', async (_, headers) => {
    const browser = client()
    await browser.signIn('ada@example.com')
    expect((await browser.post('/console/sign-out', {}, headers)).status).toBe(403)
    expect(await isIn(browser)).toBe(true)
  })
})

test('cookies are out of reach of scripts and of other sites, over https also of other hosts', async () => {
  await service.close()
  await start({ PLATFORM_URL: 'https://platform.example.com' })
  const browser = client()
  const { code, link } = await browser.ask('ada@example.com')
  expect(link).toMatch(/^https:\/\/platform\.example\.com\/console\/sign-in\/link\//)
  const answer = await browser.post('/console/sign-in/code', { code })
  const session = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-svc_session='))
  expect(session).toMatch(/; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('the first person on a machine without configuration gets the demo credit, the next one an account without', async () => {
  const [ada, bob] = [client(), client()]
  await ada.signIn('ada@example.com')
  await bob.signIn('bob@example.com')
  expect(await ada.page('/console/keys')).toContain('$10.00')
  expect(await bob.page('/console/keys')).toContain('$0.00')
})

test('without a mail server and away from loopback nobody can sign in by e-mail, and the page says so', async () => {
  await service.close()
  await start({ HOST: '0.0.0.0', BOOTSTRAP_API_KEY: `sk-svc-${'x'.repeat(24)}` })
  expect(await client().page('/console/sign-in')).toContain('SMTP_URL')
  expect((await client().post('/console/sign-in', { email: 'ada@example.com' })).status).toBe(404)
})
