import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { RunningCalls } from '../../domain/calls/running-calls.ts'
import type { Clock } from '../../domain/clock.ts'
import type { KeyService } from '../../domain/keys/key-service.ts'
import { KEY_SORTS, type KeySort } from '../../domain/keys/key-sort.ts'
import { NO_LIMITS, type SpendLimits, type WindowKind } from '../../domain/ledger/spend-windows.ts'
import type { ApiKey, Store, WindowSpend } from '../../domain/ledger/store.ts'
import { ApiError } from '../json-surface/api-error.ts'
import type { RequestLog } from '../../request-log.ts'
import { isoTime } from '../json-surface/iso-time.ts'
import { keyJson, limitsJson } from '../json-surface/key-json.ts'
import { existingAccount } from './account-routes.ts'
import { onePage, pageQuerySchema } from './page.ts'
import { createKeySchema, createTokenSchema, updateKeySchema } from './schemas.ts'

type OfAccount = { Params: { id: string } }
type NewKeyBody = z.infer<typeof createKeySchema> & Partial<z.infer<typeof createTokenSchema>>
/** The name of the second id tells the sort. */
type OneKey = { Params: { id: string; keyId: string } }
type OneOfSort = { Params: { id: string } & Partial<Record<`${KeySort}Id`, string>> }

/** What managing keys needs; `running` so that a revocation ends the calls that run with the key. */
export interface KeyRouteParts {
  store: Store
  keys: KeyService
  clock: Clock
  running: RunningCalls
  log: RequestLog
}

/** Keys and tokens of an account: create (the only time the secret is shown), list, revoke; keys can be changed. */
export function adminKeyRoutes(app: FastifyInstance, parts: KeyRouteParts): void {
  for (const sort of KEY_SORTS) {
    createRoute(app, parts, sort)
    listRoute(app, parts, sort)
    revokeRoute(app, parts, sort)
  }
  changeRoute(app, parts)
}

function createRoute(app: FastifyInstance, parts: KeyRouteParts, sort: KeySort): void {
  const { store, keys, clock } = parts
  app.post<OfAccount & { Body: NewKeyBody }>(
    `/accounts/:id/${sort}s`,
    { schema: { hide: true, body: sort === 'key' ? createKeySchema : createTokenSchema } },
    async ({ params, body }, reply) => {
      const { name, scopes = null, spend_limits_usd: limits, expires_at: expiresAt = null } = body
      const account = await existingAccount(store, params.id)
      refusePast(expiresAt, clock.now())
      const options = { name, scopes, limits: { ...NO_LIMITS, ...given(limits) }, expiresAt }
      const { key, secret } = await keys.create(account.id, options)
      return reply.code(201).send({ ...(await oneBody(parts, key)), [sort]: secret })
    },
  )
}

function listRoute(app: FastifyInstance, { store, clock }: KeyRouteParts, sort: KeySort): void {
  app.get<OfAccount & { Querystring: z.infer<typeof pageQuerySchema> }>(
    `/accounts/:id/${sort}s`,
    { schema: { hide: true, querystring: pageQuerySchema } },
    async ({ params, query }, reply) => {
      const { id: accountId } = await existingAccount(store, params.id)
      const { records, more } = await onePage({
        query,
        path: `/accounts/${accountId}/${sort}s`,
        read: (page) => store.listKeys({ accountId, sort, ...page }),
        reply,
      })
      const ids = records.map(({ id }) => id)
      const spends = await store.windowSpendsOf(ids, clock.now())
      const data = records.map((key) => keyBody(key, spends.get(key.id) ?? []))
      return { object: 'list', data, has_more: more }
    },
  )
}

function changeRoute(app: FastifyInstance, parts: KeyRouteParts): void {
  const { keys, clock } = parts
  app.patch<OneKey & { Body: z.infer<typeof updateKeySchema> }>(
    '/accounts/:id/keys/:keyId',
    { schema: { hide: true, body: updateKeySchema } },
    async ({ params, body: { name, spend_limits_usd: limits, expires_at: expiresAt } }) => {
      refusePast(expiresAt, clock.now())
      const key = await keys.update(params.id, params.keyId, {
        ...(name !== undefined && { name }),
        limits: given(limits),
        expiresAt,
      })
      if (!key) throw notThere('key')
      if (key === 'expired') throw wrongExpiry('the key has expired, and stays so')
      return oneBody(parts, key)
    },
  )
}

function revokeRoute(app: FastifyInstance, parts: KeyRouteParts, sort: KeySort): void {
  const { keys, running, log } = parts
  app.delete<OneOfSort>(
    `/accounts/:id/${sort}s/:${sort}Id`,
    { schema: { hide: true } },
    async ({ params }) => {
      const key = await keys.revoke(params.id, params[`${sort}Id`] ?? '', sort)
      if (!key) throw notThere(sort)
      running.revoke(key.id)
      log.event('key_revoked', { keyId: key.id, accountId: key.accountId })
      return oneBody(parts, key)
    },
  )
}

async function oneBody({ store, clock }: KeyRouteParts, key: ApiKey): Promise<Record<string, unknown>> {
  return keyBody(key, await store.windowSpends(key.id, clock.now()))
}

function keyBody(key: ApiKey, spends: readonly WindowSpend[]): Record<string, unknown> {
  return {
    ...keyJson(key),
    account_id: key.accountId,
    revoked_at: key.revokedAt === null ? null : isoTime(key.revokedAt),
    spend_limits: limitsJson(spends),
  }
}

/** The limits that the body names. */
function given(
  limits: Partial<Record<WindowKind, number | null | undefined>> | null | undefined,
): Partial<SpendLimits> {
  return Object.fromEntries(Object.entries(limits ?? {}).filter(([, micros]) => micros !== undefined))
}

/** @throws {ApiError} `invalid_value` */
function refusePast(expiresAt: number | null | undefined, now: number): void {
  if (typeof expiresAt === 'number' && expiresAt <= now) throw wrongExpiry('it lies in the past')
}

function wrongExpiry(why: string): ApiError {
  return new ApiError('invalid_value', {
    message: `Invalid value for expires_at: ${why}.`,
    param: 'expires_at',
  })
}

function notThere(sort: KeySort): ApiError {
  return new ApiError('not_found', {
    message: `The account has no ${sort} with this id.`,
    param: `${sort}Id`,
  })
}
