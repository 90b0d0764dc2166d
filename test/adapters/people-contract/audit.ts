import { describe, expect, test } from 'vitest'
import { NOON, pages, type OpenStore } from '../store-contract/bench.ts'
import { auditEntry, PeopleBench } from './bench.ts'

export function auditContract(open: OpenStore): void {
  describe('the audit log', () => {
    const bench = new PeopleBench(open)
    const list = (page: { limit: number; after?: string }) =>
      bench.people.listAudit({ accountId: 'acct_ann', ...page })

    test('tells what was written, newest first, of its own account', async () => {
      const entries = [
        auditEntry('aud_1'),
        auditEntry('aud_2', {
          at: NOON + 1,
          actor: null,
          target: null,
          action: 'credit_changed',
          detail: '',
        }),
        auditEntry('aud_0', { at: NOON + 2, detail: '“Ärger” 株式' }),
      ]
      for (const entry of entries) await bench.people.writeAudit(entry)
      await bench.people.writeAudit(auditEntry('aud_9', { accountId: 'acct_bob' }))
      expect(await list({ limit: 9 })).toEqual(entries.toReversed())
      expect(await list({ limit: 1 })).toEqual(entries.slice(-1))
    })

    test('has an entry once, however often it is written', async () => {
      await bench.people.writeAudit(auditEntry('aud_1'))
      await bench.people.writeAudit(auditEntry('aud_1', { detail: 'other' }))
      expect(await list({ limit: 9 })).toEqual([auditEntry('aud_1')])
    })

    test('is read by pages, also where many happened in one millisecond', async () => {
      for (const id of ['b', 'B', 'a_1', 'ab', 'é']) await bench.people.writeAudit(auditEntry(id))
      for (const id of ['x', 'y']) await bench.people.writeAudit(auditEntry(id, { at: NOON + 1 }))
      expect(await pages(list, 2)).toEqual([['y', 'x'], ['é', 'b'], ['ab', 'a_1'], ['B']])
    })

    test('has nothing behind an id that the account does not have', async () => {
      await bench.people.writeAudit(auditEntry('aud_1'))
      await bench.people.writeAudit(auditEntry('aud_9', { accountId: 'acct_bob', at: NOON + 1 }))
      expect(await list({ limit: 9, after: 'aud_9' })).toEqual([])
      expect(await list({ limit: 9, after: 'none' })).toEqual([])
    })
  })
}
