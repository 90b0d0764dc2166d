import { describe, expect, test } from 'vitest'
import { FORMER_OPERATOR } from '../../../src/domain/people/people-store.ts'
import { hashOf, NOON, type OpenStore } from '../store-contract/bench.ts'
import { atOnce, auditEntry, emailAttempt, PeopleBench, personOf } from './bench.ts'

export function deletionContract(open: OpenStore): void {
  describe('a person who is deleted', () => {
    const bench = new PeopleBench(open)
    const identity = { issuer: 'https://id.example', subject: 'subject-1' }

    test('is gone with sessions, identities, attempts and invitation, once', async () => {
      await bench.person('ann')
      await bench.people.joinIdentity('per_ann', identity, NOON)
      await bench.session('ses_a', 'per_ann')
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      await bench.people.invite({ email: 'ann@example.com', invitedAt: NOON, invitedBy: 'root@example.com' })
      expect(await bench.people.deletePerson('per_ann')).toBe(true)
      expect([
        await bench.people.getPerson('per_ann'),
        await bench.people.findByEmail('ann@example.com'),
        await bench.people.findByAccount('acct_ann'),
        await bench.people.findByIdentity(identity),
        await bench.people.findSession(hashOf('ses_a'), NOON),
        await bench.people.takeLink(hashOf('link ann'), NOON),
        await bench.people.findInvitation('ann@example.com'),
      ]).toEqual(Array.from({ length: 7 }, () => undefined))
      expect(await bench.people.deletePerson('per_ann')).toBe(false)
    })

    test('leaves the account, its money and its audit log, in which the address stands no more', async () => {
      await bench.account(1_000, 'acct_ann')
      await bench.person('ann')
      const others = auditEntry('aud_2', { actor: 'root@example.com', at: NOON + 1 })
      await bench.people.writeAudit(auditEntry('aud_1'))
      await bench.people.writeAudit(others)
      await bench.people.writeAudit(auditEntry('aud_3', { accountId: 'acct_bob', at: NOON + 2 }))
      await bench.people.invite({ email: 'eve@example.com', invitedAt: NOON, invitedBy: 'ann@example.com' })
      await bench.people.deletePerson('per_ann')
      expect(await bench.money('acct_ann')).toEqual([1_000, 0])
      expect(await bench.people.listAudit({ accountId: 'acct_ann', limit: 9 })).toEqual([
        others,
        auditEntry('aud_1', { actor: null }),
      ])
      expect(await bench.people.listAudit({ accountId: 'acct_bob', limit: 9 })).toMatchObject([
        { actor: null },
      ])
      expect(await bench.people.findInvitation('eve@example.com')).toMatchObject({
        invitedBy: FORMER_OPERATOR,
      })
    })

    test('touches nobody else', async () => {
      const bob = await bench.person('bob')
      await bench.person('ann')
      const session = await bench.session('ses_b', 'per_bob')
      await bench.people.startEmailAttempt(emailAttempt('bob'))
      await bench.people.deletePerson('per_ann')
      expect(await bench.people.findSession(hashOf('ses_b'), NOON)).toEqual({ session, person: bob })
      expect(await bench.people.takeLink(hashOf('link bob'), NOON)).toMatchObject({
        email: 'bob@example.com',
      })
    })

    test('gets no session any more, and may come back as somebody new', async () => {
      await bench.person('ann')
      await bench.people.deletePerson('per_ann')
      await bench.session('ses_a', 'per_ann')
      expect(await bench.people.findSession(hashOf('ses_a'), NOON)).toBeUndefined()
      const again = personOf('new', { email: 'ann@example.com', accountId: 'acct_ann' })
      expect(await bench.people.createPerson(again)).toEqual({ person: again, created: true })
      expect(await bench.people.listSessions('per_new', NOON)).toEqual([])
    })

    test('is deleted by one of many who ask at once, while sessions and identities are made', async () => {
      await bench.person('ann')
      const [deleted] = await Promise.all([
        atOnce(10, () => bench.people.deletePerson('per_ann')),
        atOnce(10, (index) => bench.session(`ses_${index}`, 'per_ann')),
        atOnce(10, (index) =>
          bench.people.joinIdentity('per_ann', { ...identity, subject: `${index}` }, NOON),
        ),
      ])
      expect(deleted.filter(Boolean)).toHaveLength(1)
      expect(await bench.people.listSessions('per_ann', NOON)).toEqual([])
      expect(await bench.people.listIdentities('per_ann')).toEqual([])
    })
  })
}
