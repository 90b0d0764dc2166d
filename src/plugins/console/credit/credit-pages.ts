import { dollars } from '../../../domain/ledger/dollars.ts'
import type { JournalEntry } from '../../../domain/ledger/books.ts'
import type { Account } from '../../../domain/ledger/store.ts'
import { html, type Html } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import { moment } from '../moment.ts'

const KINDS: Readonly<Record<JournalEntry['kind'], string>> = {
  grant: 'Credit',
  debit: 'Debit',
  charge: 'Call',
  carried: 'Older calls, together',
}

/** What there is, what is held, and how it came to that. */
export function creditMain({
  account,
  entries,
  next,
  topUpUrl,
}: {
  account: Account
  entries: readonly JournalEntry[]
  next: string | undefined
  topUpUrl: string | undefined
}): Html {
  return html`<div class="row between">
      <div>
        <h1 id="credit">Credit</h1>
        <p class="lead">Prepaid: a call is admitted only where its whole price is covered.</p>
      </div>
      ${topUpUrl !== undefined && html`<a class="btn" href="${topUpUrl}">Add credit</a>`}
    </div>
    ${account.suspendedAt !== null && html`<p class="alert" data-variant="destructive" role="note">This account is suspended since ${moment(account.suspendedAt)}. Its calls are refused. Ask the operator why.</p>`}
    <dl class="figures">
      <div>
        <dt>Free to spend</dt>
        <dd>${dollars(account.balanceMicros - account.heldMicros)}</dd>
      </div>
      <div>
        <dt>Held by running calls</dt>
        <dd>${dollars(account.heldMicros)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd>${dollars(account.balanceMicros)}</dd>
      </div>
    </dl>
    <h2 id="journal">Journal</h2>
    <p class="prose">
      Every line that made the balance, newest first. The lines add up to the balance, at every moment.
    </p>
    ${journalTable(entries)}
    ${next !== undefined && html`<p><a class="btn" data-variant="outline" href="${next}">Older lines</a></p>`}`
}

/** Lines of a journal, newest first. */
export function journalTable(entries: readonly JournalEntry[]): Html {
  if (entries.length === 0) return html`<p class="empty">Nothing was given or charged yet.</p>`
  return table(
    { by: 'journal', heads: ['When', 'What', 'Reason or call', { number: 'Amount' }] },
    entries.map(
      ({ at, kind, reason, callId, amountMicros }) =>
        html`<tr>
          <td>${moment(at)}</td>
          <td>${KINDS[kind]}</td>
          <td>${callId === null ? reason : html`<code>${callId}</code>`}</td>
          <td class="number">${dollars(amountMicros)}</td>
        </tr>`,
    ),
  )
}
