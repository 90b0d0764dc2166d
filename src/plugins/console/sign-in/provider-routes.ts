import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProviderFailure } from '../../../domain/people/identity-provider.ts'
import type { OidcSignIn } from '../../../domain/people/oidc-sign-in.ts'
import { networkOf } from '../../../http/network-of.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { beginSession, notWelcome } from './begin-session.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { returnPath } from './return-path.ts'

const SIGN_IN = { href: '/console/sign-in', label: 'Sign in' }

/** Sign-in at the provider: there by a link, since a form may lead to no other host, and back. */
export function providerRoutes(app: FastifyInstance, parts: ConsoleParts, oidcSignIn: OidcSignIn): void {
  const { cookies, log, clock } = parts

  /** Does what may fail at the provider, and says so to the person. */
  const atProvider = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof ProviderFailure)) throw cause
      log.warn('provider_failed', { kind: cause.kind, reason: cause.reason })
      throw failed(cause, oidcSignIn.providerName)
    }
  }

  app.get<{ Querystring: { to?: unknown } }>('/sign-in/provider', async (request, reply) => {
    if (!isPage(request)) throw pageNotFound()
    const asked = { network: networkOf(request.ip), returnTo: returnPath(request.query.to) }
    const begun = await atProvider(() => oidcSignIn.begin(asked))
    if (begun.kind === 'too_many') throw tooMany(begun.retryAt - clock.now())
    cookies.set(reply, 'attempt', begun.cookie)
    return reply.header('cache-control', 'no-store').redirect(begun.url, 303)
  })

  app.get('/sign-in/provider/callback', async (request, reply) => {
    const attempt = cookies.read(request, 'attempt')
    if (attempt === undefined) throw over()
    const outcome = await atProvider(() => oidcSignIn.finish(attempt, request.url.split('?')[1] ?? ''))
    cookies.clear(reply, 'attempt')
    switch (outcome.kind) {
      case 'in':
        return beginSession(parts, request, reply, { ...outcome, method: 'oidc' })
      case 'over':
        throw over()
      case 'not_welcome':
        throw notWelcome()
      case 'unverified':
        throw new PageRefusal(
          403,
          'Your address is not confirmed',
          `${oidcSignIn.providerName} does not say that the e-mail address of your account there is yours. Confirm it there, or sign in by e-mail.`,
          { next: SIGN_IN },
        )
    }
  })
}

/** Whether a person goes there: older browsers do not say. What another site has loaded in a page of its own begins nothing. */
function isPage({ headers }: FastifyRequest): boolean {
  const asked = headers['sec-fetch-dest']
  return asked === undefined || asked === 'document'
}

function tooMany(waitMs: number): PageRefusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new PageRefusal(
    429,
    'Too many sign-ins',
    'Many sign-ins began at this moment. Try again in a few minutes.',
    { headers: { 'retry-after': String(seconds) }, next: SIGN_IN },
  )
}

function over(): PageRefusal {
  return new PageRefusal(
    410,
    'This sign-in has ended',
    'It is older than ten minutes, was finished before, or began in another browser.',
    { next: SIGN_IN },
  )
}

const WORDS: Readonly<Record<ProviderFailure['kind'], (name: string) => PageRefusal>> = {
  down: (name) =>
    new PageRefusal(
      503,
      `${name} does not answer`,
      'Nothing is wrong with your account. Try again in a minute.',
      {
        headers: { 'retry-after': '60' },
        next: SIGN_IN,
      },
    ),
  refused: (name) =>
    new PageRefusal(403, `${name} did not sign you in`, 'You or the provider stopped the sign-in.', {
      next: SIGN_IN,
    }),
  untrusted: (name) =>
    new PageRefusal(
      403,
      `The answer of ${name} cannot be trusted`,
      'It fails a check, so you are not signed in. Try again; if it stays so, tell the operator.',
      { next: SIGN_IN },
    ),
}

function failed({ kind }: ProviderFailure, name: string): PageRefusal {
  return WORDS[kind](name)
}
