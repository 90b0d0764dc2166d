import type { Clock } from '../clock.ts'
import { isInactive, type KeyChange } from '../ledger/key-changes.ts'
import { NO_LIMITS, type SpendLimits } from '../ledger/spend-windows.ts'
import type { ApiKey, FoundKey, Store } from '../ledger/store.ts'
import { Refusal } from '../refusal.ts'
import { KeyMemory } from './key-memory.ts'
import { sortOf, type KeySort } from './key-sort.ts'
import type { Scope } from './scopes.ts'
import { hashKey, isWellFormedKey, issueKey, issueSecret, PREFIXES } from './secret.ts'

/** Active keys an account may have (description 2.4, 8), and as many active tokens. */
export const MAX_ACTIVE_KEYS = 20

/** Who calls: the key or token, and through it the account that pays. */
export type Caller = ApiKey

/** Who calls with a token, and what it may do. */
export type TokenCaller = Caller & { scopes: readonly Scope[] }

export interface KeyServiceOptions {
  /** The one key that an operator may have chosen freely: it need not have the form of an issued one. */
  chosenKey?: string | undefined
  /** How long the answer to a look-up is remembered, in milliseconds; 0 where looking up costs nothing. */
  rememberMs?: number
  /** Where answers are remembered: look-ups at one time of keys that were not met before. Any number where it is left out. */
  strangersAtOnce?: number
}

/** How a key is to be made, or a token. */
export interface KeyOptions {
  name: string
  /** At least one makes it a token; null or left out: a key. */
  scopes?: readonly Scope[] | null
  /** None where they are left out. */
  limits?: SpendLimits
  /** In milliseconds since the epoch; null or left out: never. */
  expiresAt?: number | null
}

/**
 * Creates, finds, changes, rolls and revokes keys and tokens. Whoever names one by its id says of which sort it is, a key where nothing is
 * said; to one sort the ids of the other are unknown.
 */
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
    const key = await this.#holder(authorization, 'key')
    if (!key) throw new Refusal('invalid_api_key')
    return key
  }

  /**
   * The active token behind an `Authorization` header, with its `scopes`; no key of the model API is one. What is no active token all
   * looks the same.
   * @throws {Refusal} `invalid_token`
   */
  async authenticateToken(authorization: string | undefined): Promise<TokenCaller> {
    const token = await this.#holder(authorization, 'token')
    if (!token?.scopes) throw new Refusal('invalid_token')
    return { ...token, scopes: token.scopes }
  }

  /** The account's key or token with this id, active or not; undefined where it has none of this sort. */
  async find(accountId: string, keyId: string, sort: KeySort = 'key'): Promise<ApiKey | undefined> {
    const key = await this.#store.getKey(accountId, keyId)
    return key && sortOf(key) === sort ? key : undefined
  }

  /**
   * Creates a key, or a token where scopes are given; the secret is in the answer and nowhere else.
   * @throws {Refusal} `key_limit_reached`
   */
  async create(accountId: string, options: KeyOptions): Promise<{ key: ApiKey; secret: string }> {
    const { scopes = null } = options
    const { id, secret } = issueKey(sortOf({ scopes }))
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
    sort?: KeySort,
  ): Promise<ApiKey | 'expired' | undefined> {
    if (!(await this.find(accountId, keyId, sort))) return undefined
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
    sort?: KeySort,
  ): Promise<{ key: ApiKey; secret: string } | undefined> {
    if (!(await this.find(accountId, keyId, sort))) return undefined
    const secret = issueSecret(keyId, sort)
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
  async revoke(accountId: string, keyId: string, sort?: KeySort): Promise<ApiKey | undefined> {
    if (!(await this.find(accountId, keyId, sort))) return undefined
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

  /** What an `Authorization` header opens, if it has a secret of this sort. The row must be of the sort too, not the prefix alone. */
  async #holder(authorization: string | undefined, sort: KeySort): Promise<FoundKey | undefined> {
    const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (!secret?.startsWith(PREFIXES[sort]) || secret.length > 256) return undefined
    const hash = hashKey(secret)
    if (!isWellFormedKey(secret, sort) && !this.#chosen?.equals(hash)) return undefined
    const key = await (this.#memory ? this.#memory.get(hash) : this.#store.findKeyByHash(hash))
    const now = this.#clock.now()
    const opens = key && !isInactive(key, now) && (key.validUntil ?? Infinity) > now
    return opens && sortOf(key) === sort ? key : undefined
  }

  async #insert(
    accountId: string,
    id: string,
    secret: string,
    { name, scopes = null, limits = NO_LIMITS, expiresAt = null }: KeyOptions,
  ): Promise<ApiKey> {
    const secretHash = hashKey(secret)
    const created = await this.#store.createKey(
      {
        id,
        accountId,
        name,
        secretHash,
        lastFour: secret.slice(-4),
        scopes,
        limits,
        expiresAt,
        now: this.#clock.now(),
      },
      MAX_ACTIVE_KEYS,
    )
    this.#memory?.made(secretHash)
    if (created === 'limit') throw new Refusal('key_limit_reached', { sort: sortOf({ scopes }) })
    return created
  }
}
