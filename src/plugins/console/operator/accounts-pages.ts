import { dollars } from '../../../domain/ledger/dollars.ts'
import type { JournalEntry } from '../../../domain/ledger/books.ts'
import type { Account, ApiKey } from '../../../domain/ledger/store.ts'
import type { Person } from '../../../domain/people/people-store.ts'
import { field } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import { journalTable } from '../credit/credit-pages.ts'
import type { FormErrors } from '../form.ts'
import { stateOf } from '../keys/key-pages.ts'
import { moment } from '../moment.ts'
import { notice, operatorNav } from './operator-page.ts'

/** An account as the operator's list shows it; some have no person. */
export interface AccountRow {
  account: Account
  person: Person | undefined
}

/** Accounts by address or id. */
export function accountsMain(q: string, rows: readonly AccountRow[], next: string | undefined): Html {
  return html`${operatorNav()}
    <h1 id="accounts">Accounts</h1>
    <form class="row" method="get" action="/console/operator" role="search">
      <label class="sr-only" for="q">Address or account id</label>
      <input
        class="input"
        id="q"
        name="q"
        type="search"
        value="${q}"
        maxlength="200"
        placeholder="Address or account id"
        autocomplete="off"
      />
      <button class="btn" data-variant="outline">Search</button>
    </form>
    ${
      rows.length === 0
        ? html`<p class="empty">Nobody was found. A part of the address or of the account's id is enough.</p>`
        : table(
            {
              by: 'accounts',
              heads: ['Account', 'Person', { number: 'Balance' }, { number: 'Held' }, 'Since', 'State'],
            },
            rows.map(
              ({ account, person }) =>
                html`<tr>
                  <th scope="row">
                    <a href="/console/operator/accounts/${account.id}"><code>${account.id}</code></a>
                  </th>
                  <td>${person?.email ?? html`<span class="muted">none</span>`}</td>
                  <td class="number">${dollars(account.balanceMicros)}</td>
                  <td class="number">${dollars(account.heldMicros)}</td>
                  <td>${moment(account.createdAt)}</td>
                  <td>
                    ${account.suspendedAt === null ? 'active' : html`<span class="warn">suspended</span>`}
                  </td>
                </tr>`,
            ),
          )
    }
    ${next !== undefined && html`<p><a class="btn" data-variant="outline" href="${next}">More</a></p>`}`
}

/** One account: its figures, and what an operator can do to it. */
export function oneAccountMain({
  row: { account, person },
  keys,
  journal,
  now,
  formId,
  texts,
  errors,
  done,
}: {
  row: AccountRow
  keys: readonly ApiKey[]
  journal: readonly JournalEntry[]
  now: number
  formId: string
  texts: { amount: string; reason: string }
  errors: FormErrors
  done: unknown
}): Html {
  const suspended = account.suspendedAt !== null
  const active = keys.filter((key) => stateOf(key, now) === 'active').length
  return html`${operatorNav()} ${notice(done)}
    <h1>${person?.email ?? account.name}</h1>
    <p class="lead">
      <code>${account.id}</code>, since ${moment(account.createdAt)}. ${active} active keys of ${keys.length}.
      ${suspended && html`<strong class="warn">Suspended since ${moment(account.suspendedAt ?? 0)}.</strong>`}
    </p>
    <dl class="figures">
      <div>
        <dt>Balance</dt>
        <dd>${dollars(account.balanceMicros)}</dd>
      </div>
      <div>
        <dt>Held by running calls</dt>
        <dd>${dollars(account.heldMicros)}</dd>
      </div>
    </dl>
    <p>
      <a class="btn" data-variant="outline" href="/console/operator/accounts/${account.id}/usage">Usage</a>
    </p>
    <h2>Change the credit</h2>
    <form
      class="form prose"
      method="post"
      action="/console/operator/accounts/${account.id}/credit"
      data-once
      novalidate
    >
      <input type="hidden" name="form" value="${formId}" />
      ${field({
        name: 'amount',
        label: 'Amount in USD',
        value: texts.amount,
        inputmode: 'decimal',
        maxlength: 20,
        required: true,
        error: errors['amount'],
        hint: 'A minus in front takes credit back, at most what running calls do not hold.',
      })}
      ${field({ name: 'reason', label: 'Reason', value: texts.reason, maxlength: 200, required: true, error: errors['reason'], hint: 'Stands in the account’s journal, where the person reads it.' })}
      <div class="actions"><button class="btn">Book it</button></div>
    </form>
    <h2>${suspended ? 'Resume' : 'Suspend'}</h2>
    <p class="prose">
      ${suspended ? 'Its calls are refused now.' : 'New calls of all its keys are refused with 403 until the account is resumed. The person can still sign in.'}
    </p>
    <form method="post" action="/console/operator/accounts/${account.id}/${suspended ? 'resume' : 'suspend'}">
      <button class="btn" data-variant="${suspended ? 'outline' : 'destructive'}">
        ${suspended ? 'Resume the account' : 'Suspend the account'}
      </button>
    </form>
    <h2 id="journal">Newest lines of the journal</h2>
    ${journalTable(journal)}`
}
