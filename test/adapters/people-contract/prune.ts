import { describe, expect, test } from 'vitest'
import { KEPT_YEAR_MS } from '../../../src/domain/people/people-store.ts'
import { byTwenty, hashOf, NOON, type OpenStore } from '../store-contract/bench.ts'
import { auditEntry, emailAttempt, oidcAttempt, PeopleBench } from './bench.ts'

export function prunePeopleContract(open: OpenStore): void {
  describe('pruning people', () => {
    const bench = new PeopleBench(open)

    test('takes what ran out, each of its kind, and nothing that has not', async () => {
      await bench.person('ann')
      await bench.session('old', 'per_ann', { expiresAt: NOON })
      await bench.session('new', 'per_ann', { expiresAt: NOON + 1 })
      await bench.people.startEmailAttempt(emailAttempt('old', { expiresAt: NOON }))
      await bench.people.startEmailAttempt(emailAttempt('new', { expiresAt: NOON + 1 }))
      await bench.people.startOidcAttempt(oidcAttempt('old', { expiresAt: NOON }))
      await bench.people.startOidcAttempt(oidcAttempt('new', { expiresAt: NOON + 1 }))
      await bench.people.countEvent([{ bucket: 'old', most: 1, windowMs: 10 }], NOON - 10)
      await bench.people.countEvent([{ bucket: 'new', most: 1, windowMs: 11 }], NOON - 10)
      await bench.people.once('old', NOON - KEPT_YEAR_MS)
      await bench.people.once('new', NOON - KEPT_YEAR_MS + 1)
      await bench.people.writeAudit(auditEntry('old', { at: NOON - KEPT_YEAR_MS }))
      await bench.people.writeAudit(auditEntry('new', { at: NOON - KEPT_YEAR_MS + 1 }))
      await bench.people.invite({ email: 'eve@example.com', invitedAt: 0, invitedBy: 'root@example.com' })

      expect(await bench.people.prunePeople(NOON)).toBe(6)
      expect(await bench.people.prunePeople(NOON)).toBe(0)

      expect(await bench.people.findSession(hashOf('old'), 0)).toBeUndefined()
      expect(await bench.people.findSession(hashOf('new'), NOON)).toBeDefined()
      expect(await bench.people.takeLink(hashOf('link old'), 0)).toBeUndefined()
      expect(await bench.people.takeLink(hashOf('link new'), NOON)).toBeDefined()
      expect(await bench.people.takeOidcAttempt(hashOf('cookie old'), 0)).toBeUndefined()
      expect(await bench.people.takeOidcAttempt(hashOf('cookie new'), NOON)).toBeDefined()
      const admits = async (bucket: string) =>
        (await bench.people.countEvent([{ bucket, most: 1, windowMs: 1 }], NOON - 1)).admitted
      expect([await admits('old'), await admits('new')]).toEqual([true, false])
      expect([await bench.people.once('old', NOON), await bench.people.once('new', NOON)]).toEqual([
        true,
        false,
      ])
      expect(await bench.people.listAudit({ accountId: 'acct_ann', limit: 9 })).toMatchObject([{ id: 'new' }])
      expect(await bench.people.findInvitation('eve@example.com')).toBeDefined()
      expect(await bench.people.getPerson('per_ann')).toBeDefined()
    })

    test('takes an attempt that its right code ended, long before it would have expired', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      const { cookieHash, codeHash } = emailAttempt('ann')
      await bench.people.tryCode({ cookieHash, codeHash, now: NOON })
      expect(await bench.people.prunePeople(NOON)).toBe(1)
    })

    test('takes a thousand rows at most, whatever they are, and goes on the next time', async () => {
      const names = Array.from({ length: 700 }, (_, index) => `${index}`)
      await byTwenty(names, (bucket) => bench.people.countEvent([{ bucket, most: 1, windowMs: 1 }], NOON))
      await byTwenty(names, (name) => bench.people.startOidcAttempt(oidcAttempt(name)))
      const later = NOON + KEPT_YEAR_MS
      expect([
        await bench.people.prunePeople(later),
        await bench.people.prunePeople(later),
        await bench.people.prunePeople(later),
      ]).toEqual([1_000, 400, 0])
    })
    test('by many at once takes each row once', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `${index}`)
      await byTwenty(names, (name) => bench.people.startOidcAttempt(oidcAttempt(name, { expiresAt: NOON })))
      const pruned = await Promise.all(Array.from({ length: 4 }, () => bench.people.prunePeople(NOON)))
      expect(pruned.reduce((sum, count) => sum + count)).toBe(100)
    })
  })
}
