import { dollars } from '../../../domain/ledger/dollars.ts'
import type { Account, ApiKey, WindowSpend } from '../../../domain/ledger/store.ts'
import { WINDOW_KINDS } from '../../../domain/ledger/spend-windows.ts'
import { select } from '../../pages/field.ts'
import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import { capMeter } from './cap-meter.ts'
import type { FormErrors } from '../form.ts'
import { noticeLine } from '../notice.ts'
import { keyFields, type KeyFormTexts } from './key-form.ts'
import { day, moment } from '../moment.ts'

/** For how long the secret before a roll goes on working. */
export const GRACES = [
  { value: '0', label: 'It stops at once' },
  { value: '3600000', label: 'One hour more' },
  { value: '86400000', label: 'One day more' },
  { value: '604800000', label: 'One week more' },
] as const

/** What a redirect says on the page that it leads to. */
const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  revoked: 'The key is revoked. Calls with it get 401, and those that ran were cut off.',
  made: 'This form was sent twice. The key was made by the first one, and its secret was shown there. If you did not see it, roll the key.',
}

export interface KeyRow {
  key: ApiKey
  spends: readonly WindowSpend[]
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function stateOf(key: ApiKey, now: number): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/** A line of what just happened. */
export function notice(done: unknown): Html | undefined {
  return noticeLine(NOTICES, done)
}

/** All keys of an account: first those that work, with their meters. */
export function keysMain({
  account,
  rows,
  now,
  topUpUrl,
  done,
  most,
}: {
  account: Account
  rows: readonly KeyRow[]
  now: number
  topUpUrl: string | undefined
  done: unknown
  most: number
}): Html {
  const active = rows.filter(({ key }) => stateOf(key, now) === 'active')
  const ended = rows.filter(({ key }) => stateOf(key, now) !== 'active').toReversed()
  return html`${notice(done)}
    <div class="row between">
      <div>
        <h1>Keys</h1>
        <p class="lead">${active.length} of ${most} active keys. ${creditWords(account, topUpUrl)}</p>
      </div>
      <a class="btn" href="/console/keys/new">Create a key</a>
    </div>
    ${
      active.length === 0
        ? html`<div class="empty">
            <h2>No active key</h2>
            <p>
              A key lets a program call the model API and pays from your credit. Create one, copy the snippet,
              and run it.
            </p>
            <p><a class="btn" data-variant="outline" href="/console/keys/new">Create your first key</a></p>
          </div>`
        : table(
            { label: 'Active keys', heads: ['Name', 'Caps', 'Key', 'Last used', 'Ends'] },
            active.map((row) => activeRow(row)),
          )
    }
    ${
      ended.length > 0 &&
      html`<details>
        <summary>Revoked and expired keys (${ended.length})</summary>
        ${table(
          { label: 'Revoked and expired keys', heads: ['Name', 'Key', 'Last used', 'Ended'] },
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
    <th scope="row"><a href="/console/keys/${key.id}">${key.name}</a></th>
    <td>
      ${capped.length === 0 ? html`<span class="muted">none</span>` : html`<div class="stack">${capped.map((spend) => capMeter(spend))}</div>`}
    </td>
    <td><code>sk-svc-…${key.lastFour}</code></td>
    <td>${key.lastUsedAt === null ? html`<span class="muted">never</span>` : moment(key.lastUsedAt)}</td>
    <td>${key.expiresAt === null ? html`<span class="muted">never</span>` : moment(key.expiresAt)}</td>
  </tr>`
}

function endedRow(key: ApiKey, now: number): Html {
  const ended = key.revokedAt ?? key.expiresAt ?? now
  return html`<tr>
    <th scope="row">${key.name}</th>
    <td><code>sk-svc-…${key.lastFour}</code></td>
    <td>${key.lastUsedAt === null ? html`<span class="muted">never</span>` : moment(key.lastUsedAt)}</td>
    <td>${stateOf(key, now)} ${moment(ended)}</td>
  </tr>`
}

/** The form of a new key. `formId` makes sure that one form makes one key. */
export function newKeyMain(formId: string, texts: KeyFormTexts, errors: FormErrors): Html {
  return html`<h1>Create a key</h1>
    <p class="lead">The secret is shown once, on the next page.</p>
    <form class="form prose" method="post" action="/console/keys" data-once novalidate>
      <input type="hidden" name="form" value="${formId}" />
      ${errors[''] !== undefined && html`<p class="error" role="alert">${errors['']}</p>`}
      ${keyFields(texts, errors)}
      <div class="actions">
        <button class="btn">Create the key</button>
        <a class="btn" data-variant="outline" href="/console/keys">Cancel</a>
      </div>
    </form>`
}

/** One key: what it may spend, a form to change it, and the two ways to take its secret out of use. */
export function keyMain({
  row: { key, spends },
  texts,
  errors,
  formId,
  done,
}: {
  row: KeyRow
  texts: KeyFormTexts
  errors: FormErrors
  formId: string
  done: unknown
}): Html {
  const capped = spends.filter(({ limitMicros }) => limitMicros !== null)
  return html`${notice(done)}
    <p class="crumb"><a href="/console/keys">All keys</a></p>
    <h1>${key.name}</h1>
    <p class="lead">
      <code>sk-svc-…${key.lastFour}</code>, made ${moment(key.createdAt)}, last used
      ${key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt)}.
      ${key.previousUntil !== null && html`The secret before it works until ${moment(key.previousUntil)}.`}
    </p>
    ${capped.length > 0 && html`<div class="grid-cards">${capped.map((spend) => capMeter(spend))}</div>`}
    <h2>Change it</h2>
    <form class="form prose" method="post" action="/console/keys/${key.id}" novalidate>
      ${errors[''] !== undefined && html`<p class="error" role="alert">${errors['']}</p>`}
      ${keyFields(texts, errors)}
      <div class="actions"><button class="btn">Save</button></div>
    </form>
    <h2>Roll or revoke it</h2>
    <p class="prose">
      Roll a key to give it a new secret: its name, caps and usage stay, and the old secret may go on for a
      while. Revoke it where it leaked and nobody needs it any more.
    </p>
    <div class="row">
      <button class="btn" data-variant="outline" command="show-modal" commandfor="roll">Roll the key…</button>
      <button class="btn" data-variant="destructive" command="show-modal" commandfor="revoke">
        Revoke the key…
      </button>
    </div>
    <dialog class="dialog" id="roll" aria-labelledby="roll-title">
      <div>
        <header>
          <h2 id="roll-title">Roll “${key.name}”?</h2>
          <p>A new secret is made and shown once.</p>
        </header>
        <form class="form" method="post" action="/console/keys/${key.id}/roll" data-once>
          <input type="hidden" name="form" value="${formId}" />
          ${select({ name: 'grace', label: 'The old secret' }, GRACES, '86400000')}
          <footer class="row">
            <button class="btn">Roll the key</button
            ><button class="btn" type="button" data-variant="outline" command="close" commandfor="roll">
              Cancel
            </button>
          </footer>
        </form>
      </div>
    </dialog>
    <dialog class="dialog" id="revoke" aria-labelledby="revoke-title">
      <div>
        <header>
          <h2 id="revoke-title">Revoke “${key.name}”?</h2>
          <p>Calls with it get 401 from now on. Calls that run are cut off. This cannot be undone.</p>
        </header>
        <form method="post" action="/console/keys/${key.id}/revoke">
          <footer class="row">
            <button class="btn" data-variant="destructive">Revoke the key</button
            ><button class="btn" type="button" data-variant="outline" command="close" commandfor="revoke">
              Cancel
            </button>
          </footer>
        </form>
      </div>
    </dialog>`
}

/** The fields of a key as it is. */
export function textsOf(key: ApiKey): KeyFormTexts {
  const caps = Object.fromEntries(
    WINDOW_KINDS.map((window) => {
      const micros = key.limits[window]
      return [window, micros === null ? '' : String(micros / 1_000_000)]
    }),
  ) as Record<(typeof WINDOW_KINDS)[number], string>
  return { name: key.name, ...caps, expires: key.expiresAt === null ? '' : day(key.expiresAt - 1) }
}
