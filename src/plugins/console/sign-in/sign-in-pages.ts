import { html, type Html } from '../../pages/html.ts'
import { field } from '../../pages/field.ts'
import type { FormErrors } from '../form.ts'

/** Where sign-in begins: an address to type, or the words why none can be. */
export function signInMain({
  email,
  returnTo,
  errors,
  byEmail,
  provider,
  done,
}: {
  email: string
  returnTo: string
  errors: FormErrors
  byEmail: boolean
  /** What people call the provider. */
  provider: string | undefined
  done: unknown
}): Html {
  return html`<div class="narrow stack">
    ${done === 'deleted' && html`<p class="alert" role="status">Your account is deleted.</p>`}
    <div>
      <h1>Sign in</h1>
      <p class="lead">
        To make keys, set their limits and see what they spent. The first sign-in makes the account.
      </p>
    </div>
    ${
      byEmail
        ? html`<form class="form" method="post" action="/console/sign-in" novalidate>
            <input type="hidden" name="to" value="${returnTo}" />
            ${field({
              name: 'email',
              label: 'E-mail address',
              type: 'email',
              inputmode: 'email',
              autocomplete: 'email',
              maxlength: 254,
              required: true,
              autofocus: true,
              value: email,
              error: errors['email'],
              hint: 'You get a mail with a code. There is no password.',
            })}
            <div class="actions"><button class="btn">Send me a code</button></div>
          </form>`
        : provider === undefined &&
          html`<p class="alert" role="note">
            Nobody can sign in here yet: the service has neither a mail server nor a provider. The operator
            sets SMTP_URL or OIDC_ISSUER.
          </p>`
    }
    ${provider !== undefined && html`<p><a class="btn" data-variant="outline" href="/console/sign-in/provider?to=${encodeURIComponent(returnTo)}">Sign in with ${provider}</a></p>`}
  </div>`
}

/** Where the code is typed. */
export function codeMain({ error, onTerminal }: { error?: string; onTerminal: boolean }): Html {
  return html`<div class="narrow stack">
    <div>
      <h1>Type the code</h1>
      <p class="lead">
        ${
          onTerminal
            ? 'No mail leaves this machine: the mail with the code is shown on the terminal where the service runs.'
            : 'If the address may sign in here, a mail with a code of eight digits is on its way. It is good for ten minutes, in this browser.'
        }
      </p>
    </div>
    <form class="form" method="post" action="/console/sign-in/code" novalidate>
      ${field({
        name: 'code',
        label: 'Code',
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        maxlength: 20,
        required: true,
        autofocus: true,
        placeholder: '1234 5678',
        error,
      })}
      <div class="actions"><button class="btn">Sign in</button></div>
    </form>
    <p class="muted small">
      No mail? Look into the spam folder, or <a href="/console/sign-in">ask for another one</a>.
    </p>
  </div>`
}

/** Where a mail's link leads: a button, since programs follow links and press no buttons. */
export function linkMain(action: string): Html {
  return html`<div class="narrow stack">
    <div>
      <h1>Sign in with this link</h1>
      <p class="lead">
        You will be signed in in this browser, as the person whom the mail was sent to. The link works once.
      </p>
    </div>
    <form method="post" action="${action}"><button class="btn">Sign in</button></form>
  </div>`
}
