import { sortOf, type KeySort } from '../../../domain/keys/key-sort.ts'
import { PREFIXES } from '../../../domain/keys/secret.ts'
import { dollars } from '../../../domain/ledger/dollars.ts'
import type { Account, ApiKey } from '../../../domain/ledger/store.ts'
import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import { moment } from '../moment.ts'
import { capMeter } from './cap-meter.ts'
import { notice, stateOf, type KeyRow } from './key-pages.ts'
import { scopeWords } from './scope-boxes.ts'

/** What the page says of each sort. */
export const WORDS: Readonly<Record<KeySort, { title: string; one: string; purpose: string }>> = {
  key: {
    title: 'Keys',
    one: 'Key',
    purpose:
      'A key lets a program call the model API and pays from your credit. Create one, copy the snippet, and run it.',
  },
  token: {
    title: 'Tokens',
    one: 'Token',
    purpose:
      'A token lets an assistant or agent use the service for you, within the scopes that you choose. It does not open the model API.',
  },
}

/** All keys of an account, or all its tokens: first those that work, with their meters. */
export function keysMain({
  sort,
  account,
  rows,
  now,
  topUpUrl,
  done,
  most,
}: {
  sort: KeySort
  account: Account
  rows: readonly KeyRow[]
  now: number
  topUpUrl: string | undefined
  done: unknown
  most: number
}): Html {
  const { title, one, purpose } = WORDS[sort]
  const active = rows.filter(({ key }) => stateOf(key, now) === 'active')
  const ended = rows.filter(({ key }) => stateOf(key, now) !== 'active').toReversed()
  return html`${notice(sort, done)}
    <div class="row between">
      <div>
        <h1>${title}</h1>
        <p class="lead">${active.length} of ${most} active ${sort}s. ${creditWords(account, topUpUrl)}</p>
      </div>
      <a class="btn" href="/console/${sort}s/new">Create a ${sort}</a>
    </div>
    ${
      active.length === 0
        ? html`<div class="empty">
            <h2>No active ${sort}</h2>
            <p>${purpose}</p>
            <p>
              <a class="btn" data-variant="outline" href="/console/${sort}s/new">Create your first ${sort}</a>
            </p>
          </div>`
        : table(
            {
              label: `Active ${sort}s`,
              heads: ['Name', ...(sort === 'token' ? ['May'] : []), 'Caps', one, 'Last call', 'Ends'],
            },
            active.map((row) => activeRow(row)),
          )
    }
    ${
      ended.length > 0 &&
      html`<details>
        <summary>Revoked and expired ${sort}s (${ended.length})</summary>
        ${table(
          { label: `Revoked and expired ${sort}s`, heads: ['Name', one, 'Last call', 'Ended'] },
          ended.map(({ key }) => endedRow(key, now)),
        )}
      </details>`
    }`
}

function creditWords(account: Account, topUpUrl: string | undefined): HtmlValue {
  const free = account.balanceMicros - account.heldMicros
  return html`Credit:
    <strong>${dollars(free)}</strong
    >${account.heldMicros > 0 && html`, and ${dollars(account.heldMicros)} held by running calls`}.${topUpUrl !== undefined && html` <a href="${topUpUrl}">Add credit</a>`}`
}

function activeRow({ key, spends }: KeyRow): Html {
  const capped = spends.filter(({ limitMicros }) => limitMicros !== null)
  return html`<tr>
    <th scope="row"><a href="/console/${sortOf(key)}s/${key.id}">${key.name}</a></th>
    ${key.scopes && html`<td>${scopeWords(key.scopes)}</td>`}
    <td>
      ${capped.length === 0 ? html`<span class="muted">none</span>` : html`<div class="stack">${capped.map((spend) => capMeter(spend))}</div>`}
    </td>
    <td><code>${PREFIXES[sortOf(key)]}…${key.lastFour}</code></td>
    <td>${key.lastUsedAt === null ? html`<span class="muted">never</span>` : moment(key.lastUsedAt)}</td>
    <td>${key.expiresAt === null ? html`<span class="muted">never</span>` : moment(key.expiresAt)}</td>
  </tr>`
}

function endedRow(key: ApiKey, now: number): Html {
  const ended = key.revokedAt ?? key.expiresAt ?? now
  return html`<tr>
    <th scope="row">${key.name}</th>
    <td><code>${PREFIXES[sortOf(key)]}…${key.lastFour}</code></td>
    <td>${key.lastUsedAt === null ? html`<span class="muted">never</span>` : moment(key.lastUsedAt)}</td>
    <td>${stateOf(key, now)} ${moment(ended)}</td>
  </tr>`
}
