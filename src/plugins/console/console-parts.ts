import type { Clock } from '../../domain/clock.ts'
import type { Audit } from '../../domain/people/audit.ts'
import type { EmailSignIn } from '../../domain/people/email-sign-in.ts'
import type { OidcSignIn } from '../../domain/people/oidc-sign-in.ts'
import type { Sessions } from '../../domain/people/sessions.ts'
import type { Welcome } from '../../domain/people/welcome.ts'
import type { RequestLog } from '../../request-log.ts'
import type { Assets } from '../pages/assets.ts'
import type { Cookies } from './cookies.ts'

/** The people of the console, and how they come in. */
export interface PeopleParts {
  sessions: Sessions
  audit: Audit
  welcome: Welcome
  /** Undefined where no mail can be sent. */
  emailSignIn: EmailSignIn | undefined
  /** Undefined where no provider is configured. */
  oidcSignIn: OidcSignIn | undefined
  /** Whether mails are shown on the terminal, because none leaves this machine. */
  mailOnTerminal: boolean
}

/** What every page of the console works with. */
export interface ConsoleParts extends PeopleParts {
  clock: Clock
  log: RequestLog
  assets: Assets
  cookies: Cookies
}
