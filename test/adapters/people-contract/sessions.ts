import { describe, expect, test } from 'vitest'
import { hashOf, HOUR, NOON, type OpenStore } from '../store-contract/bench.ts'
import { atOnce, PeopleBench } from './bench.ts'

export function sessionContract(open: OpenStore): void {
  describe('sessions', () => {
    const bench = new PeopleBench(open)
    const ids = async (personId: string, now = NOON): Promise<string[]> =>
      (await bench.people.listSessions(personId, now)).map(({ id }) => id)

    test('are found by the hash of their token, with their person, until they expire', async () => {
      const ann = await bench.person('ann')
      const session = await bench.session('ses_a', 'per_ann', {
        method: 'oidc',
        userAgent: 'Bröwser 株式',
        expiresAt: NOON + 10,
      })
      expect(await bench.people.findSession(hashOf('ses_a'), NOON)).toEqual({ session, person: ann })
      expect(await bench.people.findSession(hashOf('ses_b'), NOON)).toBeUndefined()
      expect(await bench.people.findSession(hashOf('ses_a'), NOON + 9)).toBeDefined()
      expect(await bench.people.findSession(hashOf('ses_a'), NOON + 10)).toBeUndefined()
    })

    test('are listed newest first, without those that expired, a hundred at most', async () => {
      await bench.person('ann')
      await bench.person('bob')
      const first = await bench.session('ses_1', 'per_ann')
      await bench.session('ses_3', 'per_ann', { createdAt: NOON + 2, expiresAt: NOON + 5 })
      await bench.session('ses_2', 'per_ann', { createdAt: NOON + 1 })
      await bench.session('ses_b', 'per_bob')
      expect(await ids('per_ann', NOON + 4)).toEqual(['ses_3', 'ses_2', 'ses_1'])
      expect(await ids('per_ann', NOON + 5)).toEqual(['ses_2', 'ses_1'])
      expect((await bench.people.listSessions('per_ann', NOON + 5)).at(-1)).toEqual(first)
      for (let index = 0; index < 100; index += 1) {
        await bench.session(`more_${index}`, 'per_ann', { createdAt: NOON + HOUR / 2 + index })
      }
      const listed = await ids('per_ann')
      expect([listed.length, listed[0], listed.at(-1)]).toEqual([100, 'more_99', 'more_0'])
    })

    test('end one by one, by their own person alone', async () => {
      await bench.person('ann')
      await bench.person('bob')
      await bench.session('ses_1', 'per_ann')
      await bench.session('ses_2', 'per_ann')
      expect(await bench.people.endSession('per_bob', 'ses_1')).toBe(false)
      expect(await bench.people.endSession('per_ann', 'ses_1')).toBe(true)
      expect(await bench.people.endSession('per_ann', 'ses_1')).toBe(false)
      expect(await bench.people.findSession(hashOf('ses_1'), NOON)).toBeUndefined()
      expect(await ids('per_ann')).toEqual(['ses_2'])
    })

    test('end all at once, those of one person, also where many ask for it', async () => {
      await bench.person('ann')
      await bench.person('bob')
      for (let index = 0; index < 5; index += 1) await bench.session(`ses_${index}`, 'per_ann')
      await bench.session('ses_b', 'per_bob')
      const ended = await atOnce(10, () => bench.people.endSessions('per_ann'))
      expect(ended.reduce((sum, count) => sum + count)).toBe(5)
      expect([await ids('per_ann'), await ids('per_bob')]).toEqual([[], ['ses_b']])
    })
  })
}
