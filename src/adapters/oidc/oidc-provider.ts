import * as client from 'openid-client'
import { emailAddress } from '../../domain/people/email-address.ts'
import {
  ProviderFailure,
  type IdentityProvider,
  type ProvenIdentity,
  type ProviderChecks,
} from '../../domain/people/identity-provider.ts'
import { isLoopback } from '../../loopback.ts'

/** Errors that a provider may send a browser back with (RFC 6749, OpenID Connect Core). */
const REFUSALS = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/** How long one request to the provider may take, in seconds. */
const TIMEOUT_S = 10

export interface OidcProviderOptions {
  /** `OIDC_ISSUER`: https, unless the provider is on this machine. */
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** `OIDC_NAME`. */
  name: string
  /** Where the provider sends the browser back to: from the configuration, never from a request. */
  redirectUri: string
}

/** An OpenID Connect provider: code flow with PKCE, state and nonce. It is asked about itself when it is first needed. */
export class OidcProvider implements IdentityProvider {
  readonly name: string
  readonly #options: OidcProviderOptions
  #discovered: Promise<client.Configuration> | undefined

  constructor(options: OidcProviderOptions) {
    this.name = options.name
    this.#options = options
  }

  async begin(): Promise<ProviderChecks & { url: string }> {
    const provider = await this.#provider()
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#options.redirectUri,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, nonce, verifier }
  }

  async finish(query: string, { state, nonce, verifier }: ProviderChecks): Promise<ProvenIdentity> {
    const provider = await this.#provider()
    try {
      const tokens = await client.authorizationCodeGrant(
        provider,
        new URL(`${this.#options.redirectUri}?${query}`),
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      )
      const claims = tokens.claims()
      if (!claims) throw new ProviderFailure('untrusted', 'no_id_token')
      // Many providers tell the address here alone.
      const { email, email_verified: verified } =
        claims['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? emailAddress(email) : undefined,
        emailVerified: verified === true,
      }
    } catch (cause) {
      throw failureOf(cause)
    }
  }

  /** The provider as it describes itself; asked again after a failure. */
  async #provider(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const url = new URL(issuer)
    const insecure = url.protocol === 'http:' && isLoopback(url.hostname)
    this.#discovered ??= client.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute: insecure ? [client.allowInsecureRequests] : [],
    })
    try {
      return await this.#discovered
    } catch (cause) {
      this.#discovered = undefined
      throw new ProviderFailure('down', codeOf(cause))
    }
  }
}

function failureOf(cause: unknown): ProviderFailure {
  if (cause instanceof ProviderFailure) return cause
  if (cause instanceof client.AuthorizationResponseError) {
    // It came in an address that anybody can write: what is no word of the standard may be one of theirs.
    return new ProviderFailure('refused', REFUSALS.has(cause.error) ? cause.error : 'unknown')
  }
  const code = codeOf(cause)
  // A request that came to nothing, or a server that has a fault: not a check that failed.
  const down =
    cause instanceof TypeError || /^(?:OAUTH_TIMEOUT|OAUTH_ABORT|OAUTH_RESPONSE_IS_NOT_CONFORM)$/.test(code)
  return new ProviderFailure(down ? 'down' : 'untrusted', code)
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown'
}
