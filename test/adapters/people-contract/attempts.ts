import { describe, expect, test } from 'vitest'
import type { CodeOutcome } from '../../../src/domain/people/people-store.ts'
import { hashOf, NOON, type OpenStore } from '../store-contract/bench.ts'
import { atOnce, emailAttempt, oidcAttempt, PeopleBench } from './bench.ts'

export function attemptContract(open: OpenStore): void {
  const bench = new PeopleBench(open)

  describe('attempts by e-mail', () => {
    const landing = { email: 'ann@example.com', returnTo: '/console/keys' }
    const tryCode = (code: string, now = NOON, cookie = 'cookie ann'): Promise<CodeOutcome> =>
      bench.people.tryCode({ cookieHash: hashOf(cookie), codeHash: hashOf(code), now })
    const takeLink = (name = 'ann', now = NOON) => bench.people.takeLink(hashOf(`link ${name}`), now)

    test('end with the right code, which leaves nothing for a second one nor for the link', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      expect(await tryCode('wrong')).toEqual({ kind: 'wrong', triesLeft: 4 })
      expect(await tryCode('code ann')).toEqual({ kind: 'right', ...landing })
      expect(await tryCode('code ann')).toEqual({ kind: 'over' })
      expect(await takeLink()).toBeUndefined()
    })

    test('end with the link, once, which leaves nothing for the code', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      expect(await takeLink('bob')).toBeUndefined()
      expect(await takeLink()).toEqual(landing)
      expect(await takeLink()).toBeUndefined()
      expect(await tryCode('code ann')).toEqual({ kind: 'over' })
    })

    test('are bound to the browser that asked: the right code under another cookie opens nothing', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      await bench.people.startEmailAttempt(emailAttempt('bob'))
      expect(await tryCode('code ann', NOON, 'cookie eve')).toEqual({ kind: 'over' })
      expect(await tryCode('code ann', NOON, 'cookie bob')).toEqual({ kind: 'wrong', triesLeft: 4 })
      expect(await tryCode('code ann')).toMatchObject({ kind: 'right' })
    })

    test('are over after their tries, for the right code too; the link still goes', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann', { tries: 2 }))
      expect(await tryCode('one')).toEqual({ kind: 'wrong', triesLeft: 1 })
      expect(await tryCode('two')).toEqual({ kind: 'wrong', triesLeft: 0 })
      expect(await tryCode('code ann')).toEqual({ kind: 'over' })
      expect(await takeLink()).toEqual(landing)
    })

    test('take the right code as the last try', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann', { tries: 1 }))
      expect(await tryCode('code ann')).toMatchObject({ kind: 'right' })
    })

    test('that expired are as good as absent', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann', { expiresAt: NOON + 10 }))
      expect(await tryCode('wrong', NOON + 9)).toMatchObject({ kind: 'wrong' })
      expect(await tryCode('code ann', NOON + 10)).toEqual({ kind: 'over' })
      expect(await takeLink('ann', NOON + 10)).toBeUndefined()
      expect(await takeLink('ann', NOON + 9)).toEqual(landing)
    })

    test('are one a browser: a new one ends that before, code and link, with tries of its own', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      await tryCode('wrong')
      const cookieHash = hashOf('cookie ann')
      await bench.people.startEmailAttempt(emailAttempt('new', { cookieHash, returnTo: '/console' }))
      expect(await takeLink()).toBeUndefined()
      expect(await tryCode('code ann')).toEqual({ kind: 'wrong', triesLeft: 4 })
      expect(await tryCode('code new')).toEqual({
        kind: 'right',
        email: 'new@example.com',
        returnTo: '/console',
      })
    })

    test('give fifty parallel guesses five tries, and the right code among the rest nothing', async () => {
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      const outcomes = await atOnce(50, (index) => tryCode(`guess ${index}`))
      const left = outcomes.flatMap((outcome) => (outcome.kind === 'wrong' ? [outcome.triesLeft] : []))
      expect(left.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4])
      expect(outcomes.filter(({ kind }) => kind === 'over')).toHaveLength(45)
      expect(await tryCode('code ann')).toEqual({ kind: 'over' })
    })

    test('let one of many in who come at once with the right code, or with the link, or with either', async () => {
      for (const ways of [['code'], ['link'], ['code', 'link']]) {
        await bench.people.startEmailAttempt(emailAttempt('ann', { tries: 50 }))
        const entries = await atOnce(30, async (index) => {
          if (ways[index % ways.length] === 'link') return (await takeLink()) !== undefined
          return (await tryCode('code ann')).kind === 'right'
        })
        expect(entries.filter(Boolean)).toHaveLength(1)
      }
    })
  })

  describe('attempts at a provider', () => {
    const take = (now = NOON) => bench.people.takeOidcAttempt(hashOf('cookie ann'), now)

    test('are taken once, under the cookie of their browser', async () => {
      await bench.people.startOidcAttempt(oidcAttempt('ann'))
      expect(await bench.people.takeOidcAttempt(hashOf('cookie bob'), NOON)).toBeUndefined()
      expect(await take()).toEqual(oidcAttempt('ann'))
      expect(await take()).toBeUndefined()
    })

    test('that expired are as good as absent', async () => {
      await bench.people.startOidcAttempt(oidcAttempt('ann', { expiresAt: NOON + 10 }))
      expect(await take(NOON + 10)).toBeUndefined()
      expect(await take(NOON + 9)).toBeDefined()
    })

    test('are one a browser, and know nothing of those by e-mail', async () => {
      const cookieHash = hashOf('cookie ann')
      await bench.people.startEmailAttempt(emailAttempt('ann'))
      await bench.people.startOidcAttempt(oidcAttempt('ann'))
      await bench.people.startOidcAttempt(oidcAttempt('new', { cookieHash }))
      expect(await take()).toEqual(oidcAttempt('new', { cookieHash }))
      expect(await bench.people.takeLink(hashOf('link ann'), NOON)).toBeDefined()
    })

    test('are taken by one of many who come at once', async () => {
      await bench.people.startOidcAttempt(oidcAttempt('ann'))
      const taken = await atOnce(30, () => take())
      expect(taken.filter((attempt) => attempt !== undefined)).toEqual([oidcAttempt('ann')])
    })
  })
}
