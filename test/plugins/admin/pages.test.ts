import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { operate, type AccountBody, type ErrorBody, type KeyBody, type ListBody } from './operator.ts'

const clock = new FakeClock()
let service: Service
/** Every account's id, and the ids of the keys of the first one made here, oldest first. */
const ids: Record<'accounts' | 'keys', string[]> = { accounts: ['acct_demo'], keys: [] }
let account = ''
beforeAll(async () => {
  service = await startService({}, { clock })
  for (let made = 0; made < 6; made += 1) {
    clock.advance(1)
    const { id } = await service.admin<AccountBody>('POST', '/accounts', { name: `Account ${made}` })
    ids.accounts.push(id)
    account ||= id
    ids.keys.push((await service.admin<KeyBody>('POST', `/accounts/${account}/keys`, { name: 'Key' })).id)
  }
  await service.admin('DELETE', `/accounts/${account}/keys/${ids.keys[1]}`)
})
afterAll(() => service.close())

const path = (list: 'accounts' | 'keys'): string =>
  list === 'accounts' ? '/accounts' : `/accounts/${account}/keys`
const get = (url: string) => operate<ListBody<{ id: string }>>(service, 'GET', url)

describe.each(['accounts', 'keys'] as const)('the list of %s', (list) => {
  test.each([1, 2, 3, 5, 6, 7])('comes by pages of %i, oldest first, each record once', async (limit) => {
    const seen: string[] = []
    let more = true
    for (let after = ''; more; after = `&after=${seen.at(-1)}`) {
      const { status, headers, body } = await get(`${path(list)}?limit=${limit}${after}`)
      expect([status, body.object]).toEqual([200, 'list'])
      expect(body.data.length).toBe(Math.min(limit, ids[list].length - seen.length))
      seen.push(...body.data.map(({ id }) => id))
      more = body.has_more === true
      expect(headers.has('link')).toBe(more)
    }
    expect(seen).toEqual(ids[list])
  })

  test('names its next page in a Link header, until there is none', async () => {
    const seen: string[] = []
    let next: string | undefined = `${path(list)}?limit=4`
    while (next !== undefined) {
      const { headers, body } = await get(next)
      seen.push(...body.data.map(({ id }) => id))
      next = /^<\/admin\/v1([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(ids[list])
  })

  test('has a hundred records on a page that says nothing else', async () => {
    const { body } = await get(path(list))
    expect([body.data.map(({ id }) => id), body.has_more]).toEqual([ids[list], false])
  })

  test('has nothing behind a record that is not there', async () => {
    expect((await get(`${path(list)}?after=none`)).body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
    })
  })

  test.each(['limit=0', 'limit=1001', 'limit=x', 'limit=2.5', 'limit='])('refuses %s', async (query) => {
    const { status, body } = await operate<ErrorBody>(service, 'GET', `${path(list)}?${query}`)
    expect([status, body.error.type, body.error.param]).toEqual([400, 'invalid_request_error', 'limit'])
  })
})

test('accounts beyond the first hundred are not lost', async () => {
  const other = await startService()
  for (let made = 0; made < 104; made += 1) await other.admin('POST', '/accounts', { name: `${made}` })
  const first = await other.admin<ListBody<AccountBody>>('GET', '/accounts')
  const rest = await other.admin<ListBody<AccountBody>>('GET', `/accounts?after=${first.data.at(-1)?.id}`)
  expect([first.data.length, first.has_more, rest.data.length, rest.has_more]).toEqual([100, true, 5, false])
  await other.close()
})

test('a page of keys asks once for what they spent', async () => {
  const one = vi.spyOn(service.parts.store, 'windowSpends')
  const several = vi.spyOn(service.parts.store, 'windowSpendsOf')
  const { body } = await get(path('keys'))
  expect([body.data.length, one.mock.calls.length, several.mock.calls.length]).toEqual([6, 0, 1])
  vi.restoreAllMocks()
})
