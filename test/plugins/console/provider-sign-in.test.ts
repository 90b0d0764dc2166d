import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { startOidcServer, type OidcServer } from '../../support/oidc-server.ts'
import { throughProvider } from '../../support/provider-browser.ts'
import { freePort } from '../../support/start-console.ts'
import { startService, type Service } from '../../support/start-service.ts'

const ADA = { sub: 'ada-1', email: 'Ada@Example.com', email_verified: true }

let oidc: OidcServer
let service: Service
let port: string
let open: Service[]

async function start(environment: Record<string, string> = {}, clock = systemClock): Promise<Service> {
  const started = await startService({ PORT: port, ...oidc.environment, ...environment }, { clock })
  open.push(started)
  return started
}

beforeEach(async () => {
  open = []
  port = String(await freePort())
  oidc = await startOidcServer(`http://127.0.0.1:${port}/console/sign-in/provider/callback`)
  oidc.person = ADA
  service = await start()
})
afterEach(async () => {
  for (const one of open) await one.close()
  await oidc.close()
})

/** The service anew, with other settings. */
async function restart(environment: Record<string, string>, clock?: FakeClock): Promise<void> {
  for (const one of open.splice(0)) await one.close()
  service = await start(environment, clock)
}

/** A browser, with a jar for the provider's cookies beside the console's. */
class Person {
  readonly console = new ConsoleClient(service)
  readonly #jar = new Map<string, string>()

  /** Goes to the provider and through it; gives the address that it sends the browser back to. */
  async toProvider(to = ''): Promise<URL> {
    const left = await this.console.get(`/console/sign-in/provider${to}`)
    return this.through(left.headers.get('location') ?? '')
  }

  through(address: string): Promise<URL> {
    return throughProvider(address, this.#jar)
  }

  async back(address: URL): Promise<Response> {
    return this.console.get(address.pathname + address.search)
  }

  /** All of it; the answer is the console's. */
  async signIn(to = ''): Promise<Response> {
    return this.back(await this.toProvider(to))
  }

  async whoIsIn(): Promise<string | undefined> {
    return /<span class="email">([^<]+)</.exec(await this.console.page('/console/keys'))?.[1]
  }
}

const people = () => service.parts.store.people

test('the page has a link to the provider, by its name, and no form', async () => {
  const page = await new ConsoleClient(service).page('/console/sign-in')
  expect(page).toMatch(/<a[^>]+href="\/console\/sign-in\/provider[^>]*>\s*Sign in with Acme login/)
})

describe('a person', () => {
  test('signs up by signing in, and is the same person the next time', async () => {
    const first = new Person()
    const answer = await first.signIn()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/keys'])
    expect(await first.whoIsIn()).toBe('ada@example.com')
    const before = await people().findByEmail('ada@example.com')
    oidc.person = { ...ADA, email: 'other@example.com' }
    const second = new Person()
    await second.signIn()
    // Whoever is known by issuer and subject stays who they are, whatever their address there became.
    expect(await second.whoIsIn()).toBe('ada@example.com')
    expect(await people().findByEmail('other@example.com')).toBeUndefined()
    expect((await people().findByEmail('ada@example.com'))?.id).toBe(before?.id)
  })

  test('comes back to the page that they wanted, and to no other host', async () => {
    const view = '/console/usage?from=2026-11-01&to=2026-11-21&key=0123456789ab&by=key&measure=calls'
    const wanted = await new Person().signIn(`?to=${encodeURIComponent(view)}`)
    expect(wanted.headers.get('location')).toBe(view)
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/console/../x',
      'javascript:1',
    ]) {
      const answer = await new Person().signIn(`?to=${encodeURIComponent(to)}`)
      expect(answer.headers.get('location')).toBe('/console/keys')
    }
  })

  test('who signed in by e-mail before is joined where the provider has verified the address', async () => {
    const byMail = new ConsoleClient(service)
    await byMail.signIn('ada@example.com')
    const before = await people().findByEmail('ada@example.com')
    await new Person().signIn()
    const identities = await people().listIdentities(before?.id ?? '')
    expect(identities).toEqual([{ issuer: oidc.issuer, subject: 'ada-1' }])
    expect(await byMail.page('/console/account/log')).toContain('Provider joined')
  })

  test.each([
    ['says that it is not', { email_verified: false }],
    ['says nothing of it', { email_verified: undefined }],
    ['says it in another way', { email_verified: 'true' as unknown as boolean }],
  ])('is not taken over by an address that the provider has not verified: it %s', async (_words, claim) => {
    await new ConsoleClient(service).signIn('ada@example.com')
    const { email_verified: verified } = claim
    oidc.person = {
      sub: 'eve',
      email: 'ada@example.com',
      ...(verified !== undefined && { email_verified: verified }),
    }
    const eve = new Person()
    const answer = await eve.signIn()
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Your address is not confirmed')
    expect(await eve.whoIsIn()).toBeUndefined()
    const ada = await people().findByEmail('ada@example.com')
    expect(await people().listIdentities(ada?.id ?? '')).toEqual([])
  })

  test('without an address is told so', async () => {
    oidc.person = { sub: 'nobody' }
    expect((await new Person().signIn()).status).toBe(403)
  })

  test('who is not invited stays out', async () => {
    await restart({ SIGN_UP: 'invited', OPERATOR_EMAILS: 'boss@example.com' })
    const answer = await new Person().signIn()
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('No new accounts')])
    await people().invite({ email: 'ada@example.com', invitedAt: 0, invitedBy: 'boss@example.com' })
    const ada = new Person()
    await ada.signIn()
    expect(await ada.whoIsIn()).toBe('ada@example.com')
  })

  test('who stops at the provider is told, and nobody is in', async () => {
    oidc.person = null
    const ada = new Person()
    const answer = await ada.signIn()
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('Acme login did not sign you in'),
    ])
    expect(await ada.whoIsIn()).toBeUndefined()
    expect(service.logs.join('\n')).toContain('"reason":"access_denied"')
  })
})

describe('under attack', () => {
  test('the words of whoever writes the address of an answer are in no log line', async () => {
    const ada = new Person()
    oidc.person = null
    const address = await ada.toProvider()
    address.searchParams.set('error', 'words_of_a_person')
    address.searchParams.set('error_description', 'more words of a person')
    expect((await ada.back(address)).status).toBe(403)
    const logs = service.logs.join('\n')
    expect(logs).toContain('"reason":"unknown"')
    expect(logs).not.toContain('words')
  })

  test('an answer counts once', async () => {
    const ada = new Person()
    const address = await ada.toProvider()
    const attempt = new Map(ada.console.cookies)
    await ada.back(address)
    const thief = new Person()
    for (const [name, value] of attempt) thief.console.cookies.set(name, value)
    expect((await thief.back(address)).status).toBe(410)
    expect(await thief.whoIsIn()).toBeUndefined()
  })

  test('an answer opens nothing in a browser that did not ask for it', async () => {
    const address = await new Person().toProvider()
    const other = new Person()
    expect((await other.back(address)).status).toBe(410)
    // Nor in one that asked for another: a person cannot be signed in as somebody else behind their back.
    await other.toProvider()
    const answer = await other.back(address)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('cannot be trusted')])
    expect(await other.whoIsIn()).toBeUndefined()
  })

  test.each([
    ['the state is another', (address: URL) => address.searchParams.set('state', 'x'.repeat(43))],
    ['the state is missing', (address: URL) => address.searchParams.delete('state')],
    ['the code is another', (address: URL) => address.searchParams.set('code', 'x'.repeat(43))],
    ['the issuer is another', (address: URL) => address.searchParams.set('iss', 'https://evil.example')],
  ])('nobody is in where %s', async (_words, forge) => {
    const ada = new Person()
    const address = await ada.toProvider()
    forge(address)
    const answer = await ada.back(address)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('cannot be trusted')])
    expect(await ada.whoIsIn()).toBeUndefined()
  })

  test.each([
    ['for another sign-in', (claims: Claims) => ({ ...claims, nonce: 'another' })],
    ['for another client', (claims: Claims) => ({ ...claims, aud: 'another' })],
    ['of another issuer', (claims: Claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', (claims: Claims) => ({ ...claims, exp: 1 })],
  ])('an id token %s is refused', async (_words, change) => {
    oidc.tamper = (body) => {
      const answer = JSON.parse(body) as { id_token: string }
      const [head = '', payload = '', signature = ''] = answer.id_token.split('.')
      const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims)
      const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return JSON.stringify({ ...answer, id_token: [head, forged, signature].join('.') })
    }
    const ada = new Person()
    const answer = await ada.signIn()
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('cannot be trusted')])
    expect(await ada.whoIsIn()).toBeUndefined()
  })

  test('a sign-in that takes longer than ten minutes is over', async () => {
    const clock = new FakeClock(new Date().toISOString())
    await restart({}, clock)
    const ada = new Person()
    const address = await ada.toProvider()
    clock.advance(10 * 60_000)
    expect((await ada.back(address)).status).toBe(410)
  })

  test('the way back is the configured one, whatever host the request names', async () => {
    const left = await fetch(`${service.url}/console/sign-in/provider`, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    const to = new URL(left.headers.get('location') ?? '')
    expect(to.origin).toBe(oidc.issuer)
    expect(to.searchParams.get('redirect_uri')).toBe(
      `http://127.0.0.1:${port}/console/sign-in/provider/callback`,
    )
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      scope: 'openid email',
    })
    expect(to.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(to.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
  })

  test('the session is new at each sign-in, so none can be planted', async () => {
    const ada = new Person()
    ada.console.cookies.set('svc_session', 'planted'.padEnd(43, 'x'))
    await ada.signIn()
    const first = ada.console.cookies.get('svc_session') ?? ''
    expect(first).toHaveLength(43)
    await ada.signIn()
    expect(ada.console.cookies.get('svc_session')).not.toBe(first)
    const old = new ConsoleClient(service)
    old.cookies.set('svc_session', first)
    expect((await old.get('/console/keys')).status).toBe(303)
  })

  test('neither code nor state nor address nor token is in a log line', async () => {
    const ada = new Person()
    const address = await ada.toProvider()
    await ada.back(address)
    const secrets = [
      address.searchParams.get('code') ?? '',
      address.searchParams.get('state') ?? '',
      ada.console.cookies.get('svc_session') ?? '',
      'ada@example.com',
      'Ada@Example.com',
    ]
    const log = service.logs.join('\n')
    expect(log).toContain('/console/sign-in/provider/callback')
    expect(secrets.filter((secret) => secret === '' || log.includes(secret))).toEqual([])
  })
})

describe('a provider that is down', () => {
  test('stops no start, is told to the person, and is asked again', async () => {
    oidc.down = true
    await restart({})
    const answer = await new ConsoleClient(service).get('/console/sign-in/provider')
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('Acme login does not answer'),
    ])
    expect(answer.headers.get('retry-after')).toBe('60')
    oidc.down = false
    const ada = new Person()
    await ada.signIn()
    expect(await ada.whoIsIn()).toBe('ada@example.com')
  })

  test('in mid-sign-in leaves nobody in, and says so', async () => {
    const ada = new Person()
    const address = await ada.toProvider()
    oidc.down = true
    const answer = await ada.back(address)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('Acme login does not answer'),
    ])
    oidc.down = false
    await ada.signIn()
    expect(await ada.whoIsIn()).toBe('ada@example.com')
  })

  test('that is no provider at all is told in the same words', async () => {
    const server = createServer((_request, response) => void response.end('hello'))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    await restart({ OIDC_ISSUER: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    expect((await new ConsoleClient(service).get('/console/sign-in/provider')).status).toBe(503)
    server.close()
  })
})

type Claims = Record<string, unknown>
