import { randomInt } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { randomText } from '../random-text.ts'
import type { Mailer } from './mailer.ts'
import type { EmailAttempt, PeopleStore, RateLimit } from './people-store.ts'
import { hashOf } from './sessions.ts'
import { signInMail } from './sign-in-mail.ts'
import type { Welcome } from './welcome.ts'

/** How long a code and its link are good, in milliseconds. */
export const ATTEMPT_MS = 10 * 60_000

/** Wrong codes that one attempt takes. */
export const CODE_TRIES = 5

const CODE_DIGITS = 8

const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** Mails that one network may ask for, and all of them together. Whoever asks is told. */
const BY_NETWORK: Omit<RateLimit, 'bucket'> = { most: 30, windowMs: QUARTER_MS }
const IN_ALL: Omit<RateLimit, 'bucket'> = { most: 2_000, windowMs: QUARTER_MS }

/** Mails to one address. Past them none leaves, and nobody is told: the answer is that of every address. */
const TO_ADDRESS: readonly Omit<RateLimit, 'bucket'>[] = [
  { most: 5, windowMs: QUARTER_MS },
  { most: 20, windowMs: DAY_MS },
]

/** What asking for a mail came to: whether one left is not told. */
export type AskOutcome = { kind: 'asked'; cookie: string } | { kind: 'too_many'; retryAt: number }

export interface EmailSignInParts {
  people: PeopleStore
  clock: Clock
  mailer: Mailer
  welcome: Welcome
  /** The console's address, which the link begins with. */
  consoleUrl: string
}

/**
 * Sign-in by one mail with a code and a link. The code opens nothing but in the browser that asked, whose cookie is part of what is
 * kept. The link opens in any, by a button: mail scanners follow links, but press no buttons. Either ends both.
 */
export class EmailSignIn {
  readonly #parts: EmailSignInParts

  constructor(parts: EmailSignInParts) {
    this.#parts = parts
  }

  /** Sends a mail where the address may sign in and has not had too many. `cookie` is the asking browser's secret. */
  async ask({
    email,
    network,
    returnTo,
  }: {
    email: string
    network: string
    returnTo: string
  }): Promise<AskOutcome> {
    const { people, clock } = this.#parts
    const now = clock.now()
    const cookie = randomText(43)
    const limits = [
      { ...BY_NETWORK, bucket: `mail:network:${hashed(network)}` },
      { ...IN_ALL, bucket: 'mail:all' },
    ]
    const { admitted, retryAt } = await people.countEvent(limits, now)
    if (!admitted) return { kind: 'too_many', retryAt }
    const mailed = (await this.#parts.welcome.mayEnter(email)) && (await this.#mayGet(email, now))
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const token = randomText(43)
    // Also where no mail leaves: the tries at a code look the same then. But no code is right, so that an address cannot be guessed
    // at more often than it gets mails.
    await people.startEmailAttempt({
      cookieHash: hashOf(cookie),
      codeHash: hashOf(cookie, mailed ? code : randomText(43)),
      linkHash: hashOf(token),
      email,
      returnTo,
      expiresAt: now + ATTEMPT_MS,
      tries: CODE_TRIES,
    })
    if (mailed) {
      const link = `${this.#parts.consoleUrl}/sign-in/link/${token}`
      this.#parts.mailer.send(signInMail({ to: email, code, link, minutes: ATTEMPT_MS / 60_000 }))
    }
    return { kind: 'asked', cookie }
  }

  /** Tries the code that a person typed, in the browser of this cookie. Blanks and hyphens within it do not count. */
  async tryCode(cookie: string, code: string): ReturnType<PeopleStore['tryCode']> {
    const digits = code.replaceAll(/[\s-]/g, '')
    return this.#parts.people.tryCode({
      cookieHash: hashOf(cookie),
      codeHash: hashOf(cookie, digits),
      now: this.#parts.clock.now(),
    })
  }

  /** Uses up the link with this token. Undefined where it is good for nothing. */
  async takeLink(token: string): Promise<Pick<EmailAttempt, 'email' | 'returnTo'> | undefined> {
    return this.#parts.people.takeLink(hashOf(token), this.#parts.clock.now())
  }

  async #mayGet(email: string, now: number): Promise<boolean> {
    const limits = TO_ADDRESS.map((limit) => ({
      ...limit,
      bucket: `mail:address:${limit.windowMs}:${hashed(email)}`,
    }))
    return (await this.#parts.people.countEvent(limits, now)).admitted
  }
}

function hashed(text: string): string {
  return hashOf(text).toString('base64url')
}
