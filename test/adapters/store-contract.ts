import { describe, expect, test } from 'vitest'
import { accountContract } from './store-contract/accounts.ts'
import { NOON, type OpenStore } from './store-contract/bench.ts'
import { emptyContract } from './store-contract/empties.ts'
import { endContract } from './store-contract/ends.ts'
import { holdContract } from './store-contract/holds.ts'
import { journalContract } from './store-contract/journal.ts'
import { keyLifeContract } from './store-contract/key-life.ts'
import { keyContract } from './store-contract/keys.ts'
import { lateContract } from './store-contract/late.ts'
import { pruneContract } from './store-contract/prune.ts'
import { suspensionContract } from './store-contract/suspension.ts'
import { tokenContract } from './store-contract/tokens.ts'
import { usageSumsContract } from './store-contract/usage-sums.ts'
import { usageContract } from './store-contract/usage.ts'

/**
 * What every store promises, whatever it keeps its tables in.
 *
 * @param open gives a store that is empty; it is closed after each test
 */
export function storeContract(name: string, open: OpenStore): void {
  describe(`${name} as a store`, () => {
    accountContract(open)
    suspensionContract(open)
    keyContract(open)
    keyLifeContract(open)
    tokenContract(open)
    holdContract(open)
    endContract(open)
    lateContract(open)
    emptyContract(open)
    journalContract(open)
    pruneContract(open)
    usageContract(open)
    usageSumsContract(open)

    test('a store that is open takes a write, as often as it is asked and at once, one that is closed does not', async () => {
      const store = await open()
      await store.tryWrite(NOON)
      await Promise.all([store.tryWrite(NOON + 1), store.tryWrite(NOON)])
      expect(await store.listAccounts({ limit: 1 })).toEqual([])
      await store.close()
      await expect(store.tryWrite(NOON + 2)).rejects.toBeInstanceOf(Error)
    })
  })
}
