import { createTransport, type Transporter } from 'nodemailer'
import type { Mail, Mailer } from '../../domain/people/mailer.ts'
import { isLoopback } from '../../loopback.ts'

/** The package waits two minutes to connect, half a minute for a greeting and ten for an answer, unless told otherwise. */
const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

/** Mails that may be on their way at one time. Past it a server is not there, or somebody asks for too many. */
const UNDER_WAY_MOST = 200

/** How often a mail is tried that a server does not take at once, and how long the pauses are. */
const PAUSES_MS = [2_000, 15_000] as const

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string
  /** `MAIL_FROM`. */
  from: string
  /** Hears of a mail that did not leave: the code alone, since the server's words quote addresses. */
  failed: (reason: string) => void
}

/** Sends mails over SMTP, encrypted unless the server is on this machine. */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter
  readonly #options: SmtpMailerOptions
  readonly #pauses = new Set<NodeJS.Timeout>()
  #underWay = 0

  constructor(options: SmtpMailerOptions) {
    const url = new URL(options.url)
    const secure = url.protocol === 'smtps:'
    this.#options = options
    this.#transport = createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !isLoopback(url.hostname),
      ignoreTLS: !secure && isLoopback(url.hostname),
      ...(url.username !== '' && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
    })
  }

  send(mail: Mail): void {
    if (this.#underWay >= UNDER_WAY_MOST) return this.#options.failed('too_many')
    this.#underWay += 1
    void this.#try(mail, 0)
  }

  async close(): Promise<void> {
    for (const pause of this.#pauses) clearTimeout(pause)
    this.#transport.close()
  }

  async #try(mail: Mail, tried: number): Promise<void> {
    try {
      await this.#transport.sendMail({
        from: this.#options.from,
        ...mail,
        // No out-of-office answers, please.
        headers: { 'auto-submitted': 'auto-generated' },
      })
      this.#underWay -= 1
    } catch (cause) {
      const pauseMs = PAUSES_MS[tried]
      if (pauseMs === undefined || isRefused(cause)) {
        this.#underWay -= 1
        this.#options.failed(reasonOf(cause))
        return
      }
      const pause = setTimeout(() => {
        this.#pauses.delete(pause)
        void this.#try(mail, tried + 1)
      }, pauseMs)
      this.#pauses.add(pause.unref())
    }
  }
}

/** A server that said no for good: 5xx. Asking again changes nothing. */
function isRefused(cause: unknown): boolean {
  return cause instanceof Error && 'responseCode' in cause && Number(cause.responseCode) >= 500
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  if ('responseCode' in cause && typeof cause.responseCode === 'number') return `smtp_${cause.responseCode}`
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : 'unknown'
}
