import type { Invitation } from '../../../domain/people/people-store.ts'
import { field } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import type { FormErrors } from '../form.ts'
import { moment } from '../moment.ts'
import { notice, operatorNav } from './operator-page.ts'

/** Who may sign up while sign-up is by invitation. */
export function invitationsMain({
  invitations,
  next,
  signUp,
  email,
  errors,
  done,
}: {
  invitations: readonly Invitation[]
  next: string | undefined
  signUp: 'open' | 'invited' | 'closed'
  email: string
  errors: FormErrors
  done: unknown
}): Html {
  return html`${operatorNav()} ${notice(done)}
    <h1 id="invitations">Invitations</h1>
    <p class="lead">
      ${
        signUp === 'invited'
          ? 'People sign up by invitation only.'
          : html`<code>SIGN_UP</code> is <code>${signUp}</code>:
              ${signUp === 'open' ? 'everybody may sign up, invited or not.' : 'nobody new may sign up, not even those invited.'}`
      }
    </p>
    <form class="form prose" method="post" action="/console/operator/invitations" novalidate>
      ${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, maxlength: 254, required: true, error: errors['email'] })}
      <div class="actions"><button class="btn">Invite</button></div>
    </form>
    ${
      invitations.length > 0 &&
      table(
        { by: 'invitations', heads: ['Address', 'Since', 'By', 'Withdraw'] },
        invitations.map(
          (one) =>
            html`<tr>
              <th scope="row">${one.email}</th>
              <td>${moment(one.invitedAt)}</td>
              <td>${one.invitedBy}</td>
              <td>
                <form method="post" action="/console/operator/invitations/withdraw">
                  <input type="hidden" name="email" value="${one.email}" /><button
                    class="btn"
                    data-variant="outline"
                    data-size="sm"
                  >
                    Withdraw<span class="sr-only"> the invitation of ${one.email}</span>
                  </button>
                </form>
              </td>
            </tr>`,
        ),
      )
    }
    ${next !== undefined && html`<p><a class="btn" data-variant="outline" href="${next}">More</a></p>`}`
}
