import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endRevokedCalls } from '../../../src/upkeep.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import {
  completion,
  json,
  startUpstream,
  type Answer,
  type UpstreamServer,
} from '../../support/upstream-server.ts'
import { modern, startMcp, type McpService } from './mcp-service.ts'
import { eventually } from '../../support/eventually.ts'

/** `ask` and `get_reply`: answers that may come later, kept in memory for the token that asked, and charged once. */

const QUESTION = { question: 'What does DORA ask of incident reports?' }
const SAID = json(completion('Report within four hours: Art. 19 of DORA.'))

let clock: FakeClock
let upstream: UpstreamServer
let service: McpService
beforeEach(async () => {
  clock = new FakeClock()
  upstream = await startUpstream(SAID)
  service = await startMcp({ UPSTREAM_BASE_URL: upstream.url }, { clock })
})
afterEach(async () => {
  await service.close()
  await upstream.close()
})

/** Answers of an upstream that come when the test says so. */
function held(): { answer: Answer; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer: Answer = async (response, call) => {
    await promise
    await SAID(response, call)
  }
  return { answer, release: resolve }
}

/** The upstream has so many calls. */
const asked = (calls: number): Promise<void> => eventually(() => expect(upstream.calls).toHaveLength(calls))

/** Asks, and lets 20 s go by: the answer is still on its way then. */
async function askAndGo(input: object = {}, token = service.token): Promise<string> {
  const before = upstream.calls.length
  const answer = service.tool('ask', { ...QUESTION, ...input }, { token })
  await asked(before + 1)
  clock.advance(20_000)
  const { data } = await answer
  expect(data['status']).toBe('running')
  return String(data['reply_id'])
}

describe('an answer in time', () => {
  test('comes with what it stands on, and is charged as a call of the fast model', async () => {
    const before = await service.balance()
    const { data, text, isError } = await service.tool('ask', QUESTION)
    expect(isError).toBe(false)
    expect(data).toEqual({
      status: 'done',
      answer: 'Report within four hours: Art. 19 of DORA.',
      modules: [{ id: 'dora', version: expect.any(String), reason: expect.any(String) }],
      references: [{ framework: 'dora', id: 'Art. 19', known: true, status: 'current' }],
      warnings: [],
      cost_usd: expect.any(Number),
    })
    expect(text).toContain('Report within four hours')
    expect(upstream.calls).toHaveLength(1)
    expect((await service.balance()) - before).toBe(-Math.round(Number(data['cost_usd']) * 1e6))
    const [usage] = await service.parts.store.listUsage({ accountId: 'acct_demo', limit: 5 })
    expect(usage).toMatchObject({ model: 'svc-fast', keyId: service.tokenId, status: 'completed' })
  })

  test('takes pins and the thinking model', async () => {
    const input = { question: 'Who is bound?', mode: 'think', frameworks: ['gdpr', 'nis2'] }
    const { data } = await service.tool('ask', input)
    expect(data['modules']).toMatchObject([
      { id: 'gdpr', reason: 'pinned' },
      { id: 'nis2', reason: 'pinned' },
    ])
    const [usage] = await service.parts.store.listUsage({ accountId: 'acct_demo', limit: 5 })
    expect(usage?.model).toBe('svc-thinking')
  })

  test('is told of its progress on a stream where a progress token asks for it', async () => {
    const params = { name: 'ask', arguments: QUESTION, _meta: { progressToken: 'p1' } }
    const old = await service.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { body, headers } = modern('tools/call', { name: 'ask', arguments: QUESTION }, 'ask', {
      progressToken: 'p2',
    })
    const current = await service.post(body, { headers })
    for (const answer of [old, current]) {
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      const text = await answer.text()
      expect(text).toMatch(/notifications\/progress[^]*Report within four hours/)
    }
  })
})

describe('an answer that takes longer', () => {
  test('is fetched with get_reply, and charged once', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const before = await service.balance()
    const id = await askAndGo()
    expect(id).toMatch(/^reply_[0-9A-Za-z]{6}_[0-9A-Za-z]{22}$/)
    const account = await service.tool('get_account')
    expect(account.data['replies']).toMatchObject([{ reply_id: id, status: 'running' }])

    const waiting = service.tool('get_reply', { reply_id: id })
    release()
    const { data } = await waiting
    expect(data).toMatchObject({ status: 'done', modules: [{ id: 'dora' }] })
    expect((await service.tool('get_reply', { reply_id: id })).data).toEqual(data)
    expect((await service.balance()) - before).toBe(-Math.round(Number(data['cost_usd']) * 1e6))
    expect(upstream.calls).toHaveLength(1)
  })

  test('is still running after 20 s more', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const id = await askAndGo()
    const waiting = service.tool('get_reply', { reply_id: id })
    await eventually(() => expect(service.parts.replies.find(service.tokenId, id)?.waiting).toBe(1))
    clock.advance(20_000)
    expect((await waiting).data).toEqual({ status: 'running', reply_id: id })
    release()
  })

  test('goes on when its client leaves, and is the same one by its client_ref', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const leaving = new AbortController()
    const input = { ...QUESTION, client_ref: 'mine' }
    const gone = service.tool('ask', input, { signal: leaving.signal }).catch(() => 'left')
    await asked(1)
    leaving.abort()
    expect(await gone).toBe('left')
    const again = service.tool('ask', input)
    release()
    expect((await again).data['status']).toBe('done')
    expect((await service.tool('ask', input)).data['status']).toBe('done')
    expect(upstream.calls).toHaveLength(1)
    expect(await service.parts.store.listUsage({ accountId: 'acct_demo', limit: 5 })).toHaveLength(1)
    expect(service.logs.join('\n')).not.toMatch(/request_failed|tool_failed/)
    const other = await service.tool('ask', { ...input, question: 'Another one?' })
    expect([other.isError, other.text]).toEqual([true, expect.stringContaining('another client_ref')])
  })

  test('is gone ten minutes after it was whole', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const id = await askAndGo()
    release()
    expect((await service.tool('get_reply', { reply_id: id })).data['status']).toBe('done')
    clock.advance(599_000)
    expect((await service.tool('get_reply', { reply_id: id })).isError).toBe(false)
    clock.advance(1_000)
    const expired = await service.tool('get_reply', { reply_id: id })
    const unknown = await service.tool('get_reply', {
      reply_id: id.slice(0, -1) + (id.endsWith('0') ? '1' : '0'),
    })
    expect([expired.isError, expired.text]).toEqual([true, unknown.text])
    expect(service.parts.replies.bytes).toBe(0)
  })

  test('is nobody else’s: a foreign one reads as one that never was', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const id = await askAndGo()
    const { token } = await service.newToken()
    const foreign = await service.tool('get_reply', { reply_id: id }, { token })
    const never = await service.tool('get_reply', { reply_id: 'reply_nope' }, { token })
    expect([foreign.isError, foreign.text]).toEqual([true, never.text])
    const elsewhere = await service.tool('get_reply', { reply_id: `reply_AAAAAA_${'a'.repeat(22)}` })
    expect(elsewhere.text).toContain('another instance')
    release()
  })
})

describe('bounds', () => {
  test('four run at one time; the fifth is told which to fetch', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const ids: string[] = []
    for (let at = 0; at < 4; at += 1) ids.push(await askAndGo())
    const fifth = await service.tool('ask', QUESTION)
    expect(fifth.isError).toBe(true)
    for (const id of ids) expect(fifth.text).toContain(id)
    const other = await service.newToken()
    const theirs = service.tool('ask', QUESTION, { token: other.token })
    release()
    expect((await theirs).data['status']).toBe('done')
  })

  test('sixteen are kept; those that were read give way first', async () => {
    for (let at = 0; at < 18; at += 1) await service.tool('ask', { ...QUESTION, client_ref: `q${at}` })
    const { data } = await service.tool('get_account')
    const refs = (data['replies'] as { client_ref: string }[]).map((one) => one.client_ref)
    expect(refs).toEqual(Array.from({ length: 16 }, (_, at) => `q${at + 2}`))
  })
})

describe('what ends early', () => {
  test("a cap that is reached is named as the token's", async () => {
    const body = { name: 'capped', scopes: ['ask'], spend_limits_usd: { day: 0 } }
    const { token } = await service.admin<{ token: string }>('POST', '/accounts/acct_demo/tokens', body)
    const { isError, text } = await service.tool('ask', QUESTION, { token })
    expect(isError).toBe(true)
    expect(text).toMatch(
      /^You exceeded your current quota: the day spend limit of this token \(0 USD\) .*get_account/,
    )
    expect(text).not.toMatch(/key/i)
  })

  test('a revoked token ends its call, and nothing of it is kept', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const { token, id } = await service.newToken()
    const waiting = service.tool('ask', QUESTION, { token })
    await asked(1)
    await service.admin('DELETE', `/accounts/acct_demo/tokens/${id}`)
    const { isError, text } = await waiting
    expect([isError, text]).toEqual([true, expect.stringContaining('Incorrect access token')])
    expect(service.parts.replies.keyIds()).toEqual([])
    expect((await service.post({}, { token })).status).toBe(401)
    release()
  })

  test('a token that another instance revoked loses its replies soon', async () => {
    const { token, id } = await service.newToken()
    expect((await service.tool('ask', QUESTION, { token })).isError).toBe(false)
    expect(service.parts.replies.keyIds()).toEqual([id])
    await service.parts.store.revokeKey('acct_demo', id, clock.now())
    await endRevokedCalls(service.parts)
    expect(service.parts.replies.keyIds()).toEqual([])
  })

  test('a stop ends what nobody waits for at once, free of charge, and lets the rest be read', async () => {
    const { answer, release } = held()
    upstream.answer(answer)
    const before = await service.balance()
    await askAndGo()
    const other = await service.newToken()
    const waiting = service.tool('ask', QUESTION, { token: other.token })
    await asked(2)
    service.parts.replies.stop()
    await eventually(() => expect(service.parts.running.size).toBe(1))
    expect(await service.balance()).toBe(before)
    release()
    expect((await waiting).data['status']).toBe('done')
    expect(service.parts.replies.keyIds()).toEqual([])
    expect((await service.tool('ask', QUESTION)).isError).toBe(true)
  })

  test('a call past its time says so, costs nothing, and may be tried again by its name', async () => {
    await service.close()
    service = await startMcp({ UPSTREAM_BASE_URL: upstream.url, UPSTREAM_TOTAL_TIMEOUT_MS: '300' }, { clock })
    const { answer, release } = held()
    upstream.answer(answer)
    const before = await service.balance()
    const late = await service.tool('ask', { ...QUESTION, client_ref: 'a' })
    expect([late.isError, late.text]).toEqual([true, expect.stringContaining('did not answer in time')])
    expect(await service.balance()).toBe(before)
    release()
    upstream.answer(SAID)
    expect((await service.tool('ask', { ...QUESTION, client_ref: 'a' })).data['status']).toBe('done')
  })

  test('a failing upstream and too little credit are told with what to do', async () => {
    upstream.answer(json({ error: { message: 'no' } }, 500))
    const failed = await service.tool('ask', QUESTION)
    expect([failed.isError, failed.text]).toEqual([true, expect.stringContaining('Nothing was charged')])
    expect(service.logs.join('\n')).toContain('"errorCode":"upstream_unavailable"')
    await service.close()
    service = await startMcp({ UPSTREAM_BASE_URL: upstream.url, BOOTSTRAP_CREDIT_USD: '0' }, { clock })
    const poor = await service.tool('ask', QUESTION)
    expect([poor.isError, poor.text]).toEqual([true, expect.stringContaining('get_account')])
  })

  test('a token without the scope is told to be made anew', async () => {
    const { token } = await service.newToken(['registry:read'])
    for (const [name, input] of [
      ['ask', QUESTION],
      ['get_reply', { reply_id: 'x' }],
    ] as const) {
      const { isError, text } = await service.tool(name, input, { token })
      expect([isError, text]).toEqual([true, expect.stringContaining('lacks the scope ask')])
    }
    const reader = await service.newToken(['ask'])
    const list = await service.tool('list_frameworks', {}, { token: reader.token })
    expect([list.isError, list.text]).toEqual([true, expect.stringContaining('registry:read')])
    expect((await service.tool('get_account', {}, { token })).data['scopes']).toEqual(['registry:read'])
  })
})

test('nothing of a question or an answer is in the log', async () => {
  upstream.answer(json(completion('zqanswerzq')))
  await service.tool('ask', {
    question: 'zqquestionzq of DORA',
    client_ref: 'zqrefzq',
    frameworks: ['zqpinzq'],
  })
  await service.tool('ask', { question: 'zqquestionzq of DORA', client_ref: 'zqrefzq' })
  await service.tool('check_references', { text: 'zqtextzq of DORA Art. 19' })
  await service.tool('search_controls', { query: 'zqsearchzq' })
  await eventually(() => expect(service.logs.join('\n')).toContain('"outcome":"completed"'))
  const logs = service.logs.join('\n')
  expect(logs).not.toMatch(/zq\w+zq/)
  expect(logs).toMatch(/"route":"\/mcp"[^\n]*"model":"svc-fast"/)
  expect(logs).toContain(service.tokenId)
})
