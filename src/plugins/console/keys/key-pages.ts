import { sortOf, type KeySort } from '../../../domain/keys/key-sort.ts'
import { PREFIXES } from '../../../domain/keys/secret.ts'
import type { ApiKey, WindowSpend } from '../../../domain/ledger/store.ts'
import { WINDOW_KINDS } from '../../../domain/ledger/spend-windows.ts'
import { select } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'
import { capMeter } from './cap-meter.ts'
import type { FormErrors } from '../form.ts'
import { noticeLine } from '../notice.ts'
import { keyFields, type KeyFormTexts } from './key-form.ts'
import { day, moment } from '../moment.ts'
import { scopeBoxes, scopeWords } from './scope-boxes.ts'

/** For how long the secret before a roll goes on working. */
export const GRACES = [
  { value: '0', label: 'It stops at once' },
  { value: '3600000', label: 'One hour more' },
  { value: '86400000', label: 'One day more' },
  { value: '604800000', label: 'One week more' },
] as const

/** What a redirect says on the page that it leads to. */
const notices = (sort: KeySort): Readonly<Record<string, string>> => ({
  saved: 'Saved.',
  revoked: `The ${sort} is revoked. Calls with it get 401, and those that ran were cut off.`,
  made: `This form was sent twice. The ${sort} was made by the first one, and its secret was shown there. If you did not see it, roll the ${sort}.`,
})

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
export function notice(sort: KeySort, done: unknown): Html | undefined {
  return noticeLine(notices(sort), done)
}

/** What is filled in of a new key or token. */
export interface NewKeyTexts {
  texts: KeyFormTexts
  /** Of a token. */
  scopes: readonly string[]
}

/** The form of a new key or token. `formId` makes sure that one form makes one. */
export function newKeyMain(
  sort: KeySort,
  formId: string,
  { texts, scopes }: NewKeyTexts,
  errors: FormErrors,
): Html {
  return html`<h1>Create a ${sort}</h1>
    <p class="lead">The secret is shown once, on the next page.</p>
    <form class="form prose" method="post" action="/console/${sort}s" data-once novalidate>
      <input type="hidden" name="form" value="${formId}" />
      ${errors[''] !== undefined && html`<p class="error" role="alert">${errors['']}</p>`}
      ${sort === 'token' && scopeBoxes(scopes, errors['scopes'])} ${keyFields(sort, texts, errors)}
      <div class="actions">
        <button class="btn">Create the ${sort}</button>
        <a class="btn" data-variant="outline" href="/console/${sort}s">Cancel</a>
      </div>
    </form>`
}

/** One key or token: what it may spend, a form to change it, and the two ways to take its secret out of use. */
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
  const sort = sortOf(key)
  const path = `/console/${sort}s/${key.id}`
  const capped = spends.filter(({ limitMicros }) => limitMicros !== null)
  return html`${notice(sort, done)}
    <p class="crumb"><a href="/console/${sort}s">All ${sort}s</a></p>
    <h1>${key.name}</h1>
    <p class="lead">
      <code>${PREFIXES[sort]}…${key.lastFour}</code>, made ${moment(key.createdAt)}.
      ${key.lastUsedAt === null ? html`No call was made with it yet` : html`Its last call was ${moment(key.lastUsedAt)}`}${sort === 'token' && html`; reads of the registry leave no trace, so they do not count here`}.
      ${key.previousUntil !== null && html`The secret before it works until ${moment(key.previousUntil)}.`}
      ${key.scopes && html`What it may do: <strong>${scopeWords(key.scopes)}</strong>.`}
    </p>
    ${capped.length > 0 && html`<div class="grid-cards">${capped.map((spend) => capMeter(spend))}</div>`}
    <h2>Change it</h2>
    <form class="form prose" method="post" action="${path}" novalidate>
      ${errors[''] !== undefined && html`<p class="error" role="alert">${errors['']}</p>`}
      ${keyFields(sort, texts, errors)}
      <div class="actions"><button class="btn">Save</button></div>
    </form>
    <h2>Roll or revoke it</h2>
    <p class="prose">
      Roll a ${sort} to give it a new secret: its name, caps and usage stay, and the old secret may go on for
      a while. Revoke it where it leaked and nobody needs it any more.
    </p>
    <div class="row">
      <button class="btn" data-variant="outline" command="show-modal" commandfor="roll">
        Roll the ${sort}…
      </button>
      <button class="btn" data-variant="destructive" command="show-modal" commandfor="revoke">
        Revoke the ${sort}…
      </button>
    </div>
    <dialog class="dialog" id="roll" aria-labelledby="roll-title">
      <div>
        <header>
          <h2 id="roll-title">Roll “${key.name}”?</h2>
          <p>A new secret is made and shown once.</p>
        </header>
        <form class="form" method="post" action="${path}/roll" data-once>
          <input type="hidden" name="form" value="${formId}" />
          ${select({ name: 'grace', label: 'The old secret' }, GRACES, '86400000')}
          <footer class="row">
            <button class="btn">Roll the ${sort}</button
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
        <form method="post" action="${path}/revoke">
          <footer class="row">
            <button class="btn" data-variant="destructive">Revoke the ${sort}</button
            ><button class="btn" type="button" data-variant="outline" command="close" commandfor="revoke">
              Cancel
            </button>
          </footer>
        </form>
      </div>
    </dialog>`
}

/** The fields of a key or token as it is. */
export function textsOf(key: ApiKey): KeyFormTexts {
  const caps = Object.fromEntries(
    WINDOW_KINDS.map((window) => {
      const micros = key.limits[window]
      return [window, micros === null ? '' : String(micros / 1_000_000)]
    }),
  ) as Record<(typeof WINDOW_KINDS)[number], string>
  return { name: key.name, ...caps, expires: key.expiresAt === null ? '' : day(key.expiresAt - 1) }
}
