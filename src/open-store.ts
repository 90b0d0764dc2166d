import { MemoryStore } from './adapters/memory/memory-store.ts'
import { PostgresStore } from './adapters/postgres/postgres-store.ts'
import { SqliteStore } from './adapters/sqlite/sqlite-store.ts'
import { ConfigError, type Config } from './config.ts'
import type { Store } from './domain/ledger/store.ts'

type StoreConfig = Pick<
  Config,
  'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'SQLITE_SYNCHRONOUS' | 'MEMORY_CALLS_MAX'
>

/** Whether several instances may share the state. */
export function isShared({ DATABASE_URL: url }: StoreConfig): boolean {
  return url?.startsWith('postgres') === true
}

/**
 * Opens the store that `DATABASE_URL` names, and brings its tables up to date.
 * @throws {ConfigError} where the file or database cannot be opened, is none, or is a newer service's
 */
export async function openStore(config: StoreConfig): Promise<Store> {
  const { DATABASE_URL: url } = config
  if (url === undefined) return new MemoryStore(config.MEMORY_CALLS_MAX)
  try {
    return isShared(config)
      ? await PostgresStore.open(url, config.DATABASE_POOL_SIZE)
      : new SqliteStore(url.slice('sqlite:'.length), config.SQLITE_SYNCHRONOUS)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(
      `DATABASE_URL: the ${isShared(config) ? 'database' : 'file'} cannot be used: ${reason}`,
    )
  }
}
