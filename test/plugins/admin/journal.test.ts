import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../support/start-service.ts'
import { newCustomer, operate, type AccountBody, type ErrorBody, type ListBody } from './operator.ts'

interface EntryBody {
  object: string
  id: string
  kind: string
  amount_usd: number
  reason: string | null
  call_id: string | null
  at: string
}

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const credit = <T = AccountBody>(id: string, body: unknown, headers?: Record<string, string>) =>
  operate<T>(service, 'POST', `/accounts/${id}/credit`, body, headers)
const journal = async (id: string, query = ''): Promise<ListBody<EntryBody>> =>
  (await operate<ListBody<EntryBody>>(service, 'GET', `/accounts/${id}/journal${query}`)).body
const PROMPT = { model: 'svc-fast', messages: [{ role: 'user', content: 'What does DORA ask of a bank?' }] }

describe('a debit', () => {
  test('takes credit back, and says why in the journal', async () => {
    const { accountId } = await newCustomer(service, 10)
    const { status, body } = await credit(accountId, {
      amount_usd: -2.5,
      reason: 'invoice 7 was billed twice',
    })
    expect([status, body.balance_usd]).toEqual([200, 7.5])
    const { data } = await journal(accountId)
    expect(data[0]).toEqual({
      object: 'journal_entry',
      id: expect.stringMatching(/^jrn_\d+$/) as unknown,
      kind: 'debit',
      amount_usd: -2.5,
      reason: 'invoice 7 was billed twice',
      call_id: null,
      at: '2026-11-21T12:00:00.000Z',
    })
  })

  test('that the free balance does not cover is a 409 and takes nothing', async () => {
    const { accountId, account } = await newCustomer(service, 10)
    const { status, body } = await credit<ErrorBody>(accountId, { amount_usd: -10.000_001, reason: 'all' })
    expect([status, body.error.type, body.error.code, body.error.param]).toEqual([
      409,
      'invalid_request_error',
      'insufficient_balance',
      'amount_usd',
    ])
    expect((await account()).balance_usd).toBe(10)
    expect((await credit(accountId, { amount_usd: -10, reason: 'all' })).body.balance_usd).toBe(0)
  })

  test('under one Idempotency-Key is taken once, and under that of a top-up is a conflict', async () => {
    const { accountId } = await newCustomer(service, 10)
    const debit = { amount_usd: -4, reason: 'correction' }
    const headers = { 'idempotency-key': 'correction-1' }
    for (const _ of [1, 2]) {
      expect((await credit(accountId, debit, headers)).body.balance_usd).toBe(6)
    }
    const { body } = await credit<ErrorBody>(accountId, { amount_usd: 4 }, headers)
    expect(body.error.code).toBe('idempotency_conflict')
  })
})

describe('the journal', () => {
  test('adds up to the balance: opening, top-up with its reason, charge with its call', async () => {
    const { accountId, auth, account } = await newCustomer(service, 10)
    await credit(accountId, { amount_usd: 5, reason: 'invoice 8' })
    const response = await service.call('POST', '/v1/chat/completions', PROMPT, auth)
    const { id, svc } = (await response.json()) as { id: string; svc: { cost_usd: number } }
    const { object, data, has_more: more } = await journal(accountId)
    expect([object, more]).toEqual(['list', false])
    expect(data.map(({ kind, amount_usd, reason, call_id }) => [kind, amount_usd, reason, call_id])).toEqual([
      ['charge', -svc.cost_usd, null, id],
      ['grant', 5, 'invoice 8', null],
      ['grant', 10, 'opening', null],
    ])
    const micros = data.reduce((sum, { amount_usd: usd }) => sum + Math.round(usd * 1e6), 0)
    expect(micros).toBe(Math.round((await account()).balance_usd * 1e6))
  })

  test('pages by after, newest first, and says whether more follows', async () => {
    const { accountId } = await newCustomer(service, 1)
    for (const amount of [2, 3, 4, 5]) await credit(accountId, { amount_usd: amount })
    const first = await journal(accountId, '?limit=2')
    expect([first.data.map((entry) => entry.amount_usd), first.has_more]).toEqual([[5, 4], true])
    const second = await journal(accountId, `?limit=2&after=${first.data.at(-1)?.id}`)
    expect([second.data.map((entry) => entry.amount_usd), second.has_more]).toEqual([[3, 2], true])
    const last = await journal(accountId, `?limit=2&after=${second.data.at(-1)?.id}`)
    expect([last.data.map((entry) => entry.amount_usd), last.has_more]).toEqual([[1], false])
  })

  test.each(['limit=0', 'limit=1001', 'limit=x', `after=${'x'.repeat(65)}`])(
    '?%s is refused',
    async (query) => {
      const { accountId } = await newCustomer(service, 1)
      const { status, body } = await operate<ErrorBody>(
        service,
        'GET',
        `/accounts/${accountId}/journal?${query}`,
      )
      expect([status, body.error.param]).toEqual([400, query.split('=')[0]])
    },
  )
})
