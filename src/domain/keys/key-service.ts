import { ApiError } from '../../errors.ts'
import type { Clock } from '../clock.ts'
import type { SpendLimits } from '../ledger/spend-windows.ts'
import type { ApiKey, Store } from '../ledger/store.ts'
import { hashKey, isWellFormedKey, issueKey, KEY_PREFIX } from './secret.ts'

/** Active keys an account may have (description 2.4, 8). */
export const MAX_ACTIVE_KEYS = 20

/** Who calls: the key, and through it the account that pays. */
export type Caller = ApiKey

/** Creates, finds and revokes keys. */
export class KeyService {
  readonly #store: Store
  readonly #clock: Clock
  /** The one key that an operator may have chosen freely: it need not have the form of an issued one. */
  readonly #chosen: Buffer | undefined

  constructor(store: Store, clock: Clock, chosenKey?: string) {
    this.#store = store
    this.#clock = clock
    this.#chosen = chosenKey === undefined ? undefined : hashKey(chosenKey)
  }

  /**
   * The active key behind an `Authorization` header. Missing, malformed, unknown and revoked all look the same
   * (description 5, 7.1).
   * @throws {ApiError} `invalid_api_key`
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (!secret?.startsWith(KEY_PREFIX) || secret.length > 256) throw new ApiError('invalid_api_key')
    const hash = hashKey(secret)
    if (!isWellFormedKey(secret) && !this.#chosen?.equals(hash)) throw new ApiError('invalid_api_key')
    const key = await this.#store.findKeyByHash(hash)
    if (!key || key.revokedAt !== null) throw new ApiError('invalid_api_key')
    return key
  }

  /**
   * Creates a key; the secret is in the answer and nowhere else.
   * @throws {ApiError} `key_limit_reached`
   */
  async create(
    accountId: string,
    name: string,
    limits: SpendLimits,
  ): Promise<{ key: ApiKey; secret: string }> {
    const { id, secret } = issueKey()
    return { key: await this.#insert(accountId, id, secret, name, limits), secret }
  }

  /** Stores a key whose secret the operator chose; under the id that its hash gives, so that a restart finds it again. */
  async adopt(accountId: string, secret: string, name: string, limits: SpendLimits): Promise<ApiKey> {
    const existing = await this.#store.findKeyByHash(hashKey(secret))
    return existing ?? this.#insert(accountId, hashKey(secret).toString('hex', 0, 6), secret, name, limits)
  }

  async #insert(
    accountId: string,
    id: string,
    secret: string,
    name: string,
    limits: SpendLimits,
  ): Promise<ApiKey> {
    const created = await this.#store.createKey(
      {
        id,
        accountId,
        name,
        secretHash: hashKey(secret),
        lastFour: secret.slice(-4),
        limits,
        now: this.#clock.now(),
      },
      MAX_ACTIVE_KEYS,
    )
    if (created === 'limit') throw new ApiError('key_limit_reached')
    return created
  }
}
