import type { Clock } from '../clock.ts'
import { randomText } from '../random-text.ts'
import type { Audit } from './audit.ts'
import { ATTEMPT_MS } from './email-sign-in.ts'
import type { IdentityProvider, ProvenIdentity } from './identity-provider.ts'
import type { PeopleStore, Person, RateLimit } from './people-store.ts'
import { hashOf } from './sessions.ts'
import type { Welcome } from './welcome.ts'

/** Sign-ins that one network may begin, and all of them together: each keeps a row for ten minutes. Whole offices share a network. */
const BY_NETWORK: Omit<RateLimit, 'bucket'> = { most: 300, windowMs: ATTEMPT_MS }
const IN_ALL: RateLimit = { bucket: 'oidc:all', most: 5_000, windowMs: ATTEMPT_MS }

/** Where to send the browser, and the secret that it keeps meanwhile. */
export type BeginOutcome =
  | { kind: 'begun'; cookie: string; url: string }
  | { kind: 'too_many'; retryAt: number }

/** Who came back from the provider, or why nobody is let in. */
export type OidcOutcome =
  | { kind: 'in'; person: Person; returnTo: string }
  /** No sign-in of this browser is under way: it ended, or it began in another browser. */
  | { kind: 'over' }
  /** The provider does not vouch for an address, so no account can be found or made. */
  | { kind: 'unverified' }
  | { kind: 'not_welcome' }

export interface OidcSignInParts {
  people: PeopleStore
  clock: Clock
  provider: IdentityProvider
  welcome: Welcome
  audit: Audit
}

/** Sign-in at an OpenID Connect provider. Who comes back is known by issuer and subject; by the address only the first time. */
export class OidcSignIn {
  readonly #parts: OidcSignInParts

  constructor(parts: OidcSignInParts) {
    this.#parts = parts
  }

  /** What people call the provider. */
  get providerName(): string {
    return this.#parts.provider.name
  }

  /**
   * Begins a sign-in, unless too many were begun.
   * @throws {ProviderFailure} `down`
   */
  async begin({ network, returnTo }: { network: string; returnTo: string }): Promise<BeginOutcome> {
    const { people, clock, provider } = this.#parts
    const now = clock.now()
    const byNetwork = { ...BY_NETWORK, bucket: `oidc:network:${hashOf(network).toString('base64url')}` }
    const { admitted, retryAt } = await people.countEvent([byNetwork, IN_ALL], now)
    if (!admitted) return { kind: 'too_many', retryAt }
    const { url, ...checks } = await provider.begin()
    const cookie = randomText(43)
    const expiresAt = now + ATTEMPT_MS
    await people.startOidcAttempt({ cookieHash: hashOf(cookie), ...checks, returnTo, expiresAt })
    return { kind: 'begun', cookie, url }
  }

  /** @throws {ProviderFailure} */
  async finish(cookie: string, query: string): Promise<OidcOutcome> {
    const { people, clock, provider } = this.#parts
    const attempt = await people.takeOidcAttempt(hashOf(cookie), clock.now())
    if (!attempt) return { kind: 'over' }
    const identity = await provider.finish(query, attempt)
    const known = await people.findByIdentity(identity)
    if (known) return { kind: 'in', person: known, returnTo: attempt.returnTo }
    return this.#join(identity, attempt.returnTo)
  }

  /** The first time: the account of the address that the provider vouches for, or a new one. */
  async #join(
    { issuer, subject, email, emailVerified }: ProvenIdentity,
    returnTo: string,
  ): Promise<OidcOutcome> {
    const { people, clock, welcome, audit } = this.#parts
    if (email === undefined || !emailVerified) return { kind: 'unverified' }
    const person = await welcome.enter(email)
    if (!person) return { kind: 'not_welcome' }
    await people.joinIdentity(person.id, { issuer, subject }, clock.now())
    await audit.write(person, 'identity_joined', { detail: issuer })
    return { kind: 'in', person, returnTo }
  }
}
