import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { SUMMED_DAYS } from '../../src/domain/ledger/usage-sums.ts'
import { holdRequest, HOUR, newKey, NOON } from './store-contract/bench.ts'

test('a file whose history is pruned all the time stays as large as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pruned-'))
  const file = join(folder, 'pruned.db')
  const store = new SqliteStore(file)
  await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 1e9, now: NOON })
  await store.createKey(newKey('key_a'), 20)
  const other = new DatabaseSync(file, { readOnly: true })
  const pages = async (days: number): Promise<number> => {
    for (let day = 0; day < days; day += 1) {
      time += 24 * HOUR
      for (let hour = 0; hour < 12; hour += 1) {
        const id = `call-${time}-${hour}`
        const now = time + hour * HOUR
        await store.hold(holdRequest(id, 5, 5, { now }))
        await store.settle({
          id,
          costMicros: 5,
          promptTokens: 1,
          completionTokens: 1,
          status: 'empty',
          freePerDay: 1,
          now,
        })
      }
      await store.prune({ endedBefore: undefined, callsMost: 100 }, time)
    }
    return Number(other.prepare('pragma page_count').get()?.['page_count'])
  }
  let time = NOON
  // From then on the sums of a day go as another's come.
  const full = await pages(SUMMED_DAYS + 1)
  expect(await pages(300)).toBeLessThanOrEqual(full + 2)
  expect(await store.checkBooks()).toEqual([])
  other.close()
  await store.close()
  await rm(folder, { recursive: true })
})
