import { html, type Html } from '../../pages/html.ts'
import { noticeLine } from '../notice.ts'

const NOTICES: Readonly<Record<string, string>> = {
  credited: 'The credit is booked.',
  suspended: 'The account is suspended: new calls are refused, running ones go on to their end.',
  resumed: 'The account works again.',
  invited: 'The person may sign in now. No mail was sent: tell them.',
  withdrawn: 'The invitation is withdrawn.',
}

/** The ways of an operator. */
export function operatorNav(): Html {
  return html`<nav class="row" aria-label="Operator">
    <a href="/console/operator">Accounts</a> <a href="/console/operator/invitations">Invitations</a>
    <a href="/console/operator/health">Health</a>
  </nav>`
}

/** What was just done. */
export function notice(done: unknown): Html | undefined {
  return noticeLine(NOTICES, done)
}
