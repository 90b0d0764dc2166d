import { expect, test } from 'vitest'
import { TokenizerOnDemand } from '../../src/adapters/tokenizer-on-demand.ts'

/** Workers that begin while something is done. */
async function workersOf(work: () => Promise<unknown>): Promise<number> {
  let workers = 0
  const began = (): void => void (workers += 1)
  process.on('worker', began)
  await work()
  process.off('worker', began)
  return workers
}

test('no worker begins before the first count, and one for all of them', async () => {
  let tokenizer: TokenizerOnDemand | undefined
  const counts: unknown[] = []
  expect(await workersOf(async () => (tokenizer = new TokenizerOnDemand()))).toBe(0)
  const count = async (): Promise<void> => {
    counts.push(await Promise.all([tokenizer?.count(['one two three']), tokenizer?.countEach(['one', ''])]))
  }
  expect(await workersOf(count)).toBe(1)
  expect(await workersOf(count)).toBe(0)
  expect(counts).toEqual([
    [3, [1, 0]],
    [3, [1, 0]],
  ])
  await tokenizer?.close()
  await expect(tokenizer?.count(['one'])).rejects.toThrow('the tokenizer has stopped')
})

test('one that has counted nothing closes at once, and then counts nothing', async () => {
  const tokenizer = new TokenizerOnDemand()
  const close = async (): Promise<void> => {
    await tokenizer.close()
    await expect(tokenizer.count(['one'])).rejects.toThrow('the tokenizer has stopped')
  }
  expect(await workersOf(close)).toBe(0)
})
