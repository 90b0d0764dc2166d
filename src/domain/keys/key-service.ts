import type { Clock } from '../clock.ts'
import { isInactive, type KeyChange } from '../ledger/key-changes.ts'
import { NO_LIMITS, type SpendLimits } from '../ledger/spend-windows.ts'
import type { ApiKey, FoundKey, Store } from '../ledger/store.ts'
import { Refusal } from '../refusal.ts'
import { KeyMemory } from './key-memory.ts'
import { hashKey, isWellFormedKey, issueKey, issueSecret, KEY_PREFIX } from './secret.ts'

/** Active keys an account may have (description 2.4, 8). */
export const MAX_ACTIVE_KEYS = 20

/** Who calls: the key, and through it the account that pays. */
export type Caller = ApiKey

export interface KeyServiceOptions {
  /** The one key that an operator may have chosen freely: it need not have the form of an issued one. */
  chosenKey?: string | undefined
  /** How long the answer to a look-up is remembered, in milliseconds; 0 where looking up costs nothing. */
  rememberMs?: number
  /** Where answers are remembered: look-ups at one time of keys that were not met before. Any number where it is left out. */
  strangersAtOnce?: number
}

/** How a key is to be made. */
export interface KeyOptions {
  name: string
  /** None where they are left out. */
  limits?: SpendLimits
  /** In milliseconds since the epoch; null or left out: never. */
  expiresAt?: number | null
}

/** Creates, finds, changes, rolls and revokes keys. */
export class KeyService {
  readonly #store: Store
  readonly #clock: Clock
  readonly #chosen: Buffer | undefined
  readonly #memory: KeyMemory | undefined

  constructor(
    store: Store,
    clock: Clock,
    { chosenKey, rememberMs = 0, strangersAtOnce = Infinity }: KeyServiceOptions = {},
  ) {
    this.#store = store
    this.#clock = clock
    this.#chosen = chosenKey === undefined ? undefined : hashKey(chosenKey)
    const find = (hash: Buffer): Promise<FoundKey | undefined> => store.findKeyByHash(hash)
    this.#memory = rememberMs > 0 ? new KeyMemory({ find, clock, rememberMs, strangersAtOnce }) : undefined
  }

  /**
   * The active key behind an `Authorization` header. Missing, malformed, unknown, revoked, expired and a secret that was rolled away
   * all look the same (description 5, 7.1).
   * @throws {Refusal} `invalid_api_key`
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (!secret?.startsWith(KEY_PREFIX) || secret.length > 256) throw new Refusal('invalid_api_key')
    const hash = hashKey(secret)
    if (!isWellFormedKey(secret) && !this.#chosen?.equals(hash)) throw new Refusal('invalid_api_key')
    const key = await (this.#memory ? this.#memory.get(hash) : this.#store.findKeyByHash(hash))
    const now = this.#clock.now()
    if (!key || isInactive(key, now) || (key.validUntil ?? Infinity) <= now) {
      throw new Refusal('invalid_api_key')
    }
    return key
  }

  /**
   * Creates a key; the secret is in the answer and nowhere else.
   * @throws {Refusal} `key_limit_reached`
   */
  async create(accountId: string, options: KeyOptions): Promise<{ key: ApiKey; secret: string }> {
    const { id, secret } = issueKey()
    return { key: await this.#insert(accountId, id, secret, options), secret }
  }

  /**
   * Changes a key as `Store.updateKey`: another expiry counts at once here, on other instances as soon as they have forgotten the key
   * (a hold heeds it at once everywhere).
   */
  async update(
    accountId: string,
    keyId: string,
    change: { name?: string; limits?: Partial<SpendLimits>; expiresAt?: number | null | undefined },
  ): Promise<ApiKey | 'expired' | undefined> {
    const { expiresAt, ...rest } = change
    const dated: KeyChange = expiresAt === undefined ? rest : { ...rest, expiresAt, now: this.#clock.now() }
    try {
      return await this.#store.updateKey(accountId, keyId, dated)
    } finally {
      this.#memory?.forget(keyId)
    }
  }

  /**
   * Gives a key a new secret, which is in the answer and nowhere else. The one before opens the key for `graceMs` more; with 0 it is dead
   * at once here, and on other instances as soon as they have forgotten it. Undefined: the account has no such key, or it is revoked or
   * expired.
   */
  async roll(
    accountId: string,
    keyId: string,
    graceMs: number,
  ): Promise<{ key: ApiKey; secret: string } | undefined> {
    const secret = issueSecret(keyId)
    const now = this.#clock.now()
    const parts = {
      secretHash: hashKey(secret),
      lastFour: secret.slice(-4),
      previousUntil: now + graceMs,
      now,
    }
    try {
      const key = await this.#store.rollKey({ accountId, keyId, ...parts })
      return key && { key, secret }
    } finally {
      // Also where the store could not say whether it did.
      this.#memory?.forget(keyId)
    }
  }

  /**
   * Revokes a key: this instance refuses it at once, the others as soon as they have forgotten it (a hold with it is refused at
   * once everywhere). Undefined: the account has no such key.
   */
  async revoke(accountId: string, keyId: string): Promise<ApiKey | undefined> {
    try {
      return await this.#store.revokeKey(accountId, keyId, this.#clock.now())
    } finally {
      // Also where the store could not say whether it did.
      this.#memory?.forget(keyId)
    }
  }

  /**
   * Stores a key whose secret the operator chose; under the id that its hash gives, so that a restart finds it again, also
   * once its secret is another.
   */
  async adopt(accountId: string, secret: string, name: string, limits: SpendLimits): Promise<ApiKey> {
    const existing = await this.#store.findKeyByHash(hashKey(secret))
    const id = hashKey(secret).toString('hex', 0, 6)
    return existing ?? this.#insert(accountId, id, secret, { name, limits })
  }

  async #insert(
    accountId: string,
    id: string,
    secret: string,
    { name, limits = NO_LIMITS, expiresAt = null }: KeyOptions,
  ): Promise<ApiKey> {
    const secretHash = hashKey(secret)
    const created = await this.#store.createKey(
      {
        id,
        accountId,
        name,
        secretHash,
        lastFour: secret.slice(-4),
        limits,
        expiresAt,
        now: this.#clock.now(),
      },
      MAX_ACTIVE_KEYS,
    )
    this.#memory?.made(secretHash)
    if (created === 'limit') throw new Refusal('key_limit_reached')
    return created
  }
}
