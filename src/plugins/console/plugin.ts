import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { KEY_SORTS } from '../../domain/keys/key-sort.ts'
import type { PublicUrls } from '../../public-urls.ts'
import { PageRefusal } from '../pages/page-refusal.ts'
import { pageSurface } from '../pages/page-surface.ts'
import { refusalMain } from '../pages/refusal-main.ts'
import { consolePage } from './console-page.ts'
import { accountRoutes } from './account/account-routes.ts'
import type { PeopleParts } from './console-parts.ts'
import { Cookies } from './cookies.ts'
import { creditRoutes } from './credit/credit-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { operatorRoutes, type OperatorParts } from './operator/operator-routes.ts'
import { providerRoutes } from './sign-in/provider-routes.ts'
import { playgroundRoutes, type PlaygroundParts } from './playground/playground-routes.ts'
import { HOME } from './sign-in/return-path.ts'
import { usageRoutes } from './usage/usage-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'

/** What all pages together work with. */
type Parts = OperatorParts & PlaygroundParts

export interface ConsoleOptions extends Omit<Parts, keyof PeopleParts | 'cookies' | 'apiUrl' | 'mcpUrl'> {
  people: PeopleParts
  urls: PublicUrls
  /** Hears of each request of somebody who is signed in. */
  keyAccepted: (request: FastifyRequest) => void
}

/** The console under /console (description 3 and 5): pages for people who signed in. */
export async function consolePlugin(
  app: FastifyInstance,
  { people, urls, keyAccepted, ...rest }: ConsoleOptions,
): Promise<void> {
  const { log, assets } = rest
  const parts: Parts = {
    ...people,
    ...rest,
    cookies: new Cookies(urls.console),
    apiUrl: urls.api,
    mcpUrl: `${urls.base}/mcp`,
  }
  await app.register(cookie)
  pageSurface(app, {
    log,
    origin: new URL(urls.console).origin,
    refusalPage: (refusal, request) =>
      consolePage(assets, request, { title: refusal.heading, main: refusalMain(refusal) }),
  })
  app.decorateRequest('signedIn')
  app.decorateRequest('isOperator', false)
  app.addHook('onRequest', async (request) => {
    request.signedIn = await parts.sessions.find(parts.cookies.read(request, 'session'))
    if (!request.signedIn) return
    request.isOperator = parts.welcome.isOperator(request.signedIn.person.email)
    keyAccepted(request)
  })
  app.get('/', async (_request, reply) => reply.redirect(HOME, 303))
  signInRoutes(app, parts)
  if (parts.oidcSignIn) providerRoutes(app, parts, parts.oidcSignIn)
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', async (request, reply) => {
      if (request.signedIn) return
      const to = `/console/sign-in?to=${encodeURIComponent(request.url)}`
      if (request.method === 'GET') return reply.redirect(to, 303)
      throw new PageRefusal(
        401,
        'You are signed out',
        'Nothing was changed. Sign in, and send the form again.',
        {
          next: { href: '/console/sign-in', label: 'Sign in' },
        },
      )
    })
    for (const sort of KEY_SORTS) keyRoutes(signedIn, parts, sort)
    playgroundRoutes(signedIn, parts)
    usageRoutes(signedIn, parts)
    creditRoutes(signedIn, parts)
    accountRoutes(signedIn, parts)
    await signedIn.register(async (operators) => operatorRoutes(operators, parts), { prefix: '/operator' })
  })
}
