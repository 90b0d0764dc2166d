import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emailAddress } from '../../../domain/people/email-address.ts'
import type { EmailSignIn } from '../../../domain/people/email-sign-in.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { Html } from '../../pages/html.ts'
import { PageRefusal, pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { beginSession, notWelcome } from './begin-session.ts'
import { NO_ERRORS, readForm, typed } from '../form.ts'
import { returnPath } from './return-path.ts'
import { codeMain, linkMain, signInMain } from './sign-in-pages.ts'

const emailForm = z.object({
  email: z
    .string('Type your e-mail address.')
    .transform((text) => emailAddress(text))
    .refine((address) => address !== undefined, 'That is no e-mail address. It looks like name@example.com.'),
  to: z.string().optional(),
})

const codeForm = z.object({
  code: z
    .string('Type the code.')
    .regex(/^[\s\d-]*$/, 'The code has eight digits.')
    .min(1, 'Type the code.')
    .max(20),
})

const SIGN_IN = { href: '/console/sign-in', label: 'Sign in' }

/** Sign-in by e-mail and sign-out: ask, type the code or press the button behind the link. */
export function signInRoutes(app: FastifyInstance, parts: ConsoleParts): void {
  const { cookies, sessions, emailSignIn, oidcSignIn, mailOnTerminal } = parts
  const show = (request: FastifyRequest, reply: FastifyReply, main: Html, status?: number): FastifyReply =>
    sendPage(reply, consolePage(parts.assets, request, { title: 'Sign in', main }), status)
  const ways = { byEmail: emailSignIn !== undefined, provider: oidcSignIn?.providerName }

  app.get<{ Querystring: { to?: unknown; done?: unknown } }>('/sign-in', async (request, reply) => {
    const { to, done } = request.query
    const returnTo = returnPath(to)
    if (request.signedIn) return reply.redirect(returnTo, 303)
    return show(request, reply, signInMain({ email: '', returnTo, errors: NO_ERRORS, done, ...ways }))
  })

  app.post('/sign-in', async (request, reply) => {
    const byEmail = offered(emailSignIn)
    const form = readForm(emailForm, request.body)
    if (form.kind === 'bad' || form.value.email === undefined) {
      const errors = form.kind === 'bad' ? form.errors : NO_ERRORS
      const again = { email: typed(request.body, 'email'), returnTo: returnPath(typed(request.body, 'to')) }
      return show(request, reply, signInMain({ ...again, errors, done: undefined, ...ways }), 422)
    }
    const { email, to } = form.value
    const outcome = await byEmail.ask({ email, network: networkOf(request.ip), returnTo: returnPath(to) })
    if (outcome.kind === 'too_many') throw tooMany(outcome.retryAt - parts.clock.now())
    cookies.set(reply, 'attempt', outcome.cookie)
    return reply.redirect('/console/sign-in/code', 303)
  })

  app.get('/sign-in/code', async (request, reply) => {
    if (request.signedIn) return reply.redirect(returnPath(undefined), 303)
    if (cookies.read(request, 'attempt') === undefined) return reply.redirect(SIGN_IN.href, 303)
    return show(request, reply, codeMain({ onTerminal: mailOnTerminal }))
  })

  app.post('/sign-in/code', async (request, reply) => {
    const attempt = cookies.read(request, 'attempt')
    if (attempt === undefined) throw codeOver()
    const form = readForm(codeForm, request.body)
    const again = (error: string | undefined): FastifyReply =>
      show(
        request,
        reply,
        codeMain({ onTerminal: mailOnTerminal, ...(error !== undefined && { error }) }),
        422,
      )
    if (form.kind === 'bad') return again(form.errors['code'])
    const outcome = await offered(emailSignIn).tryCode(attempt, form.value.code)
    if (outcome.kind === 'right') return enter(request, reply, outcome)
    if (outcome.kind === 'wrong' && outcome.triesLeft > 0) return again(wrongCode(outcome.triesLeft))
    cookies.clear(reply, 'attempt')
    throw codeOver()
  })

  app.get<{ Params: { token: string } }>('/sign-in/link/:token', async (request, reply) =>
    show(request, reply, linkMain(request.url)),
  )

  app.post<{ Params: { token: string } }>('/sign-in/link/:token', async (request, reply) => {
    const taken = await offered(emailSignIn).takeLink(request.params.token)
    if (!taken) {
      throw new PageRefusal(
        410,
        'This link has ended',
        'It was used before, or it is older than ten minutes. Ask for another mail.',
        { next: SIGN_IN },
      )
    }
    return enter(request, reply, taken)
  })

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { email, returnTo }: { email: string; returnTo: string },
  ): Promise<FastifyReply> => {
    const person = await parts.welcome.enter(email)
    if (!person) throw notWelcome()
    return beginSession(parts, request, reply, { person, method: 'email', returnTo })
  }

  app.post('/sign-out', async (request, reply) => {
    const token = cookies.read(request, 'session')
    if (token !== undefined) await sessions.end(token)
    if (request.signedIn) await parts.audit.write(request.signedIn.person, 'signed_out')
    cookies.clear(reply, 'session')
    return reply.redirect(SIGN_IN.href, 303)
  })
}

/** @throws {PageRefusal} where nobody can sign in by e-mail */
function offered(emailSignIn: EmailSignIn | undefined): EmailSignIn {
  if (!emailSignIn) throw pageNotFound()
  return emailSignIn
}

function wrongCode(triesLeft: number): string {
  return `That is not the code. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`
}

function codeOver(): PageRefusal {
  return new PageRefusal(
    410,
    'This code has ended',
    'It was used, had five wrong tries, or is older than ten minutes. Ask for another one.',
    { next: SIGN_IN },
  )
}

function tooMany(waitMs: number): PageRefusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return new PageRefusal(
    429,
    'Too many mails',
    `Your network asked for many sign-in mails. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
