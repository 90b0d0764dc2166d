import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeySort } from '../../../src/domain/keys/key-sort.ts'
import type { ApiKey } from '../../../src/domain/ledger/store.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { makeCall } from '../../support/made-history.ts'
import { startService, type Service } from '../../support/start-service.ts'

let service: Service
let clock: FakeClock
let ada: ConsoleClient

beforeEach(async () => {
  clock = new FakeClock('2026-11-21T12:00:00Z')
  service = await startService({}, { clock })
  ada = new ConsoleClient(service)
  await ada.signIn('ada@example.com')
})
afterEach(() => service.close())

interface Made {
  id: string
  secret: string
}

/** Fills in a page's form, with these scopes ticked, and sends it. */
async function sendForm(
  path: string,
  scopes: readonly string[],
  fields: Record<string, string> = {},
  to = '/console/tokens',
): Promise<Response> {
  const form = /name="form" value="(\w+)"/.exec(await ada.page(path))?.[1] ?? ''
  const ticked = scopes.map((scope): [string, string] => ['scopes', scope])
  return ada.post(to, new URLSearchParams([['form', form], ...Object.entries(fields), ...ticked]))
}

async function madeOf(answer: Response): Promise<Made> {
  const page = await answer.text()
  expect(answer.status).toBe(200)
  const secret = /<code class="secret" id="secret">([^<]+)</.exec(page)?.[1] ?? ''
  const id = /data-path="\/console\/tokens\/(\w+)"/.exec(page)?.[1] ?? ''
  return { id, secret }
}

const make = async (
  fields: Record<string, string> = {},
  scopes: readonly string[] = ['ask'],
): Promise<Made> => madeOf(await sendForm('/console/tokens/new', scopes, { name: 'agent', ...fields }))

const list = (sort: KeySort): Promise<ApiKey[]> =>
  service.parts.store.listKeys({ accountId: 'acct_demo', sort, limit: 100 })
const opens = (secret: string) => service.parts.keys.authenticateToken(`Bearer ${secret}`)

describe('a new token', () => {
  test('opens what its boxes say, and its secret is shown this once', async () => {
    const { id, secret } = await make({}, ['registry:read', 'ask'])
    expect(secret).toMatch(/^pat-svc-\w{51}$/)
    expect(await opens(secret)).toMatchObject({ id, scopes: ['registry:read', 'ask'] })
    for (const path of ['/console/tokens', `/console/tokens/${id}`]) {
      const page = await ada.page(path)
      expect(page).not.toContain(secret)
      expect(page).toContain(`pat-svc-…${secret.slice(-4)}`)
      expect(page).toContain('Read the registry, Ask')
    }
    expect(service.logs.join('\n')).not.toContain(secret)
    expect(await ada.page('/console/account/log')).toMatch(/Token created.*agent, registry:read, ask/s)
  })

  test('has the one scope that was ticked, its caps and its last day', async () => {
    const { id } = await make({ day: '0.5', expires: '2026-11-30' }, ['registry:read'])
    expect(await service.parts.store.getKey('acct_demo', id)).toMatchObject({
      scopes: ['registry:read'],
      limits: { hour: null, day: 500_000, week: null, month: null },
      expiresAt: Date.parse('2026-12-01T00:00:00Z'),
    })
  })

  test.each([
    [[], { name: 'agent' }, 'Choose at least one.'],
    [['admin'], { name: 'agent' }, 'Choose from these.'],
    [['ask'], { name: ' ' }, 'Give the token a name.'],
    [['ask'], { name: 'agent', day: '-1' }, 'Type an amount like 5 or 2.50'],
  ])('with %j and %j is refused beside the field, and keeps its ticks', async (scopes, fields, words) => {
    const answer = await sendForm('/console/tokens/new', scopes, fields)
    const page = (await answer.text()).replaceAll(/\s+/g, ' ')
    expect(answer.status).toBe(422)
    expect(page).toContain(words)
    expect(/value="ask" checked/.test(page)).toBe(scopes.includes('ask'))
    expect(await list('token')).toEqual([])
  })

  test('is made once, however often its form is sent', async () => {
    const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/tokens/new'))?.[1] ?? ''
    const fields = { form, name: 'twice', scopes: 'ask' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.post('/console/tokens', fields)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await list('token')).toHaveLength(1)
  })

  test('is the twentieth at most, and keys do not count', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => sendForm('/console/tokens/new', ['ask'], { name: 'many' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 422)
    expect(await refused?.text()).toContain('You have 20 active tokens')
    await service.parts.keys.create('acct_demo', { name: 'one more key' })
  })
})

describe('a token of the list', () => {
  test('is changed, rolled and revoked as a key is, and stands in the log', async () => {
    const { id, secret } = await make()
    await ada.post(`/console/tokens/${id}`, { name: 'nightly', day: '1', scopes: 'registry:read' })
    expect(await opens(secret)).toMatchObject({
      name: 'nightly',
      limits: { day: 1_000_000 },
      scopes: ['ask'],
    })
    const path = `/console/tokens/${id}`
    const rolled = await madeOf(await sendForm(path, [], { grace: '0' }, `${path}/roll`))
    expect(rolled.secret).toMatch(/^pat-svc-/)
    await expect(opens(secret)).rejects.toMatchObject({ code: 'invalid_token' })
    await opens(rolled.secret)
    const answer = await ada.post(`${path}/revoke`)
    expect(answer.headers.get('location')).toBe('/console/tokens?done=revoked')
    expect(await ada.page('/console/tokens?done=revoked')).toContain('The token is revoked.')
    await expect(opens(rolled.secret)).rejects.toMatchObject({ code: 'invalid_token' })
    const log = await ada.page('/console/account/log')
    for (const words of ['Token changed', 'Token rolled', 'Token revoked']) expect(log).toContain(words)
  })

  test('is not among the keys, nor a key among the tokens, whatever is asked of them', async () => {
    const { id, secret } = await make()
    const [key] = await list('key')
    expect(await ada.page('/console/keys')).not.toContain(id)
    expect(await ada.page('/console/tokens')).not.toContain(key?.id)
    const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/tokens/new'))?.[1] ?? ''
    for (const path of [`/console/keys/${id}`, `/console/tokens/${key?.id}`]) {
      const answers = await Promise.all([
        ada.get(path),
        ada.post(path, { name: 'mine' }),
        ada.post(`${path}/roll`, { form, grace: '0' }),
        ada.post(`${path}/revoke`),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    await opens(secret)
    expect(await list('key')).toEqual([key])
  })

  test('of somebody else is not there', async () => {
    const { id, secret } = await make()
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    for (const answer of [
      await eve.get(`/console/tokens/${id}`),
      await eve.post(`/console/tokens/${id}/revoke`),
    ]) {
      expect(answer.status).toBe(404)
    }
    await opens(secret)
  })

  test('is no key that the playground can be charged to', async () => {
    const { id } = await make()
    expect(await ada.page('/console/playground')).not.toContain(id)
    const asked = { question: 'DORA?', model: 'svc-fast', key: id }
    const answer = await ada.post('/console/playground', asked)
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('This key was revoked or has expired.'),
    ])
  })
})

describe('what a token spent', () => {
  test('stands under its name in the usage, and the keys to choose from are keys', async () => {
    const { id } = await make()
    const call = { id: 'chatcmpl_1', keyId: id, at: clock.now(), costMicros: 1_000 }
    await makeCall(service.parts.store, call)
    const option = `<option value="${id}"`
    const all = await ada.page('/console/usage?by=key')
    expect(all).toContain('agent')
    expect(all).not.toContain(option)
    expect(await ada.page(`/console/usage?by=key&key=${id}`)).toContain(`${option}  selected`)
    expect(await ada.page('/console/usage/calls')).toContain('agent')
  })
})

describe('the account of a person', () => {
  test('takes its tokens along in the export, without their secrets', async () => {
    const { id, secret } = await make()
    const text = await (await ada.get('/console/account/export')).text()
    const { keys, tokens } = JSON.parse(text) as Record<'keys' | 'tokens', ApiKey[]>
    expect(keys.map(({ name }) => name)).toEqual(['demo'])
    expect(tokens).toMatchObject([{ id, name: 'agent', scopes: ['ask'] }])
    expect(text).not.toContain(secret)
  })

  test('ends its tokens when it is deleted', async () => {
    const { secret } = await make()
    await ada.post('/console/account/delete', { confirm: 'ada@example.com' })
    await expect(opens(secret)).rejects.toMatchObject({ code: 'invalid_token' })
  })
})
