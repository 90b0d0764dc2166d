import { DatabaseSync } from 'node:sqlite'
import { SqliteStore } from '../src/adapters/sqlite/sqlite-store.ts'
import { NO_LIMITS } from '../src/domain/ledger/spend-windows.ts'
import type { Store } from '../src/domain/ledger/store.ts'

/** Stores with so many keys, each of an account of its own, and a past. */

const CREDIT_MICROS = 1e12

export const accountOf = (key: number): string => `acct-${key}`
export const keyOf = (key: number): string => `key-${key}`

export async function addKeys(store: Store, keys: number): Promise<Store> {
  const now = Date.now()
  for (let key = 0; key < keys; key += 1) {
    const [accountId, id] = [accountOf(key), keyOf(key)]
    await store.createAccount({ id: accountId, name: 'Bench', creditMicros: CREDIT_MICROS, now })
    const secretHash = new Uint8Array(32)
    new DataView(secretHash.buffer).setUint32(0, key)
    const limits = { ...NO_LIMITS, day: 1e12, month: 1e12 }
    await store.createKey({ id, accountId, name: 'Bench', secretHash, lastFour: 'last', limits, now }, 20)
  }
  return store
}

/** Fills a file past the service, which would take minutes for it. */
export async function filledFile(path: string, keys: number, calls: number): Promise<void> {
  await new SqliteStore(path).close()
  const file = new DatabaseSync(path)
  file.exec(`
    begin;
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${keys - 1})
    insert into accounts (id, name, balance_micros, funded_micros, created_at)
      select 'acct-' || i, 'Bench', ${CREDIT_MICROS}, ${CREDIT_MICROS}, ${Date.now()} from n;
    insert into api_keys (id, account_id, name, secret_hash, last_four, limit_day, limit_month, created_at)
      select 'key-' || substr(id, 6), id, name, randomblob(32), 'last', ${CREDIT_MICROS}, ${CREDIT_MICROS}, created_at
      from accounts;
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${calls - 1})
    insert into calls (id, account_id, key_id, model, frameworks, status, held_micros, cost_micros, started_at, expires_at, ended_at)
      select 'chatcmpl-' || lower(hex(randomblob(12))), 'acct-' || (i % ${keys}), 'key-' || (i % ${keys}), 'svc-fast', 'dora',
        'completed', 100, 50, t, t, t
      from (select i, ${Date.now() - calls} + i as t from n) where ${calls} > 0;
    commit`)
  file.close()
}
