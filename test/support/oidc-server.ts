import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type AccountClaims } from 'oidc-provider'
import { vi } from 'vitest'

/** Who is signed in at the provider. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
}

export interface OidcServer {
  issuer: string
  /** What a service is configured with to use it. */
  environment: Record<string, string>
  /** Who signs in there from now on; null: the person stops at the provider. */
  person: ProviderPerson | null
  /** Answers 503 to everything from now on, or no longer. */
  down: boolean
  /** May change the answer of the token endpoint, as a provider would that cheats. */
  tamper: ((body: string) => string) | undefined
  close: () => Promise<void>
}

export const CLIENT_ID = 'svc-under-test'
const CLIENT_SECRET = 'secret-of-the-test-client-0123456789'

/** A real OpenID Connect provider on loopback, whose login asks nobody anything: it signs in whoever the test says. */
export async function startOidcServer(redirectUri: string): Promise<OidcServer> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, ProviderPerson>()
  // It warns that it keeps everything in memory, which is what a test wants.
  const warnings = vi.spyOn(console, 'warn').mockReturnValue()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'email'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: async (): Promise<AccountClaims> => ({ ...person }) }
    },
  })
  warnings.mockRestore()
  const oidc: OidcServer = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Acme login',
    },
    person: null,
    down: false,
    tamper: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (oidc.down) return void response.writeHead(503).end()
    if (request.url?.startsWith('/interaction/'))
      return void interact(provider, oidc, people, request, response)
    if (request.url === '/token' && oidc.tamper) alter(response, oidc.tamper)
    return void answer(request, response)
  })
  return oidc
}

/** Login and consent in one step. */
async function interact(
  provider: Provider,
  { person }: OidcServer,
  people: Map<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (!person) {
    const result = { error: 'access_denied', error_description: 'the person said no' }
    return provider.interactionFinished(request, response, result)
  }
  people.set(person.sub, person)
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
  grant.addOIDCScope('openid email')
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId: person.sub }, consent })
}

/** Puts other bytes in the place of an answer. */
function alter(response: ServerResponse, tamper: (body: string) => string): void {
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer = '') => {
    const text = tamper(body.toString())
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}
