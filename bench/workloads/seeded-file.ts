import { join } from 'node:path'
import { bootstrapAccount } from '../../src/bootstrap-account.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { KeyService } from '../../src/domain/keys/key-service.ts'
import type { Store } from '../../src/domain/ledger/store.ts'
import { openStore } from '../../src/open-store.ts'
import { BENCH_ACCOUNT } from '../targets/bench-account.ts'

/** What a file holds before the service is started on it. */
export interface Past {
  /** Keys of other accounts. */
  keys: number
  /** Calls that the caller's own key has made. */
  calls: number
}

const KEYS_EACH = 20

/** So many steps are under way at one time. */
const AT_ONCE = 200

/** Makes a file with that past; returns what the service needs to find it. */
export async function seededFile(folder: string, { keys, calls }: Past): Promise<Record<string, string>> {
  const database = { DATABASE_URL: `sqlite:${join(folder, 'bench.sqlite')}` }
  const config = readConfig({ ...BENCH_ACCOUNT, ...database })
  const store = await openStore(config)
  const service = new KeyService(store, systemClock)
  await bootstrapAccount(config, { store, keys: service, clock: systemClock })
  await severally(keys / KEYS_EACH, (index) => addAccount(store, service, `acct_${index}`))
  const [account] = await store.listAccounts({ limit: 1 })
  const [key] = account ? await store.listKeys({ accountId: account.id, limit: 1 }) : []
  if (!key) throw new Error('the file has no account with a key')
  await severally(calls, (index) => addCall(store, `call_${index}`, key))
  await store.close()
  return database
}

async function severally(count: number, step: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await step(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function addAccount(store: Store, keys: KeyService, id: string): Promise<void> {
  await store.createAccount({ id, name: id, creditMicros: 0, now: systemClock.now() })
  for (let index = 0; index < KEYS_EACH; index += 1) await keys.create(id, { name: `key ${index}` })
}

async function addCall(store: Store, id: string, key: { id: string; accountId: string }): Promise<void> {
  const now = systemClock.now()
  const sums = { floorMicros: 1, ceilingMicros: 1, now, expiresAt: now + 60_000 }
  await store.hold({
    id,
    accountId: key.accountId,
    keyId: key.id,
    model: 'svc-fast',
    frameworks: ['dora'],
    ...sums,
  })
  await store.settle({ id, costMicros: 1, promptTokens: 40, completionTokens: 30, status: 'completed', now })
}
