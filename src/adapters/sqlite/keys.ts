import { sortOf, type KeySort } from '../../domain/keys/key-sort.ts'
import { isInactive, isPastChanging, type KeyChange, type KeyRoll } from '../../domain/ledger/key-changes.ts'
import type { ApiKey, FoundKey, KeyList, NewKey } from '../../domain/ledger/store.ts'
import { KEY_COLUMNS, OF_SORT, toFoundKey, toKey, type FoundKeyRow, type KeyRow } from '../sql-rows.ts'
import type { Database } from './database.ts'

/** A page of an account's keys or tokens, oldest first. Values: account, the id that the page begins behind or null, how many. */
export const keysPage = (sort: KeySort): string =>
  `select ${KEY_COLUMNS} from api_keys
   where account_id = ?1 and ${OF_SORT[sort]}
     and (created_at, id) > (select created_at, id from api_keys where account_id = ?1 and id = ?2 and ${OF_SORT[sort]}
       union all select -1, '' where ?2 is null)
   order by created_at, id limit ?3`

/** The keys of accounts, past the book: whoever changes one here tells it. */
export class Keys {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  create(key: NewKey, maxActive: number): ApiKey | 'limit' {
    return this.#database.transaction(() => {
      const same = this.#database.get<KeyRow>(
        `select ${KEY_COLUMNS} from api_keys
         where secret_hash = ?1 or previous_hash = ?1 or (id = ?2 and account_id = ?3)`,
        [key.secretHash, key.id, key.accountId],
      )
      if (same) return toKey(same)
      const scopes = key.scopes ?? null
      const active = this.#database.get<{ count: number }>(
        `select count(*) as count from api_keys
         where account_id = ? and ${OF_SORT[sortOf({ scopes })]} and revoked_at is null
           and (expires_at is null or expires_at > ?)`,
        [key.accountId, key.now],
      )
      if (active && active.count >= maxActive) return 'limit'
      const { hour, day, week, month } = key.limits
      const expiresAt = key.expiresAt ?? null
      this.#database.run(
        `insert into api_keys (id, account_id, name, secret_hash, last_four, limit_hour, limit_day, limit_week,
           limit_month, expires_at, scopes, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          key.id,
          key.accountId,
          key.name,
          key.secretHash,
          key.lastFour,
          hour,
          day,
          week,
          month,
          expiresAt,
          scopes?.join(' ') ?? null,
          key.now,
        ],
      )
      const created = this.#get(key.accountId, key.id)
      if (!created) throw new Error('the key does not exist')
      return created
    })
  }

  findByHash(secretHash: Uint8Array): FoundKey | undefined {
    const row = this.#database.get<FoundKeyRow>(
      `select ${KEY_COLUMNS}, secret_hash = ?1 as by_present from api_keys where secret_hash = ?1 or previous_hash = ?1`,
      [secretHash],
    )
    return row && toFoundKey(row)
  }

  get(accountId: string, keyId: string): ApiKey | undefined {
    const row = this.#database.get<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where account_id = ? and id = ?`,
      [accountId, keyId],
    )
    return row && toKey(row)
  }

  list({ accountId, sort = 'key', limit, after }: KeyList): ApiKey[] {
    const rows = this.#database.all<KeyRow>(keysPage(sort), [accountId, after ?? null, limit])
    return rows.map(toKey)
  }

  update(accountId: string, keyId: string, change: KeyChange): ApiKey | 'expired' | undefined {
    return this.#database.transaction(() => {
      const key = this.#get(accountId, keyId)
      if (!key) return undefined
      if (isPastChanging(key, change)) return 'expired'
      const { hour, day, week, month } = { ...key.limits, ...change.limits }
      const { name = key.name, expiresAt = key.expiresAt } = change
      this.#database.run(
        `update api_keys set name = ?, limit_hour = ?, limit_day = ?, limit_week = ?, limit_month = ?, expires_at = ?
         where id = ?`,
        [name, hour, day, week, month, expiresAt, keyId],
      )
      return this.#get(accountId, keyId)
    })
  }

  roll({ accountId, keyId, secretHash, lastFour, previousUntil, now }: KeyRoll): ApiKey | undefined {
    return this.#database.transaction(() => {
      const key = this.#get(accountId, keyId)
      if (!key || isInactive(key, now)) return undefined
      const lives = previousUntil > now
      this.#database.run(
        `update api_keys set previous_hash = case when ?1 then secret_hash end, previous_until = ?2,
           secret_hash = ?3, last_four = ?4 where id = ?5`,
        [lives ? 1 : 0, lives ? previousUntil : null, secretHash, lastFour, keyId],
      )
      return this.#get(accountId, keyId)
    })
  }

  revoke(accountId: string, keyId: string, now: number): ApiKey | undefined {
    this.#database.run(
      'update api_keys set revoked_at = coalesce(revoked_at, ?) where account_id = ? and id = ?',
      [now, accountId, keyId],
    )
    return this.#get(accountId, keyId)
  }

  revokedAmong(keyIds: readonly string[]): string[] {
    const rows = this.#database.all<{ id: string }>(
      'select id from api_keys where revoked_at is not null and id in (select value from json_each(?))',
      [JSON.stringify(keyIds)],
    )
    return rows.map(({ id }) => id)
  }

  #get(accountId: string, id: string): ApiKey | undefined {
    const row = this.#database.get<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where account_id = ? and id = ?`,
      [accountId, id],
    )
    return row && toKey(row)
  }
}
