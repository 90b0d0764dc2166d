import { sortOf, type KeySort } from '../../domain/keys/key-sort.ts'
import { isPastChanging, type KeyChange, type KeyRoll } from '../../domain/ledger/key-changes.ts'
import type { ApiKey, FoundKey, KeyList, NewKey } from '../../domain/ledger/store.ts'
import { KEY_COLUMNS, OF_SORT, toFoundKey, toKey, type FoundKeyRow, type KeyRow } from '../sql-rows.ts'
import type { Connection } from './connection.ts'

/** A page of an account's keys or tokens, oldest first. Values: account, the id that the page begins behind or null, how many. */
export const keysPage = (sort: KeySort): string =>
  `select ${KEY_COLUMNS} from api_keys
   where account_id = $1 and ${OF_SORT[sort]}
     and (created_at, id) > (select created_at, id from api_keys where account_id = $1 and id = $2 and ${OF_SORT[sort]}
       union all select -1, '' where $2::text is null)
   order by created_at, id limit $3`

/** The keys of accounts. */
export class Keys {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  create(key: NewKey, maxActive: number): Promise<ApiKey | 'limit'> {
    return this.#connection.transaction(async (session) => {
      // One after the other, so that they count each other.
      await session.all('select 1 from accounts where id = $1 for update', [key.accountId])
      const [same] = await session.all<KeyRow>(
        `select ${KEY_COLUMNS} from api_keys
         where secret_hash = $1 or previous_hash = $1 or (id = $2 and account_id = $3)`,
        [key.secretHash, key.id, key.accountId],
      )
      if (same) return toKey(same)
      const { id, accountId, name, secretHash, lastFour, scopes = null, limits, expiresAt = null, now } = key
      const [active] = await session.all<{ count: number }>(
        `select count(*) as count from api_keys
         where account_id = $1 and ${OF_SORT[sortOf({ scopes })]} and revoked_at is null
           and (expires_at is null or expires_at > $2)`,
        [accountId, now],
      )
      if (active && active.count >= maxActive) return 'limit'
      const { hour, day, week, month } = limits
      const [row] = await session.all<KeyRow>(
        `insert into api_keys (id, account_id, name, secret_hash, last_four, limit_hour, limit_day, limit_week,
           limit_month, expires_at, scopes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${KEY_COLUMNS}`,
        [
          id,
          accountId,
          name,
          secretHash,
          lastFour,
          hour,
          day,
          week,
          month,
          expiresAt,
          scopes?.join(' ') ?? null,
          now,
        ],
      )
      if (!row) throw new Error('the key does not exist')
      return toKey(row)
    })
  }

  async findByHash(secretHash: Uint8Array): Promise<FoundKey | undefined> {
    const [row] = await this.#connection.all<FoundKeyRow>(
      `select ${KEY_COLUMNS}, secret_hash = $1 as by_present from api_keys where secret_hash = $1 or previous_hash = $1`,
      [secretHash],
    )
    return row && toFoundKey(row)
  }

  async get(accountId: string, keyId: string): Promise<ApiKey | undefined> {
    const [row] = await this.#connection.all<KeyRow>(
      `select ${KEY_COLUMNS} from api_keys where account_id = $1 and id = $2`,
      [accountId, keyId],
    )
    return row && toKey(row)
  }

  async list({ accountId, sort = 'key', limit, after }: KeyList): Promise<ApiKey[]> {
    const rows = await this.#connection.all<KeyRow>(keysPage(sort), [accountId, after ?? null, limit])
    return rows.map(toKey)
  }

  update(accountId: string, keyId: string, change: KeyChange): Promise<ApiKey | 'expired' | undefined> {
    return this.#connection.transaction(async (session) => {
      const [row] = await session.all<KeyRow>(
        `select ${KEY_COLUMNS} from api_keys where account_id = $1 and id = $2 for update`,
        [accountId, keyId],
      )
      if (!row) return undefined
      const key = toKey(row)
      if (isPastChanging(key, change)) return 'expired'
      const { hour, day, week, month } = { ...key.limits, ...change.limits }
      const { name = key.name, expiresAt = key.expiresAt } = change
      const [after] = await session.all<KeyRow>(
        `update api_keys set name = $2, limit_hour = $3, limit_day = $4, limit_week = $5, limit_month = $6,
           expires_at = $7
         where id = $1 returning ${KEY_COLUMNS}`,
        [keyId, name, hour, day, week, month, expiresAt],
      )
      return after && toKey(after)
    })
  }

  async roll({
    accountId,
    keyId,
    secretHash,
    lastFour,
    previousUntil,
    now,
  }: KeyRoll): Promise<ApiKey | undefined> {
    const [row] = await this.#connection.all<KeyRow>(
      `update api_keys set previous_hash = case when $4::bigint is not null then secret_hash end, previous_until = $4,
         secret_hash = $5, last_four = $6
       where account_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)
       returning ${KEY_COLUMNS}`,
      [accountId, keyId, now, previousUntil > now ? previousUntil : null, secretHash, lastFour],
    )
    return row && toKey(row)
  }

  async revoke(accountId: string, keyId: string, now: number): Promise<ApiKey | undefined> {
    const [row] = await this.#connection.all<KeyRow>(
      `update api_keys set revoked_at = coalesce(revoked_at, $3) where account_id = $1 and id = $2 returning ${KEY_COLUMNS}`,
      [accountId, keyId, now],
    )
    return row && toKey(row)
  }
}

/** Those of the keys that are revoked. */
export async function revokedAmong(connection: Connection, keyIds: readonly string[]): Promise<string[]> {
  const rows = await connection.all<{ id: string }>(
    'select id from api_keys where revoked_at is not null and id = any ($1)',
    [keyIds],
  )
  return rows.map(({ id }) => id)
}
