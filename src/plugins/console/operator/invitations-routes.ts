import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../../domain/ledger/store.ts'
import { emailAddress } from '../../../domain/people/email-address.ts'
import { pageNotFound } from '../../pages/page-refusal.ts'
import { consolePage, sendPage } from '../console-page.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { NO_ERRORS, typed, type FormErrors } from '../form.ts'
import { ownerOf } from '../owner.ts'
import { invitationsMain } from './invitations-page.ts'

const PAGE = 50

export interface InvitationsParts extends ConsoleParts {
  store: Pick<Store, 'people'>
  signUp: 'open' | 'invited' | 'closed'
}

/** Who may sign up while sign-up is by invitation. */
export function invitationsRoutes(
  app: FastifyInstance,
  { store: { people }, clock, audit, assets, signUp }: InvitationsParts,
): void {
  app.get<{ Querystring: { after?: unknown; done?: unknown } }>('/invitations', async (request, reply) =>
    showInvitations(request, reply, { email: '', errors: NO_ERRORS, ...request.query }),
  )

  app.post('/invitations', async (request, reply) => {
    const operator = ownerOf(request)
    const email = emailAddress(typed(request.body, 'email'))
    if (email === undefined) {
      const errors = { email: 'That is no e-mail address. It looks like name@example.com.' }
      return showInvitations(request, reply, { email: typed(request.body, 'email'), errors, status: 422 })
    }
    await people.invite({ email, invitedAt: clock.now(), invitedBy: operator.email })
    await audit.write(operator, 'invited')
    return reply.redirect('/console/operator/invitations?done=invited', 303)
  })

  app.post('/invitations/withdraw', async (request, reply) => {
    const operator = ownerOf(request)
    if (!(await people.withdrawInvitation(typed(request.body, 'email')))) throw pageNotFound()
    await audit.write(operator, 'invitation_withdrawn')
    return reply.redirect('/console/operator/invitations?done=withdrawn', 303)
  })

  async function showInvitations(
    request: FastifyRequest,
    reply: FastifyReply,
    page: { email: string; errors: FormErrors; after?: unknown; done?: unknown; status?: number },
  ): Promise<FastifyReply> {
    const { email, errors, after, done, status } = page
    const invitations = await people.listInvitations({
      limit: PAGE + 1,
      ...(typeof after === 'string' && { after }),
    })
    const shown = invitations.slice(0, PAGE)
    const next =
      invitations.length > PAGE
        ? `/console/operator/invitations?${new URLSearchParams({ after: shown.at(-1)?.email ?? '' }).toString()}`
        : undefined
    const main = invitationsMain({ invitations: shown, next, signUp, email, errors, done })
    return sendPage(
      reply,
      consolePage(assets, request, { title: 'Invitations', main, scripts: ['send-once'] }),
      status,
    )
  }
}
