import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../../../src/adapters/memory/memory-store.ts'
import { KeyService } from '../../../src/domain/keys/key-service.ts'
import { hashKey, isWellFormedKey, issueKey } from '../../../src/domain/keys/secret.ts'
import { randomId, randomText } from '../../../src/domain/random-text.ts'
import { NO_LIMITS } from '../../../src/domain/ledger/spend-windows.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** A key of the issued form that opens nothing. */
const SPECIMEN = 'sk-svc-Example00001ThisIsNoSecretOfAnyoneItIsATest002X3ToX'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('an issued key', () => {
  const issued = Array.from({ length: 500 }, issueKey)

  test('is the prefix, its public id, the secret and a checksum, in letters and digits', () => {
    for (const { id, secret } of issued) {
      expect(id).toMatch(/^[0-9A-Za-z]{12}$/)
      expect(secret).toMatch(/^sk-svc-[0-9A-Za-z]{51}$/)
      expect(secret.startsWith(`sk-svc-${id}`)).toBe(true)
      expect(isWellFormedKey(secret)).toBe(true)
    }
  })

  test('holds at least 192 bits beside its id and checksum, from the whole alphabet', () => {
    const secrets = issued.map(({ secret }) => secret.slice('sk-svc-'.length + 12, -6))
    expect(new Set(secrets.join(''))).toEqual(new Set(ALPHABET))
    const shortest = Math.min(...secrets.map(({ length }) => length))
    expect(shortest * Math.log2(ALPHABET.length)).toBeGreaterThanOrEqual(192)
  })

  test('is like no other', () => {
    expect(new Set(issued.map(({ id }) => id)).size).toBe(issued.length)
    expect(new Set(issued.map(({ secret }) => secret)).size).toBe(issued.length)
  })
})

describe('the form of a key', () => {
  test('does not change: what was issued once stays well formed', () => {
    expect(isWellFormedKey(SPECIMEN)).toBe(true)
  })

  test('shows every mistyped character', () => {
    const places = fc.integer({ min: 0, max: SPECIMEN.length - 1 })
    fc.assert(
      fc.property(places, fc.constantFrom(...ALPHABET.split('')), (place, character) => {
        fc.pre(SPECIMEN[place] !== character)
        expect(isWellFormedKey(SPECIMEN.slice(0, place) + character + SPECIMEN.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('shows two neighbours that changed places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: SPECIMEN.length - 2 }), (place) => {
        const [one = '', two = ''] = SPECIMEN.slice(place, place + 2)
        fc.pre(one !== two)
        expect(isWellFormedKey(SPECIMEN.slice(0, place) + two + one + SPECIMEN.slice(place + 2))).toBe(false)
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['the prefix alone', 'sk-svc-'],
    ['a character less', SPECIMEN.slice(0, -1)],
    ['a character more', `${SPECIMEN}0`],
    ['a line break at its end', `${SPECIMEN}\n`],
    ['another prefix', SPECIMEN.replace('sk-svc-', 'pat-svc-')],
    ['another case', SPECIMEN.toUpperCase()],
  ])('refuses %s', (_what, text) => {
    expect(isWellFormedKey(text)).toBe(false)
  })
})

test('what is stored of a key is its SHA-256', () => {
  expect(hashKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('ids are their prefix and twenty letters or digits', () => {
  expect(randomId('acct_')).toMatch(/^acct_[0-9A-Za-z]{20}$/)
  expect(randomId('acct_')).not.toBe(randomId('acct_'))
})

describe('finding the caller by the Authorization header', () => {
  const CHOSEN = 'sk-svc-chosen_by_the-operator'
  const store = new MemoryStore()
  const keys = new KeyService(store, new FakeClock(), { chosenKey: CHOSEN })
  const find = vi.spyOn(store, 'findKeyByHash')
  let secret = ''
  let id = ''
  beforeAll(async () => {
    await store.createAccount({ id: 'acct_a', name: 'A', creditMicros: 0, now: 0 })
    const created = await keys.create('acct_a', { name: 'Laptop' })
    secret = created.secret
    id = created.key.id
    await keys.adopt('acct_a', CHOSEN, 'Chosen', NO_LIMITS)
  })
  beforeEach(() => {
    find.mockClear()
  })
  afterAll(() => store.close())

  test.each(['Bearer ', 'bearer ', 'BEARER   '])('"%s" and an active key is its key', async (scheme) => {
    expect(await keys.authenticate(scheme + secret)).toMatchObject({
      id,
      accountId: 'acct_a',
      name: 'Laptop',
    })
  })

  test('the key an operator chose counts though it has no checksum, and once however often it is adopted', async () => {
    const caller = await keys.authenticate(`Bearer ${CHOSEN}`)
    expect(caller).toMatchObject({ name: 'Chosen', lastFour: 'ator' })
    expect(await keys.adopt('acct_a', CHOSEN, 'Again', NO_LIMITS)).toEqual(caller)
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a scheme without a key', 'Bearer '],
    ['a key without a scheme', SPECIMEN],
    ['another scheme', `Basic ${SPECIMEN}`],
    ['an account token', `Bearer pat-svc-${SPECIMEN.slice(7)}`],
    ['a wrong checksum', `Bearer ${SPECIMEN.slice(0, -1)}Y`],
    ['another freely chosen key', `Bearer ${CHOSEN}s`],
    ['two keys', `Bearer ${SPECIMEN} ${SPECIMEN}`],
    ['a text without end', `Bearer sk-svc-${'0'.repeat(100_000)}`],
  ])('%s is refused without a look-up', async (_what, header) => {
    await expect(keys.authenticate(header)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(find).not.toHaveBeenCalled()
  })

  test('a well-formed key that nobody has is refused', async () => {
    await expect(keys.authenticate(`Bearer ${SPECIMEN}`)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(find).toHaveBeenCalledOnce()
  })

  test('a revoked key is refused in the words of an unknown one', async () => {
    const gone = await keys.create('acct_a', { name: 'Gone' })
    await store.revokeKey('acct_a', gone.key.id, 1)
    const refusal = (header: string): Promise<unknown> =>
      keys.authenticate(header).then(
        () => 'admitted',
        (cause: unknown) => cause,
      )
    expect(await refusal(`Bearer ${gone.secret}`)).toEqual(await refusal(`Bearer ${SPECIMEN}`))
  })

  test('the twenty-first active key is refused', async () => {
    await store.createAccount({ id: 'acct_b', name: 'B', creditMicros: 0, now: 0 })
    for (let made = 0; made < 20; made += 1) await keys.create('acct_b', { name: `Key ${made}` })
    await expect(keys.create('acct_b', { name: 'One more' })).rejects.toMatchObject({
      code: 'key_limit_reached',
    })
  })
})

test('every letter and digit is as likely as any other', () => {
  const each = 10_000
  const counts = new Map<string, number>()
  for (const letter of randomText(62 * each)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // Eight standard deviations: no fair source strays so far, and one without the rejection gives some letters a quarter more.
  for (const count of counts.values()) expect(Math.abs(count - each)).toBeLessThan(800)
})
