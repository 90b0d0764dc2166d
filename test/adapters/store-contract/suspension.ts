import { describe, expect, test } from 'vitest'
import { Bench, granted, holdRequest, NOON, type OpenStore } from './bench.ts'

const SUSPENDED = { kind: 'refused', refusal: { kind: 'account_suspended' } }

export function suspensionContract(open: OpenStore): void {
  describe('a suspended account', () => {
    const bench = new Bench(open)

    test('begins no call, and ends those that run', async () => {
      const account = await bench.account()
      await bench.key()
      await bench.hold('running', 300, 300)
      const suspended = { ...account, heldMicros: 300, suspendedAt: NOON + 1 }
      expect(await bench.store.suspendAccount('acct_a', NOON + 1)).toEqual(suspended)
      expect(await bench.store.getAccount('acct_a')).toEqual(suspended)
      expect(await bench.store.listAccounts({ limit: 9 })).toEqual([suspended])
      expect(await bench.hold('call', 1, 1)).toEqual(SUSPENDED)
      expect(await bench.store.probe(holdRequest('call', 1, 1))).toEqual(SUSPENDED)
      expect(await bench.settle('running', 100)).toEqual({ costMicros: 100, first: true })
      expect(await bench.money()).toEqual([999_900, 0])
      expect(await bench.store.checkBooks()).toEqual([])
    })

    test('begins calls again once it is opened', async () => {
      const account = await bench.account()
      await bench.key()
      await bench.store.suspendAccount('acct_a', NOON)
      await bench.store.suspendAccount('acct_a', NOON + 1)
      await bench.hold('call', 1, 1)
      expect(await bench.store.suspendAccount('acct_a', null)).toEqual(account)
      expect(await bench.store.suspendAccount('acct_a', null)).toEqual(account)
      expect(await bench.hold('call', 1, 1)).toEqual(granted(1))
    })

    test('is told after the key and before credit and caps', async () => {
      await bench.account(0)
      await bench.key({ day: 0 })
      await bench.store.suspendAccount('acct_a', NOON)
      expect(await bench.hold('call', 1, 1)).toEqual(SUSPENDED)
      expect(await bench.hold('call', 1, 1, { keyId: 'key_none' })).toMatchObject({
        refusal: { kind: 'key_inactive' },
      })
      await bench.store.revokeKey('acct_a', 'key_a', NOON)
      expect(await bench.hold('call', 1, 1)).toMatchObject({ refusal: { kind: 'key_inactive' } })
    })

    test('takes credit, and no other account with it', async () => {
      await bench.account()
      await bench.account(100, 'acct_b')
      await bench.key()
      await bench.key({}, 'key_b', 'acct_b')
      await bench.store.suspendAccount('acct_a', NOON)
      const grant = { accountId: 'acct_a', amountMicros: 5, idempotencyKey: undefined, now: NOON }
      expect(await bench.store.addCredit(grant)).toMatchObject({
        balanceMicros: 1_000_005,
        suspendedAt: NOON,
      })
      const outcomes = await Promise.all(
        ['a', 'b', 'a', 'b'].map((whose, index) =>
          bench.hold(`call-${index}`, 1, 1, { accountId: `acct_${whose}`, keyId: `key_${whose}` }),
        ),
      )
      expect(outcomes).toEqual([SUSPENDED, granted(1), SUSPENDED, granted(1)])
    })

    test('that is not there is told', async () => {
      expect(await bench.store.suspendAccount('acct_none', NOON)).toBeUndefined()
      expect(await bench.store.suspendAccount('acct_none', null)).toBeUndefined()
    })

    test('opens nothing from the moment on at which it is told, however many holds come at once', async () => {
      await bench.account()
      await bench.key()
      const holds = (name: string) =>
        Array.from({ length: 60 }, (_, index) => bench.hold(`${name}-${index}`, 1, 1))
      const around = holds('around')
      const suspended = await bench.store.suspendAccount('acct_a', NOON)
      const after = await Promise.all(holds('after'))
      expect(suspended).toMatchObject({ suspendedAt: NOON })
      expect(after).toEqual(after.map(() => SUSPENDED))
      const held = (await Promise.all(around)).filter(({ kind }) => kind === 'held').length
      expect(await bench.money()).toEqual([1_000_000, held])
      expect(await bench.store.checkBooks()).toEqual([])
    })
  })
}
