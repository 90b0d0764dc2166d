import type { Config } from './config.ts'
import { NO_LIMITS } from './domain/ledger/spend-windows.ts'
import type { Parts } from './parts.ts'

const ACCOUNT_ID = 'acct_demo'
const NAME = 'demo'

/**
 * The demo account with its credit and one key (design 4). In memory it always exists; in a database only if a key is
 * configured, and there its credit is given once.
 * @returns the secret where it was made up at this start, to be shown once
 */
export async function bootstrapAccount(
  config: Config,
  { store, keys, clock }: Pick<Parts, 'store' | 'keys' | 'clock'>,
): Promise<string | undefined> {
  const chosen = config.BOOTSTRAP_API_KEY
  if (config.DATABASE_URL !== undefined && chosen === undefined) return undefined
  const account =
    (await store.getAccount(ACCOUNT_ID)) ??
    (await store.createAccount({
      id: ACCOUNT_ID,
      name: NAME,
      creditMicros: config.BOOTSTRAP_CREDIT_USD,
      now: clock.now(),
    }))
  if (chosen === undefined) return (await keys.create(account.id, { name: NAME })).secret
  await keys.adopt(account.id, chosen, NAME, NO_LIMITS)
  return undefined
}
