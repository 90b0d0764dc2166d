import { dollars } from '../ledger/dollars.ts'
import type { SpendAlert } from '../ledger/spend-alerts.ts'
import { sortOf } from '../keys/key-sort.ts'
import type { Account, ApiKey, WindowSpend } from '../ledger/store.ts'
import type { Mail } from './mailer.ts'

type Percent = SpendAlert['percent']

/** Whoever reads a line of the terminal sees one line. */
function inOneLine(name: string): string {
  return name.replaceAll(/\p{Cc}+/gu, ' ')
}

function share(percent: Percent): string {
  return percent === 100 ? 'all' : `${percent} %`
}

/** The mail about one window's cap of one key or token. */
export function capMail({
  to,
  percent,
  key,
  spend: { window, spentMicros, resetsAt },
  limitMicros,
  consoleUrl,
}: {
  to: string
  percent: Percent
  key: Pick<ApiKey, 'id' | 'name' | 'scopes'>
  spend: WindowSpend
  limitMicros: number
  consoleUrl: string
}): Mail {
  const sort = sortOf(key)
  const name = inOneLine(key.name)
  const reset = new Date(resetsAt).toISOString()
  return {
    to,
    subject: `${name}: ${share(percent)} of the cap of this ${window} is spent`,
    text: `The ${sort} "${name}" has spent ${dollars(spentMicros)} of its cap of ${dollars(limitMicros)} for this ${window}.

The cap begins anew on ${reset.slice(0, 10)} at ${reset.slice(11, 16)} UTC. Until then a call that the rest does not cover
is refused with 429. Nothing is charged above the cap.

See what it was spent on:

    ${consoleUrl}/usage?key=${key.id}

Change the cap, roll the ${sort} or revoke it:

    ${consoleUrl}/${sort}s/${key.id}
`,
  }
}

/** The mail about an account's credit, as a share of the balance after the last top-up. */
export function creditMail({
  to,
  percent,
  account: { balanceMicros, fundedMicros },
  consoleUrl,
}: {
  to: string
  percent: Percent
  account: Account
  consoleUrl: string
}): Mail {
  return {
    to,
    subject: percent === 100 ? 'Your credit is used up' : `${percent} % of your credit is spent`,
    text: `Of ${dollars(fundedMicros)} after your last top-up, ${dollars(balanceMicros)} are left.

A call that the rest does not cover is refused with 429. Nothing is charged beyond your credit.

Add credit, or see what was charged:

    ${consoleUrl}/credit

See what it was spent on:

    ${consoleUrl}/usage
`,
  }
}
