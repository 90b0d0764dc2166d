import type { FastifyInstance } from 'fastify'
import { toUsd } from '../../domain/ledger/price.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../domain/ledger/store.ts'
import { keyJson, limitsJson } from '../json-surface/key-json.ts'
import { errorResponses, keySchema } from './schemas.ts'

export interface KeyParts {
  store: Store
  clock: Clock
}

/** GET /v1/key: what the calling key may still spend. */
export function keyRoutes(app: FastifyInstance, { store, clock }: KeyParts): void {
  app.get(
    '/key',
    {
      schema: {
        operationId: 'getKey',
        tags: ['Key and usage'],
        summary: 'The calling key: caps, spend, reset times and its account balance',
        response: { 200: keySchema, ...errorResponses(401) },
      },
    },
    async ({ caller }) => {
      const [account, spends] = await Promise.all([
        store.getAccount(caller.accountId),
        store.windowSpends(caller.id, clock.now()),
      ])
      if (!account) throw new Refusal('invalid_api_key')
      return {
        ...keyJson(caller),
        spend_limits: limitsJson(spends),
        balance_usd: toUsd(account.balanceMicros),
        held_usd: toUsd(account.heldMicros),
      }
    },
  )
}
