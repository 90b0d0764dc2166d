import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { toUsd } from '../../domain/ledger/price.ts'
import type { Account, Store } from '../../domain/ledger/store.ts'
import { randomId } from '../../domain/random-text.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { Clock } from '../../domain/clock.ts'
import { isoTime } from '../json-surface/iso-time.ts'
import { onePage, pageQuerySchema } from './page.ts'
import { addCreditSchema, createAccountSchema } from './schemas.ts'

type ById = { Params: { id: string } }

/** Accounts and their credit. */
export function accountRoutes(app: FastifyInstance, { store, clock }: { store: Store; clock: Clock }): void {
  app.post<{ Body: z.infer<typeof createAccountSchema> }>(
    '/accounts',
    { schema: { hide: true, body: createAccountSchema } },
    async ({ body }, reply) => {
      const { name, credit_usd: creditMicros } = body
      const account = await store.createAccount({
        id: randomId('acct_'),
        name,
        creditMicros: creditMicros ?? 0,
        now: clock.now(),
      })
      return reply.code(201).send(accountBody(account))
    },
  )

  app.get<{ Querystring: z.infer<typeof pageQuerySchema> }>(
    '/accounts',
    { schema: { hide: true, querystring: pageQuerySchema } },
    async ({ query }, reply) => {
      const read = store.listAccounts.bind(store)
      const { records, more } = await onePage({ query, path: '/accounts', read, reply })
      return { object: 'list', data: records.map(accountBody), has_more: more }
    },
  )

  app.get<ById>('/accounts/:id', { schema: { hide: true } }, async ({ params }) =>
    accountBody(await existingAccount(store, params.id)),
  )

  app.post<ById & { Body: z.infer<typeof addCreditSchema> }>(
    '/accounts/:id/credit',
    { schema: { hide: true, body: addCreditSchema } },
    async ({ params, body, headers }) => {
      const { amount_usd: amountMicros, reason } = body
      const idempotencyKey = headers['idempotency-key']
      if (
        Array.isArray(idempotencyKey) ||
        (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
      ) {
        throw new ApiError('invalid_value', {
          message: 'Idempotency-Key must be 1 to 255 printable characters without spaces.',
          param: 'Idempotency-Key',
        })
      }
      const account = await store.addCredit({
        accountId: params.id,
        amountMicros,
        idempotencyKey,
        now: clock.now(),
        ...(reason !== undefined && { reason }),
      })
      if (account === 'conflict') throw new ApiError('idempotency_conflict', { param: 'Idempotency-Key' })
      if (account === 'too_large') {
        throw new ApiError('invalid_value', {
          message: 'Invalid value for amount_usd: the balance would become too large to be kept exactly.',
          param: 'amount_usd',
        })
      }
      if (account === 'insufficient') throw new ApiError('insufficient_balance', { param: 'amount_usd' })
      if (!account) throw noAccount()
      return accountBody(account)
    },
  )
}

/** @throws {ApiError} `not_found` */
export async function existingAccount(store: Store, id: string): Promise<Account> {
  const account = await store.getAccount(id)
  if (!account) throw noAccount()
  return account
}

function noAccount(): ApiError {
  return new ApiError('not_found', { message: 'There is no account with this id.', param: 'id' })
}

function accountBody(account: Account): Record<string, unknown> {
  return {
    object: 'account',
    id: account.id,
    name: account.name,
    balance_usd: toUsd(account.balanceMicros),
    held_usd: toUsd(account.heldMicros),
    created_at: isoTime(account.createdAt),
  }
}
