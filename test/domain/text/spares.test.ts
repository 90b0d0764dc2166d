import { expect, test } from 'vitest'
import { Spares, type Wipeable } from '../../../src/domain/text/spares.ts'

class Memory implements Wipeable {
  text = ''
  wipe(): void {
    this.text = ''
  }
}

test('what is lent again holds nothing of before, whatever came of the work', async () => {
  const spares = new Spares(() => new Memory(), 1)
  let first: Memory | undefined
  const failed = spares.lend(async (memory) => {
    first = memory
    memory.text = 'what a caller wrote'
    throw new Error('over')
  })
  await expect(failed).rejects.toThrow('over')
  await spares.lend(async (memory) => {
    expect(memory).toBe(first)
    expect(memory.text).toBe('')
  })
})

test('two at one time have memory of their own, and no more of it waits than may', async () => {
  let made = 0
  const spares = new Spares(() => {
    made += 1
    return new Memory()
  }, 1)
  const both = await Promise.all([
    spares.lend(async (memory) => memory),
    spares.lend(async (memory) => memory),
  ])
  expect(both[0]).not.toBe(both[1])
  expect(made).toBe(2)
  await Promise.all([spares.lend(async () => undefined), spares.lend(async () => undefined)])
  expect(made).toBe(3)
})
