import { TerminalMailer } from './adapters/mail/terminal-mailer.ts'
import { DEMO_ACCOUNT_ID } from './bootstrap-account.ts'
import type { Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import type { Store } from './domain/ledger/store.ts'
import { AlertMails } from './domain/people/alert-mails.ts'
import { Audit } from './domain/people/audit.ts'
import { EmailSignIn } from './domain/people/email-sign-in.ts'
import type { Mailer } from './domain/people/mailer.ts'
import type { IdentityProvider } from './domain/people/identity-provider.ts'
import { OidcSignIn } from './domain/people/oidc-sign-in.ts'
import { Sessions } from './domain/people/sessions.ts'
import { Welcome } from './domain/people/welcome.ts'
import { isLoopback } from './loopback.ts'
import type { PeopleParts } from './plugins/console/console-parts.ts'
import { publicUrls } from './public-urls.ts'
import type { RequestLog } from './request-log.ts'

export interface BuildPeopleOptions {
  store: Store
  clock: Clock
  log: RequestLog
  /** Shows a text to the person at the terminal. */
  terminal: (text: string) => void
}

/**
 * Builds what the console's sign-in works with, as the configuration says, and the mails about spending where mails can be sent. `close`
 * lets go of the mail server.
 */
export async function buildPeople(
  config: Config,
  { store, clock, log, terminal }: BuildPeopleOptions,
): Promise<{ people: PeopleParts; alertMails: AlertMails | undefined; close: () => Promise<void> }> {
  const { people } = store
  const mailer = await chosenMailer(config, { log, terminal })
  const provider = await chosenProvider(config)
  const mailOnTerminal = mailer instanceof TerminalMailer
  const consoleUrl = publicUrls(config).console
  const audit = new Audit(people, clock)
  const welcome = new Welcome(
    { people, store, clock, audit },
    {
      signUp: config.SIGN_UP,
      creditMicros: config.SIGN_UP_CREDIT_USD,
      operators: config.OPERATOR_EMAILS ?? [],
      // Only there is whoever signs in the person who started the service, since the code is on their terminal.
      firstAccountId: mailOnTerminal ? DEMO_ACCOUNT_ID : undefined,
    },
  )
  return {
    people: {
      sessions: new Sessions(people, clock),
      audit,
      welcome,
      emailSignIn: mailer && new EmailSignIn({ people, clock, mailer, welcome, consoleUrl }),
      oidcSignIn: provider && new OidcSignIn({ people, clock, provider, welcome, audit }),
      mailOnTerminal,
    },
    alertMails:
      mailer &&
      new AlertMails({
        store,
        clock,
        mailer,
        consoleUrl,
        failed: (cause) => log.fault('alert_mail_failed', cause),
      }),
    close: async () => mailer?.close(),
  }
}

/** SMTP where it is configured; the terminal where only this machine reaches the service; else no mail at all. */
async function chosenMailer(
  { SMTP_URL: url, MAIL_FROM: from, HOST }: Config,
  { log, terminal }: Pick<BuildPeopleOptions, 'log' | 'terminal'>,
): Promise<Mailer | undefined> {
  if (url === undefined || from === undefined) {
    return isLoopback(HOST) ? new TerminalMailer(terminal) : undefined
  }
  // What speaks SMTP is loaded only where it is needed: most starts do without.
  const { SmtpMailer } = await import('./adapters/mail/smtp-mailer.ts')
  return new SmtpMailer({ url, from, failed: (reason) => log.warn('mail_failed', { reason }) })
}

/** The provider of the configuration, if there is one. */
async function chosenProvider(config: Config): Promise<IdentityProvider | undefined> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config
  if (issuer === undefined || clientId === undefined) return undefined
  const { OidcProvider } = await import('./adapters/oidc/oidc-provider.ts')
  return new OidcProvider({
    issuer,
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET,
    name: config.OIDC_NAME,
    redirectUri: `${publicUrls(config).console}/sign-in/provider/callback`,
  })
}
