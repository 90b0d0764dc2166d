import type { FastifyInstance } from 'fastify'
import { pageNotFound } from '../../pages/page-refusal.ts'
import type { UsageParts } from '../usage/usage-routes.ts'
import { accountsRoutes } from './accounts-routes.ts'
import { healthRoute, type HealthParts } from './health-route.ts'
import { invitationsRoutes, type InvitationsParts } from './invitations-routes.ts'

/** What the operator's pages work with, beside the others. */
export type OperatorParts = UsageParts & HealthParts & InvitationsParts

/** Pages of the operators (`OPERATOR_EMAILS`): accounts, credit, suspension, invitations, health. Others get 404 for all of them. */
export function operatorRoutes(app: FastifyInstance, parts: OperatorParts): void {
  app.addHook('onRequest', async (request) => {
    if (!request.isOperator) throw pageNotFound()
  })
  accountsRoutes(app, parts)
  invitationsRoutes(app, parts)
  healthRoute(app, parts)
}
