import { describe, expect, test } from 'vitest'
import type { Invitation } from '../../../src/domain/people/people-store.ts'
import { NOON, type OpenStore } from '../store-contract/bench.ts'
import { PeopleBench } from './bench.ts'

export function invitationContract(open: OpenStore): void {
  describe('invitations', () => {
    const bench = new PeopleBench(open)
    const invitation = (name: string): Invitation => ({
      email: `${name}@example.com`,
      invitedAt: NOON,
      invitedBy: 'root@example.com',
    })

    test('are found by address, stay as they are when they come again, and are withdrawn once', async () => {
      await bench.people.invite(invitation('ann'))
      await bench.people.invite({ ...invitation('ann'), invitedAt: NOON + 1, invitedBy: 'eve@example.com' })
      expect(await bench.people.findInvitation('ann@example.com')).toEqual(invitation('ann'))
      expect(await bench.people.findInvitation('bob@example.com')).toBeUndefined()
      expect(await bench.people.withdrawInvitation('ann@example.com')).toBe(true)
      expect(await bench.people.withdrawInvitation('ann@example.com')).toBe(false)
      expect(await bench.people.findInvitation('ann@example.com')).toBeUndefined()
    })

    test('are listed by address, page by page, also behind one that was withdrawn', async () => {
      for (const name of ['zoe', 'bob', 'Ann', 'a_n']) await bench.people.invite(invitation(name))
      const list = async (limit: number, after?: string) =>
        (await bench.people.listInvitations({ limit, ...(after !== undefined && { after }) })).map(
          ({ email }) => email.split('@')[0],
        )
      expect(await list(9)).toEqual(['Ann', 'a_n', 'bob', 'zoe'])
      expect(await list(2)).toEqual(['Ann', 'a_n'])
      await bench.people.withdrawInvitation('a_n@example.com')
      expect(await list(2, 'a_n@example.com')).toEqual(['bob', 'zoe'])
    })
  })
}
