import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../../src/domain/ledger/books.ts'
import { Bench, NOON, type OpenStore } from './bench.ts'

export function journalContract(open: OpenStore): void {
  describe('the journal', () => {
    const bench = new Bench(open)
    const journal = (more: { limit?: number; after?: string; accountId?: string } = {}) =>
      bench.store.listJournal({ accountId: 'acct_a', limit: 100, ...more })
    const grant = (amountMicros: number, now: number, more: { reason?: string; key?: string } = {}) =>
      bench.store.addCredit({
        accountId: 'acct_a',
        amountMicros,
        idempotencyKey: more.key,
        now,
        ...(more.reason !== undefined && { reason: more.reason }),
      })
    const sum = (entries: readonly JournalEntry[]): number =>
      entries.reduce((total, { amountMicros }) => total + amountMicros, 0)

    test('has a line for the opening credit, each grant, each debit and each charge, newest first', async () => {
      await bench.account(1_000)
      await bench.key()
      await grant(500, NOON + 1)
      await bench.hold('call', 300, 300, { now: NOON + 2 })
      await bench.hold('free', 300, 300, { now: NOON + 2 })
      await bench.settle('call', 72, { now: NOON + 3 })
      await bench.settle('free', 0, { now: NOON + 3 })
      await grant(-200, NOON + 4, { reason: 'billed twice' })
      const entries = await journal()
      const line = { id: expect.stringMatching(/^jrn_\d+$/) as unknown, reason: null, callId: null }
      expect(entries).toEqual([
        { ...line, kind: 'debit', amountMicros: -200, reason: 'billed twice', at: NOON + 4 },
        { ...line, id: 'call', kind: 'charge', amountMicros: -72, callId: 'call', at: NOON + 3 },
        { ...line, kind: 'grant', amountMicros: 500, at: NOON + 1 },
        { ...line, kind: 'grant', amountMicros: 1_000, reason: 'opening', at: NOON },
      ])
      expect(sum(entries)).toBe(1_228)
      expect(await bench.money()).toEqual([1_228, 0])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('an account without credit has no line, and one that exists gets none by being created again', async () => {
      await bench.account(0)
      expect(await journal()).toEqual([])
      await bench.account(7, 'acct_b')
      await bench.account(9, 'acct_b')
      expect((await journal({ accountId: 'acct_b' })).map(({ amountMicros }) => amountMicros)).toEqual([7])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('credit that arrives twice under one idempotency key has one line', async () => {
      await bench.account(0)
      await grant(10, NOON, { key: 'once' })
      await grant(10, NOON + 1, { key: 'once' })
      await grant(11, NOON + 2, { key: 'once' })
      expect((await journal()).map(({ amountMicros }) => amountMicros)).toEqual([10])
    })

    test('it pages newest first, each line once, also where many fell on one millisecond', async () => {
      await bench.account(1_000)
      await bench.key()
      for (let index = 0; index < 12; index += 1) {
        await bench.hold(`call-${index}`, 10, 10)
        await bench.settle(`call-${index}`, 1 + index, { now: NOON + (index % 3) })
        await grant(100 + index, NOON + (index % 3))
      }
      const whole = await journal()
      expect(whole).toHaveLength(25)
      expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).toSorted((a, b) => b - a))
      const paged: JournalEntry[] = []
      for (let page = await journal({ limit: 2 }); page.length > 0;) {
        expect(page.length).toBeLessThanOrEqual(2)
        paged.push(...page)
        page = await journal({ limit: 2, after: page.at(-1)?.id ?? '' })
      }
      expect(paged).toEqual(whole)
      expect(sum(whole)).toBe((await bench.money())[0])
    })

    test('one account sees nothing of another, and a page after an unknown line is empty', async () => {
      await bench.account(5)
      await bench.account(6, 'acct_b')
      const [theirs] = await journal({ accountId: 'acct_b' })
      expect(await journal({ after: theirs?.id ?? '' })).toEqual([])
      expect(await journal({ after: 'none' })).toEqual([])
      expect(await journal({ after: 'jrn_999' })).toEqual([])
      expect((await journal()).map(({ amountMicros }) => amountMicros)).toEqual([5])
    })

    test('an account tells when its credit was last changed by hand', async () => {
      await bench.account(1_000)
      await bench.key()
      const fundedAt = async () => (await bench.store.getAccount('acct_a'))?.fundedAt
      await bench.hold('call', 300, 300)
      await bench.settle('call', 300)
      expect(await fundedAt()).toBe(NOON)
      await grant(500, NOON + 7, { reason: 'more' })
      expect(await fundedAt()).toBe(NOON + 7)
      await grant(-100, NOON + 9, { reason: 'less' })
      expect(await fundedAt()).toBe(NOON + 9)
    })

    test('a debit takes what running calls do not hold, to the micro-dollar, and not one more', async () => {
      await bench.account(1_000)
      await bench.key()
      await bench.hold('running', 300, 300)
      expect(await grant(-701, NOON, { reason: 'too much' })).toBe('insufficient')
      expect(await bench.money()).toEqual([1_000, 300])
      expect(await grant(-700, NOON, { reason: 'all' })).toMatchObject({
        balanceMicros: 300,
        fundedMicros: 300,
      })
      expect(await grant(-1, NOON, { reason: 'one more' })).toBe('insufficient')
      await bench.settle('running', 300)
      expect(await bench.money()).toEqual([0, 0])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('a debit under one idempotency key is taken once, also where the first took everything', async () => {
      await bench.account(1_000)
      await grant(-1_000, NOON, { reason: 'all', key: 'once' })
      expect(await grant(-1_000, NOON, { reason: 'all', key: 'once' })).toMatchObject({ balanceMicros: 0 })
      expect(await grant(-999, NOON, { reason: 'all', key: 'once' })).toBe('conflict')
    })

    test('of many debits at once as many are taken as the balance covers', async () => {
      await bench.account(1_000)
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => grant(-90, NOON, { reason: 'again' })),
      )
      expect(answers.filter((answer) => answer === 'insufficient')).toHaveLength(19)
      expect(await bench.money()).toEqual([10, 0])
      expect(sum(await journal())).toBe(10)
    })
  })
}
