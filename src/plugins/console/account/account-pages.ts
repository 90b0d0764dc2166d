import type { AuditEntry, Identity, Person, Session } from '../../../domain/people/people-store.ts'
import { field } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import type { FormErrors } from '../form.ts'
import { moment } from '../moment.ts'
import { noticeLine } from '../notice.ts'

const NOTICES: Readonly<Record<string, string>> = {
  ended: 'That browser is signed out.',
  everywhere: 'All other browsers are signed out.',
}

const METHODS: Readonly<Record<Session['method'], string>> = { email: 'by e-mail', oidc: 'with the provider' }

/** The person's own page: who they are here, where they are signed in, what they can take along, and the way out. */
export function accountMain({
  person,
  current,
  sessions,
  identities,
  errors,
  done,
}: {
  person: Person
  current: Session
  sessions: readonly Session[]
  identities: readonly Identity[]
  errors: FormErrors
  done: unknown
}): Html {
  return html`${noticeLine(NOTICES, done)}
    <h1>Account</h1>
    <p class="lead">
      ${person.email}, here since ${moment(person.createdAt)}. Account <code>${person.accountId}</code>.
    </p>
    ${
      identities.length > 0 &&
      html`<h2>Ways to sign in</h2>
        <ul class="prose">
          <li>A mail to ${person.email}</li>
          ${identities.map(({ issuer }) => html`<li>${issuer}</li>`)}
        </ul>`
    }
    <h2 id="sessions">Where you are signed in</h2>
    ${table(
      { by: 'sessions', heads: ['Browser', 'Since', 'Until', 'Sign out'] },
      sessions.map((session) => sessionRow(session, session.id === current.id)),
    )}
    ${
      sessions.length > 1 &&
      html`<form method="post" action="/console/account/sign-out-everywhere">
        <p><button class="btn" data-variant="outline">Sign out all other browsers</button></p>
      </form>`
    }
    <h2>What happened here</h2>
    <p class="prose">
      Sign-ins and every change of keys, tokens and credit are in the
      <a href="/console/account/log">log of this account</a>.
    </p>
    <h2>Take your data along</h2>
    <p class="prose">
      One JSON file with everything that is kept of you: keys and tokens without their secrets, usage, credit
      and the log. Prompts and answers are not in it, because they are not kept.
    </p>
    <p><a class="btn" data-variant="outline" href="/console/account/export" download>Export my data</a></p>
    <h2>Delete the account</h2>
    <p class="prose">
      All keys and tokens are revoked and all browsers signed out. Your address is deleted everywhere. Credit
      that is left is lost. What calls cost stays in the books, without a name.
    </p>
    <form class="form prose" method="post" action="/console/account/delete" novalidate>
      ${field({
        name: 'confirm',
        label: 'Type your e-mail address to confirm',
        maxlength: 254,
        error: errors['confirm'],
      })}
      <div class="actions"><button class="btn" data-variant="destructive">Delete my account</button></div>
    </form>`
}

function sessionRow(session: Session, isThis: boolean): Html {
  return html`<tr>
    <th scope="row">
      ${session.userAgent || 'unknown browser'}${isThis && html` <span class="badge">this one</span>`}
    </th>
    <td>${moment(session.createdAt)}, ${METHODS[session.method]}</td>
    <td>${moment(session.expiresAt)}</td>
    <td>
      ${
        isThis
          ? html`<span class="muted">use “Sign out” above</span>`
          : html`<form method="post" action="/console/account/sessions/${session.id}/end">
              <button class="btn" data-variant="outline" data-size="sm">
                Sign out<span class="sr-only">
                  ${session.userAgent}, signed in ${new Date(session.createdAt).toISOString()}</span
                >
              </button>
            </form>`
      }
    </td>
  </tr>`
}

const ACTIONS: Readonly<Record<AuditEntry['action'], string>> = {
  account_created: 'Account made',
  account_deleted: 'Account deleted',
  account_suspended: 'Account suspended',
  account_resumed: 'Account resumed',
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  signed_out_everywhere: 'Signed out elsewhere',
  identity_joined: 'Provider joined',
  key_created: 'Key created',
  key_changed: 'Key changed',
  key_rolled: 'Key rolled',
  key_revoked: 'Key revoked',
  token_created: 'Token created',
  token_changed: 'Token changed',
  token_rolled: 'Token rolled',
  token_revoked: 'Token revoked',
  credit_changed: 'Credit changed',
  data_exported: 'Data exported',
  invited: 'Person invited',
  invitation_withdrawn: 'Invitation withdrawn',
}

/** What people did, newest first. `next` leads to the page behind. */
export function logMain(entries: readonly AuditEntry[], next: string | undefined): Html {
  return html`<p class="crumb"><a href="/console/account">Account</a></p>
    <h1 id="log">Log</h1>
    <p class="lead">
      What was done here and by whom, for a year. Prompts, answers and secrets never stand in it.
    </p>
    ${
      entries.length === 0
        ? html`<p class="empty">Nothing more.</p>`
        : table(
            { by: 'log', heads: ['When', 'What', 'Who', 'Of', 'Detail'] },
            entries.map(
              ({ at, action, actor, target, detail }) =>
                html`<tr>
                  <td>${moment(at)}</td>
                  <td>${ACTIONS[action]}</td>
                  <td>${actor ?? html`<span class="muted">operator or former person</span>`}</td>
                  <td>${target !== null && html`<code>${target}</code>`}</td>
                  <td>${detail}</td>
                </tr>`,
            ),
          )
    }
    ${next !== undefined && html`<p><a class="btn" data-variant="outline" href="${next}">Older entries</a></p>`}`
}
