import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../../domain/people/sessions.ts'
import type { Assets, ScriptName } from '../pages/assets.ts'
import { html, type Html, type HtmlValue } from '../pages/html.ts'
import { page, type Link } from '../pages/layout.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set on the pages of the console before anything else runs. */
    signedIn: SignedIn | undefined
    /** Whether that is one of the operators. */
    isOperator: boolean
  }
}

const NAV: readonly Link[] = [
  { href: '/console/keys', label: 'Keys' },
  { href: '/console/tokens', label: 'Tokens' },
  { href: '/console/playground', label: 'Playground' },
  { href: '/console/usage', label: 'Usage' },
  { href: '/console/credit', label: 'Credit' },
  { href: '/console/account', label: 'Account' },
]

const OPERATOR: Link = { href: '/console/operator', label: 'Operator' }

const OUTSIDE: readonly Link[] = [
  { href: '/frameworks', label: 'Frameworks' },
  { href: '/docs/', label: 'API reference' },
]

export interface ConsolePage {
  title: string
  main: HtmlValue
  scripts?: readonly ScriptName[]
}

/** A page of the console as a whole: the bar shows the ways of whoever is signed in. */
export function consolePage(
  assets: Assets,
  request: FastifyRequest,
  { title, main, scripts = [] }: ConsolePage,
): Html {
  const { signedIn, isOperator } = request
  return page(assets, {
    title,
    nav: signedIn ? [...NAV, ...(isOperator ? [OPERATOR] : [])] : OUTSIDE,
    path: request.url.split('?', 1)[0] ?? '',
    aside: signedIn && whoIs(signedIn),
    main,
    scripts: ['time-local', ...scripts],
  })
}

/** Sends a page. Nothing of the console is kept by anybody on the way, nor by the browser behind a sign-out. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.toString())
}

function whoIs({ person }: SignedIn): Html {
  return html`<span class="email">${person.email}</span>
    <form method="post" action="/console/sign-out">
      <button class="btn" data-variant="ghost" data-size="sm">Sign out</button>
    </form>`
}
