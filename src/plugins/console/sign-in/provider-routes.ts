import type { FastifyInstance } from 'fastify'
import { ProviderFailure } from '../../../domain/people/identity-provider.ts'
import type { OidcSignIn } from '../../../domain/people/oidc-sign-in.ts'
import { PageRefusal } from '../../pages/page-refusal.ts'
import { beginSession, notWelcome } from './begin-session.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { returnPath } from './return-path.ts'

const SIGN_IN = { href: '/console/sign-in', label: 'Sign in' }

/** Sign-in at the provider: there by a link, since a form may lead to no other host, and back. */
export function providerRoutes(app: FastifyInstance, parts: ConsoleParts, oidcSignIn: OidcSignIn): void {
  const { cookies, log } = parts

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
    const begun = await atProvider(() => oidcSignIn.begin(returnPath(request.query.to)))
    if (!begun) {
      throw new PageRefusal(
        429,
        'Too many sign-ins',
        'Many people sign in at this moment. Try again in a minute.',
        {
          headers: { 'retry-after': '60' },
          next: SIGN_IN,
        },
      )
    }
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
