import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOidcServer, type OidcServer } from '../../support/oidc-server.ts'
import { startService, type Service } from '../../support/start-service.ts'

let oidc: OidcServer
let service: Service
beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8080/console/sign-in/provider/callback')
  service = await startService(oidc.environment)
})
afterAll(async () => {
  await service.close()
  await oidc.close()
})

describe('a sign-in at the provider', () => {
  const begin = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/console/sign-in/provider`, { redirect: 'manual', headers })

  test('that one network began too often is told, and keeps no other out', async () => {
    const network = '198.51.100.1'
    const here = { 'x-forwarded-for': network }
    for (let begun = 0; begun < 300; begun += 1) {
      await service.parts.people.oidcSignIn?.begin({ network, returnTo: '/console/keys' })
    }
    const refused = await begin(here)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('Too many sign-ins'),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await begin({ 'x-forwarded-for': '198.51.100.2' })).status).toBe(303)
  })

  test.each(['image', 'iframe', 'script', 'empty'])(
    'is begun by people: what a page loads as %s goes nowhere',
    async (destination) => {
      const refused = await begin({ 'sec-fetch-dest': destination })
      expect([refused.status, refused.headers.get('location'), refused.headers.getSetCookie()]).toEqual([
        404,
        null,
        [],
      ])
      expect((await begin({ 'sec-fetch-dest': 'document' })).status).toBe(303)
    },
  )
})
