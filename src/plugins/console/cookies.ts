import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ATTEMPT_MS } from '../../domain/people/email-sign-in.ts'
import { SESSION_MS } from '../../domain/people/sessions.ts'

/** What a browser keeps for the console: who is signed in, and which sign-in it has begun. */
const KEPT_MS = { session: SESSION_MS, attempt: ATTEMPT_MS } as const

type CookieName = keyof typeof KEPT_MS

/** Cookies that no script reads and no other site sends along with a form. Over https no other host of the domain can set them. */
export class Cookies {
  readonly #secure: boolean

  constructor(consoleUrl: string) {
    this.#secure = consoleUrl.startsWith('https:')
  }

  read(request: FastifyRequest, name: CookieName): string | undefined {
    return request.cookies[this.#name(name)]
  }

  set(reply: FastifyReply, name: CookieName, value: string): void {
    void reply.setCookie(this.#name(name), value, { ...this.#options, maxAge: KEPT_MS[name] / 1_000 })
  }

  clear(reply: FastifyReply, name: CookieName): void {
    void reply.clearCookie(this.#name(name), this.#options)
  }

  /** Browsers take the prefix for a promise: secure, of this host alone, for all its paths. */
  #name(name: CookieName): string {
    return this.#secure ? `__Host-svc_${name}` : `svc_${name}`
  }

  get #options(): CookieSerializeOptions {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure }
  }
}
