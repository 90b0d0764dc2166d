import type { OidcAttempt } from './people-store.ts'

/** What only the asking browser's attempt knows. */
export type ProviderChecks = Pick<OidcAttempt, 'state' | 'nonce' | 'verifier'>

/** Whom a provider vouches for. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** In the form that is kept; undefined where the provider tells none. */
  email: string | undefined
  /** Whether the provider itself made sure that the address is the person's. */
  emailVerified: boolean
}

/** The provider cannot be asked now, or what it answers cannot be trusted. */
export class ProviderFailure extends Error {
  /** `down`: it does not answer. `refused`: the person or the provider said no. `untrusted`: its answer fails a check. */
  readonly kind: 'down' | 'refused' | 'untrusted'
  /** A code for the log, never a text of the provider's. */
  readonly reason: string

  constructor(kind: ProviderFailure['kind'], reason: string) {
    super(`the identity provider: ${kind} (${reason})`)
    this.kind = kind
    this.reason = reason
  }
}

/** An OpenID Connect provider at which people sign in. */
export interface IdentityProvider {
  /** What people call it. */
  readonly name: string
  /**
   * Where to send the browser, and what its answer must be checked against.
   * @throws {ProviderFailure} `down`
   */
  begin(): Promise<ProviderChecks & { url: string }>
  /**
   * Whom the provider vouches for. `query` is that of the address it sent the browser back to.
   * @throws {ProviderFailure}
   */
  finish(query: string, checks: ProviderChecks): Promise<ProvenIdentity>
}
