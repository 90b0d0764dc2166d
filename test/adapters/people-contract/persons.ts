import { describe, expect, test } from 'vitest'
import { AccountOwned } from '../../../src/domain/people/people-store.ts'
import { NOON, type OpenStore } from '../store-contract/bench.ts'
import { atOnce, PeopleBench, personOf } from './bench.ts'

export function personContract(open: OpenStore): void {
  describe('people', () => {
    const bench = new PeopleBench(open)
    const identity = { issuer: 'https://id.example', subject: 'subject-1' }

    test('are created before their account is, and found by id, address and account', async () => {
      const ann = personOf('ann')
      expect(await bench.people.createPerson(ann)).toEqual({ person: ann, created: true })
      expect(await bench.store.getAccount('acct_ann')).toBeUndefined()
      expect([
        await bench.people.getPerson('per_ann'),
        await bench.people.findByEmail('ann@example.com'),
        await bench.people.findByAccount('acct_ann'),
      ]).toEqual([ann, ann, ann])
      expect([
        await bench.people.getPerson('per_bob'),
        await bench.people.findByEmail('bob@example.com'),
        await bench.people.findByAccount('acct_bob'),
      ]).toEqual([undefined, undefined, undefined])
    })

    test('have one address each: who comes with it again is given, and nothing is changed', async () => {
      const ann = await bench.person('ann')
      const again = personOf('other', { email: ann.email, createdAt: NOON + 1 })
      expect(await bench.people.createPerson(again)).toEqual({ person: ann, created: false })
      expect(await bench.people.createPerson(ann)).toEqual({ person: ann, created: false })
      expect(await bench.people.getPerson('per_other')).toBeUndefined()
      expect(await bench.people.findByAccount('acct_other')).toBeUndefined()
    })

    test('that come at once with one address are one person', async () => {
      const made = await atOnce(40, (index) =>
        bench.people.createPerson(personOf(`p${index}`, { email: 'ann@example.com' })),
      )
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      const ann = made.find(({ created }) => created)?.person
      expect(made.map(({ person }) => person)).toEqual(Array.from({ length: 40 }, () => ann))
      expect(await bench.people.searchPeople({ text: '', limit: 100 })).toEqual([ann])
    })

    test('own one account each, and an account has one owner, also where many want it at once', async () => {
      const claims = await atOnce(20, (index) =>
        bench.people
          .createPerson(personOf(`p${index}`, { accountId: 'acct_demo' }))
          .catch((cause: unknown) => cause),
      )
      const refused = claims.filter((claim) => claim instanceof AccountOwned)
      expect(refused).toHaveLength(19)
      const owner = await bench.people.findByAccount('acct_demo')
      expect(claims.filter((claim) => !refused.includes(claim as AccountOwned))).toEqual([
        { person: owner, created: true },
      ])
      // Who was refused is nobody, and may come again with another account.
      expect(await bench.people.searchPeople({ text: '', limit: 100 })).toEqual([owner])
      const next = personOf(owner?.id === 'per_p0' ? 'p1' : 'p0')
      expect(await bench.people.createPerson(next)).toEqual({ person: next, created: true })
    })

    test('are found by the identities they joined, in the order they joined them', async () => {
      const ann = await bench.person('ann')
      const second = { issuer: 'https://a.example', subject: 'subject-1' }
      expect(await bench.people.findByIdentity(identity)).toBeUndefined()
      expect(await bench.people.joinIdentity('per_ann', identity, NOON)).toBe(true)
      expect(await bench.people.joinIdentity('per_ann', second, NOON + 1)).toBe(true)
      expect(await bench.people.joinIdentity('per_ann', identity, NOON + 2)).toBe(true)
      expect(await bench.people.findByIdentity(identity)).toEqual(ann)
      expect(await bench.people.findByIdentity({ ...identity, subject: 'subject-2' })).toBeUndefined()
      expect(await bench.people.listIdentities('per_ann')).toEqual([identity, second])
      expect(await bench.people.listIdentities('per_bob')).toEqual([])
    })

    test('cannot take an identity that another has, nor one for a person who is not there', async () => {
      const ann = await bench.person('ann')
      await bench.person('bob')
      expect(await bench.people.joinIdentity('per_nobody', identity, NOON)).toBe(false)
      await bench.people.joinIdentity('per_ann', identity, NOON)
      expect(await bench.people.joinIdentity('per_bob', identity, NOON)).toBe(false)
      expect(await bench.people.findByIdentity(identity)).toEqual(ann)
      expect(await bench.people.listIdentities('per_bob')).toEqual([])
    })

    test('that want one identity at once: one gets it', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
      for (const name of names) await bench.person(name)
      const joined = await Promise.all(
        names.map((name) => bench.people.joinIdentity(`per_${name}`, identity, NOON)),
      )
      expect(joined.filter(Boolean)).toHaveLength(1)
      expect((await bench.people.findByIdentity(identity))?.id).toBe(`per_p${joined.indexOf(true)}`)
    })

    test('list a hundred identities at most', async () => {
      await bench.person('ann')
      for (let index = 0; index < 101; index += 1) {
        await bench.people.joinIdentity('per_ann', { ...identity, subject: `${index}` }, NOON + index)
      }
      const listed = await bench.people.listIdentities('per_ann')
      expect([listed.length, listed.at(-1)?.subject]).toEqual([100, '99'])
    })

    test('are searched by a part of address or account, in the order of the addresses, by pages', async () => {
      for (const name of ['zoe', 'bob', 'ann', 'béa', 'a_n']) await bench.person(name)
      const search = async (text: string, more: { limit?: number; after?: string } = {}) =>
        (await bench.people.searchPeople({ text, limit: 10, ...more })).map(({ id }) => id)
      expect(await search('')).toEqual(['per_a_n', 'per_ann', 'per_bob', 'per_béa', 'per_zoe'])
      expect(await search('', { limit: 2 })).toEqual(['per_a_n', 'per_ann'])
      expect(await search('', { limit: 2, after: 'ann@example.com' })).toEqual(['per_bob', 'per_béa'])
      expect(await search('', { limit: 2, after: 'béa@example.com' })).toEqual(['per_zoe'])
      expect(await search('b')).toEqual(['per_bob', 'per_béa'])
      expect(await search('BÉA@Ex')).toEqual(['per_béa'])
      expect(await search('acct_bo')).toEqual(['per_bob'])
      // What means anything to a pattern means itself here.
      expect(await search('a_n')).toEqual(['per_a_n'])
      expect(await search('%')).toEqual([])
    })
  })
}
