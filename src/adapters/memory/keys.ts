import type { Book } from '../../domain/ledger/book/book.ts'
import {
  foundKey,
  isInactive,
  isPastChanging,
  type KeyChange,
  type KeyRoll,
} from '../../domain/ledger/key-changes.ts'
import { sortOf, type KeySort } from '../../domain/keys/key-sort.ts'
import type { ApiKey, FoundKey, KeyList, NewKey } from '../../domain/ledger/store.ts'
import { pageOf } from './page-of.ts'

/** The secrets of a key, by the names of their hashes. */
interface Secrets {
  present: string
  previous: string | undefined
}

/** The keys of the book by account and by secret. What it gives are copies. */
export class Keys {
  readonly #book: Book
  readonly #byAccount = new Map<string, ApiKey[]>()
  readonly #byHash = new Map<string, ApiKey>()
  readonly #secrets = new Map<ApiKey, Secrets>()

  constructor(book: Book) {
    this.#book = book
  }

  create(
    { id, accountId, name, secretHash, lastFour, scopes = null, limits, expiresAt = null, now }: NewKey,
    maxActive: number,
  ): ApiKey | 'limit' {
    const present = hashName(secretHash)
    const same = this.#byHash.get(present) ?? this.#get(accountId, id)
    if (same) return copyOf(same)
    const active = this.#of(accountId, sortOf({ scopes })).filter((key) => !isInactive(key, now))
    if (active.length >= maxActive) return 'limit'
    const created = {
      id,
      accountId,
      name,
      lastFour,
      scopes,
      limits: { ...limits },
      createdAt: now,
      expiresAt,
    }
    const { key } = this.#book.addKey({ ...created, lastUsedAt: null, previousUntil: null, revokedAt: null })
    this.#byHash.set(present, key)
    this.#secrets.set(key, { present, previous: undefined })
    this.#byAccount.set(accountId, [...(this.#byAccount.get(accountId) ?? []), key])
    return copyOf(key)
  }

  findByHash(secretHash: Uint8Array): FoundKey | undefined {
    const name = hashName(secretHash)
    const key = this.#byHash.get(name)
    return key && foundKey(copyOf(key), this.#secrets.get(key)?.present === name)
  }

  get(accountId: string, keyId: string): ApiKey | undefined {
    const key = this.#get(accountId, keyId)
    return key && copyOf(key)
  }

  list({ accountId, sort = 'key', ...page }: KeyList): ApiKey[] {
    return pageOf(this.#of(accountId, sort), page).map(copyOf)
  }

  update(accountId: string, keyId: string, change: KeyChange): ApiKey | 'expired' | undefined {
    const key = this.#get(accountId, keyId)
    if (!key) return undefined
    if (isPastChanging(key, change)) return 'expired'
    const { name = key.name, expiresAt = key.expiresAt, limits } = change
    key.name = name
    key.expiresAt = expiresAt
    key.limits = { ...key.limits, ...limits }
    return copyOf(key)
  }

  roll({ accountId, keyId, secretHash, lastFour, previousUntil, now }: KeyRoll): ApiKey | undefined {
    const key = this.#get(accountId, keyId)
    const secrets = key && this.#secrets.get(key)
    if (!secrets || isInactive(key, now)) return undefined
    const present = hashName(secretHash)
    if (this.#byHash.has(present)) throw new Error('no secret opens two keys')
    const lives = previousUntil > now
    for (const gone of [secrets.previous, lives ? undefined : secrets.present]) {
      if (gone !== undefined) this.#byHash.delete(gone)
    }
    this.#byHash.set(present, key)
    this.#secrets.set(key, { present, previous: lives ? secrets.present : undefined })
    key.lastFour = lastFour
    key.previousUntil = lives ? previousUntil : null
    return copyOf(key)
  }

  revoke(accountId: string, keyId: string, now: number): ApiKey | undefined {
    const key = this.#get(accountId, keyId)
    if (!key) return undefined
    key.revokedAt ??= now
    return copyOf(key)
  }

  revokedAmong(keyIds: readonly string[]): string[] {
    return keyIds.filter((id) => (this.#book.key(id)?.key.revokedAt ?? null) !== null)
  }

  #of(accountId: string, sort: KeySort): readonly ApiKey[] {
    return (this.#byAccount.get(accountId) ?? []).filter((key) => sortOf(key) === sort)
  }

  #get(accountId: string, keyId: string): ApiKey | undefined {
    const key = this.#book.key(keyId)?.key
    return key?.accountId === accountId ? key : undefined
  }
}

function copyOf(key: ApiKey): ApiKey {
  return { ...key, limits: { ...key.limits } }
}

function hashName(secretHash: Uint8Array): string {
  return Buffer.from(secretHash).toString('base64')
}
