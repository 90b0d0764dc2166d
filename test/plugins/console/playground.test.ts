import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { readStream } from '../../support/read-stream.ts'
import { startService, type Service } from '../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../support/upstream-server.ts'

const NO_CAPS = { hour: null, day: null, week: null, month: null }

let upstream: UpstreamServer
let service: Service
let clock: FakeClock
let ada: ConsoleClient
let keyId: string

async function start(environment: Record<string, string> = {}): Promise<void> {
  clock = new FakeClock()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, ...environment }, { clock })
  ada = new ConsoleClient(service)
  await ada.signIn('ada@example.com')
  const { key } = await service.parts.keys.create('acct_demo', { name: 'play', limits: NO_CAPS })
  keyId = key.id
}

beforeEach(async () => {
  upstream = await startUpstream(json(completion('A.5.20 asks for **agreements**, A.5.99 does not exist.')))
  await start()
})
afterEach(async () => {
  await service.close()
  await upstream.close()
})

let forms = 0
const typed = (rest: Record<string, string | string[]> = {}): URLSearchParams => {
  const fields = new URLSearchParams()
  const form = `form${(forms += 1)}`.padEnd(20, 'x')
  const all = {
    form,
    question: 'What does ISO 27001 say of suppliers?',
    model: 'svc-fast',
    key: keyId,
    ...rest,
  }
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) fields.append(name, one)
  return fields
}

/** The page's answer to its own form. */
async function ask(rest: Record<string, string | string[]> = {}): Promise<{ status: number; page: string }> {
  const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/playground'))?.[1] ?? ''
  const answer = await ada.post('/console/playground', typed({ form, action: 'ask', ...rest }))
  return { status: answer.status, page: await answer.text() }
}

const balance = async (): Promise<number> =>
  (await service.parts.store.getAccount('acct_demo'))?.balanceMicros ?? 0
const usage = () => service.parts.store.listUsage({ accountId: 'acct_demo', limit: 100 })

describe('without scripts', () => {
  test('the page answers with text, cost, modules with their reason, and ids known or not', async () => {
    const before = await balance()
    const { status, page } = await ask()
    expect(status).toBe(200)
    expect(page).toContain('A.5.20 asks for **agreements**')
    expect(page).toMatch(/ISO 27001<\/a><\/th>[^]*your question names it/)
    expect(page).toMatch(/A\.5\.20<\/code>[^]*class="good">known/)
    expect(page).toMatch(/A\.5\.99<\/code>[^]*not in the framework/)
    const [call] = await usage()
    expect(call).toMatchObject({ keyId, model: 'svc-fast', status: 'completed', frameworks: ['iso-27001'] })
    expect(before - (await balance())).toBe(call?.costMicros)
    expect(page).toContain(`<dd data-slot="cost">$${(call?.costMicros ?? 0) / 1_000_000}`)
  })

  test('what is pinned is injected, and nothing else', async () => {
    const { page } = await ask({ pins: ['dora', 'hipaa'] })
    expect((await usage())[0]?.frameworks).toEqual(['dora', 'hipaa'])
    expect(page).toContain('you pinned it')
    expect(page).toMatch(/value="dora"\s+checked/)
    expect(page).toContain('(2 pinned)')
  })

  test('the price is told, and nothing is held, charged or asked', async () => {
    const before = await balance()
    const answer = await ada.post('/console/playground', typed({ action: 'price' }))
    expect(await answer.text()).toMatch(/It can cost at most \$0\.\d+\. Injected: ISO 27001\./)
    expect([await balance(), await usage(), upstream.calls]).toEqual([before, [], []])
  })

  test('a form asks once, however often it is sent', async () => {
    const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/playground'))?.[1] ?? ''
    const pages = await Promise.all(
      [1, 2, 3].map(async () =>
        (await ada.post('/console/playground', typed({ form, action: 'ask' }))).text(),
      ),
    )
    expect(pages.filter((page) => page.includes('This form was sent twice'))).toHaveLength(2)
    expect(await usage()).toHaveLength(1)
  })

  test.each([
    [{ question: ' ' }, 'Type a question.'],
    [{ question: 'x'.repeat(24_001) }, '24,000 characters at most'],
    [{ key: '' }, 'Choose a key.'],
    [{ key: 'key_of_nobody' }, 'This key was revoked or has expired'],
    [{ pins: Array.from({ length: 9 }, (_, index) => `fw-${index}`) }, 'Pin at most 8 frameworks.'],
  ])('what is wrong stands beside its field: %j', async (fields, words) => {
    const { status, page } = await ask(fields)
    expect(status).toBe(422)
    expect(page).toContain(words)
    expect(page).toMatch(/<p class="error" id="\w+-error">/)
    expect(await usage()).toEqual([])
  })

  test('what was typed stays, as words', async () => {
    const { page } = await ask({
      question: '</textarea><b>question</b>',
      key: 'key_of_nobody',
      pins: ['dora'],
    })
    expect(page).toContain('&lt;/textarea&gt;&lt;b&gt;question&lt;/b&gt;')
    expect(page).toMatch(/value="dora"\s+checked/)
  })

  test.each([
    [{ pins: ['no-such-framework'] }, 'no-such-framework'],
    [{ model: 'gpt-4' }, 'gpt-4'],
  ])('what the API refuses is refused in its words: %j', async (fields, words) => {
    const { page } = await ask(fields)
    expect(page).toContain(words)
    expect(await usage()).toEqual([])
  })

  test('an answer that a cap kept short says so', async () => {
    // Enough for the prompt and a short answer, not for one of the usual length.
    const { key } = await service.parts.keys.create('acct_demo', {
      name: 'short',
      limits: { ...NO_CAPS, day: 8_000 },
    })
    const { page } = await ask({ key: key.id })
    expect(page).toMatch(/The answer could have \d+ tokens at most/)
  })

  test('a failing upstream costs nothing and is said', async () => {
    upstream.answer(json({ error: { message: 'secret words' } }, 500))
    const before = await balance()
    const { status, page } = await ask()
    expect(status).toBe(502)
    expect(page).toContain('The model did not answer. Nothing was charged.')
    expect(page).not.toContain('secret words')
    expect(await balance()).toBe(before)
  })
})

describe('keys', () => {
  test('of somebody else pay for nothing', async () => {
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    const { accountId = '' } = (await service.parts.store.people.findByEmail('eve@example.com')) ?? {}
    await service.parts.keys.create(accountId, { name: 'hers' })
    for (const path of ['', '/answer', '/price']) {
      const answer = await eve.post(`/console/playground${path}`, typed({ action: 'ask' }))
      expect(await answer.text()).toContain('This key was revoked or has expired')
    }
    expect(await usage()).toEqual([])
  })

  test('hold their caps, and are refused once revoked', async () => {
    const { key } = await service.parts.keys.create('acct_demo', {
      name: 'small',
      limits: { ...NO_CAPS, day: 1 },
    })
    expect((await ask({ key: key.id })).page).toContain('A cap of this key does not cover the call.')
    await service.parts.keys.revoke('acct_demo', key.id)
    expect((await ask({ key: key.id })).status).toBe(422)
    expect(upstream.calls).toEqual([])
  })

  test('a suspended account asks nothing', async () => {
    await service.parts.store.suspendAccount('acct_demo', clock.now())
    const { status, page } = await ask()
    expect(status).toBe(403)
    expect(page).toMatch(/suspended/i)
  })

  test('an account without a key is told to make one, one without credit how to get some', async () => {
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    const page = await eve.page('/console/playground')
    expect(page).toContain('href="/console/keys/new"')
    expect(page).toContain('Your credit is used up or held')
    expect(page).not.toContain('<textarea')
  })
})

describe('with scripts', () => {
  test('an answer streams as the API streams it', async () => {
    upstream.answer(sse(stream(['A.5.20 ', 'it is.'])))
    const answer = await ada.post('/console/playground/answer', typed())
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const read = await readStream(answer)
    expect([read.text, read.done]).toEqual(['A.5.20 it is.', true])
    expect(read.chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 100 })
    const [call] = await usage()
    const settled = read.chunks.findLast(({ svc }) => svc !== undefined)?.svc
    expect(settled?.cost_usd).toBe((call?.costMicros ?? 0) / 1_000_000)
    expect(call).toMatchObject({ id: read.chunks[0]?.id, keyId })
  })

  test('a form asks once, and each answer brings the next one along', async () => {
    const form = /name="form" value="(\w+)"/.exec(await ada.page('/console/playground'))?.[1] ?? ''
    upstream.answer(sse(stream(['A.5.20'])))
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.post('/console/playground/answer', typed({ form }))),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    const next = answers[0]?.headers.get('x-form') ?? ''
    await Promise.all(answers.map((answer) => answer.text()))
    expect((await ada.post('/console/playground/answer', typed({ form: next }))).status).toBe(200)
    expect(await usage()).toHaveLength(2)
  })

  test('a question of the longest length may have line ends, which a form sends as two characters', async () => {
    const question = `ISO 27001?\r\n${'x'.repeat(11_900)}\r\n${'y'.repeat(12_000)}`
    expect((await ada.post('/console/playground/price', typed({ question }))).status).toBe(200)
    const longest = `${'x'.repeat(11_999)}\r\n${'y'.repeat(12_000)}`
    expect((await ada.post('/console/playground/price', typed({ question: longest }))).status).toBe(200)
  })

  test('the price comes as JSON, and what is refused in the words of the API', async () => {
    const told = async (rest: Record<string, string>) => {
      const answer = await ada.post('/console/playground/price', typed(rest))
      return [answer.status, await answer.json()]
    }
    expect(await told({})).toEqual([
      200,
      { words: expect.stringMatching(/^It can cost at most \$0\.\d+\.$/), modules: ['ISO 27001'] },
    ])
    expect(await told({ model: 'gpt-4' })).toMatchObject([404, { error: { code: 'model_not_found' } }])
    expect(await told({ question: '' })).toMatchObject([
      400,
      { error: { code: 'invalid_value', param: 'question', message: 'Type a question.' } },
    ])
    expect(await usage()).toEqual([])
  })

  test('who stops pays for what was produced, and the books say how much', async () => {
    upstream.answer(sse([chunk({ role: 'assistant', content: 'A.5.20 begins' })], { hang: true }))
    const stopping = new AbortController()
    const answer = await fetch(`${service.url}/console/playground/answer`, {
      method: 'POST',
      body: typed(),
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      signal: stopping.signal,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader?.read())?.value ?? ''
    const [, id = ''] = /"id":"(chatcmpl-\w+)"/.exec(first) ?? []
    stopping.abort()
    await expect.poll(async () => (await usage())[0]?.status).toBe('client_closed')
    const cost = await (await ada.get(`/console/playground/calls/${id}`)).json()
    expect(cost).toEqual({ running: false, cost_usd: ((await usage())[0]?.costMicros ?? 0) / 1_000_000 })
    expect((await usage())[0]?.costMicros).toBeGreaterThan(0)
    const eve = new ConsoleClient(service)
    await eve.signIn('eve@example.com')
    expect((await eve.get(`/console/playground/calls/${id}`)).status).toBe(404)
  })

  test('a key that is revoked ends the answer it pays for', async () => {
    upstream.answer(sse([chunk({ role: 'assistant', content: 'begins' })], { hang: true }))
    const answer = await ada.post('/console/playground/answer', typed())
    await ada.post(`/console/keys/${keyId}/revoke`)
    expect((await readStream(answer)).chunks.at(-1)?.error?.code).toBe('invalid_api_key')
  })

  test('who is signed out is told so, and another site cannot ask', async () => {
    const nobody = new ConsoleClient(service)
    expect((await nobody.post('/console/playground/answer', typed())).status).toBe(401)
    const forged = await ada.post('/console/playground/answer', typed(), { 'sec-fetch-site': 'cross-site' })
    expect(forged.status).toBe(403)
    expect(await usage()).toEqual([])
  })

  test('no new call begins while the service stops', async () => {
    service.drain()
    const answer = await ada.post('/console/playground/answer', typed())
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: { code: 'server_draining' } }])
    expect((await ask()).status).toBe(503)
  })
})

test('where streaming is off, the page answers whole', async () => {
  await service.close()
  await start({ STREAMING_ENABLED: 'false' })
  expect(await ada.page('/console/playground')).toContain('data-streaming="false"')
  expect((await ask()).page).toContain('A.5.20 asks for')
})

test('only models that have a path are offered', async () => {
  expect(await ada.page('/console/playground')).not.toContain('svc-fast-eu')
  await service.close()
  await start({ UPSTREAM_EU_BASE_URL: upstream.url })
  expect(await ada.page('/console/playground')).toContain('svc-fast-eu')
})

test('the log line names the key, the model and the cost, and nothing that was said', async () => {
  await ask({ question: 'a-marker about ISO 27001' })
  const line = JSON.parse(
    service.logs.findLast((text) => text.includes('/console/playground')) ?? '{}',
  ) as object
  expect(line).toMatchObject({ keyId, accountId: 'acct_demo', model: 'svc-fast', outcome: 'completed' })
  expect(service.logs.join('\n')).not.toContain('a-marker')
})
