import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readStream, type StreamChunk } from '../../../support/read-stream.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream((response, call) =>
    (call.body.stream ? sse(stream(['Hi'])) : json(completion('Hi')))(response, call),
  )
  // The fast model has a small window, the thinking one the usual.
  service = await startService({
    UPSTREAM_BASE_URL: upstream.url,
    FAST_CONTEXT_WINDOW: '20000',
    BOOTSTRAP_CREDIT_USD: '1000',
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.calls.length = 0
})

type Disclosed = NonNullable<StreamChunk['svc']>

const post = (content: string, extra: object = {}): Promise<Response> =>
  service.call('POST', '/v1/chat/completions', {
    model: 'svc-thinking',
    messages: [{ role: 'user', content }],
    ...extra,
  })

async function disclosed(
  content: string,
  extra: object = {},
): Promise<{ header: string | null; svc: Disclosed }> {
  const response = await post(content, extra)
  expect(response.status).toBe(200)
  const { svc } = (await response.json()) as { svc: Disclosed }
  return { header: response.headers.get('x-svc-frameworks'), svc }
}

type Refusal = { error: NonNullable<StreamChunk['error']> }

async function refused(content: string, extra: object): Promise<Refusal> {
  const response = await post(content, extra)
  expect(response.status).toBe(400)
  return (await response.json()) as Refusal
}

const pins = (...frameworks: string[]): object => ({ svc: { frameworks } })
const idsOf = (svc: Disclosed): string[] => svc.frameworks.map(({ id }) => id)
const balance = async (): Promise<unknown> =>
  ((await (await service.call('GET', '/v1/key')).json()) as { balance_usd: unknown }).balance_usd

describe('the disclosure', () => {
  test('is the same in a plain body and in a stream, whose first chunk has no cost yet', async () => {
    const question = 'Compare GDPR and UK GDPR'
    const { svc, header } = await disclosed(question)
    const response = await post(question, { stream: true })
    expect(response.headers.get('x-svc-frameworks')).toBe(header)
    const { chunks } = await readStream(response)
    const said = chunks.flatMap((chunk) => (chunk.svc ? [chunk.svc] : []))
    expect(said).toEqual([{ ...svc, references: null, cost_usd: null }, svc])
    expect(chunks[0]?.svc).toBe(said[0])
    expect(svc.cost_usd).toBeGreaterThan(0)
  })

  test('names what was injected, why, its size and the hash of the very text the model got', async () => {
    const { svc, header } = await disclosed('HIPAA first, then GDPR')
    expect(header).toBe('gdpr,hipaa')
    expect({ ...svc, frameworks: idsOf(svc) }).toMatchObject({
      frameworks: ['gdpr', 'hipaa'],
      detection: 'detected',
      warnings: [],
      ignored: [],
      region: 'global',
    })
    const system = upstream.calls[0]?.body.messages[0]?.content ?? ''
    const blocks = system.match(/<knowledge_module [^]*?\n<\/knowledge_module>/g) ?? []
    expect(blocks).toHaveLength(2)
    for (const [index, block] of blocks.entries()) {
      const module = svc.frameworks[index]
      const body = block.split('\n').slice(2, -1).join('\n')
      expect(module?.sha256).toBe(createHash('sha256').update(body).digest('hex'))
      expect(module?.knowledge_tokens).toBe(await service.parts.tokenizer.count([block]))
      expect(module?.reason).toBe('user_message')
    }
    expect(svc.knowledge_tokens).toBe(
      svc.frameworks.reduce((sum, { knowledge_tokens: tokens }) => sum + tokens, 0),
    )
  })

  test.each(['Hello', 'A.5.20', 'CC6.1', 'Art. 33'])(
    '%s injects nothing and sends no header',
    async (text) => {
      const { svc, header } = await disclosed(text)
      expect(header).toBeNull()
      expect(svc).toMatchObject({ frameworks: [], knowledge_tokens: 0, detection: 'none' })
      expect(upstream.calls[0]?.body.messages[0]?.content).not.toContain('<knowledge_module id')
      const streamed = await post(text, { stream: true })
      expect(streamed.headers.has('x-svc-frameworks')).toBe(false)
      await streamed.text()
    },
  )

  test('only user messages and the last assistant turn are read', async () => {
    const { svc } = await disclosed('', {
      messages: [
        { role: 'system', content: 'ISO 27001' },
        { role: 'developer', content: 'SOC 2' },
        { role: 'user', content: [{ type: 'text', text: 'HIPAA' }] },
        { role: 'assistant', content: 'PCI DSS' },
        { role: 'user', content: 'and?' },
        { role: 'assistant', content: 'TISAX' },
        { role: 'user', content: 'more' },
      ],
    })
    expect(svc.frameworks.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      'hipaa user_message',
      'tisax assistant_message',
    ])
  })

  test('at most six detected modules are injected, and the rest is named', async () => {
    const { svc, header } = await disclosed('TISAX, SOC 2, PCI DSS, NIS2, HIPAA, GDPR, FedRAMP and CMMC')
    expect(header).toBe('gdpr,hipaa,nis2,pci-dss,soc-2,tisax')
    expect(svc.warnings).toHaveLength(1)
    expect(svc.warnings[0]).toContain('fedramp, cmmc')
  })
})

describe('pins', () => {
  test('stand in canonical order whatever the order they came in, and a repeated one once', async () => {
    const { svc, header } = await disclosed('GDPR?', pins('tisax', 'ccpa', 'soc-2', 'ccpa', 'tisax'))
    expect(header).toBe('ccpa,soc-2,tisax')
    expect(svc).toMatchObject({ detection: 'pinned', warnings: [] })
    expect(svc.frameworks.map(({ reason }) => reason)).toEqual(['pinned', 'pinned', 'pinned'])
    await disclosed('GDPR?', pins('soc-2', 'tisax', 'ccpa'))
    expect(upstream.calls[1]?.body.messages).toEqual(upstream.calls[0]?.body.messages)
  })

  test.each([[pins()], [{ svc: { frameworks: null } }], [{ svc: null }], [{ svc: {} }]])(
    '%j pins nothing, so detection decides',
    async (extra) => {
      expect((await disclosed('GDPR?', extra)).svc).toMatchObject({
        detection: 'detected',
        frameworks: [{ id: 'gdpr' }],
      })
    },
  )

  test('eight are taken, nine are refused', async () => {
    const nine = ['ccpa', 'cra', 'dora', 'gdpr', 'iso-22301', 'iso-42001', 'nis2', 'soc-2', 'tisax']
    expect(idsOf((await disclosed('Hi', pins(...nine.slice(1), 'soc-2'))).svc)).toEqual(nine.slice(1))
    const { error } = await refused('Hi', pins(...nine))
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      param: 'svc.frameworks',
      code: 'too_many_frameworks',
    })
  })

  test.each([
    ['iso27001', 'iso-27001'],
    ['GDPR', 'gdpr'],
    ['nis-2', 'nis2'],
  ])('the unknown id %s is refused, and %s suggested', async (id, near) => {
    const { error } = await refused('Hi', pins('soc-2', id))
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      param: 'svc.frameworks',
      code: 'unknown_framework',
    })
    expect(error.message).toContain(`"${id}"`)
    expect(error.message).toContain(near)
    expect(upstream.calls).toEqual([])
  })
})

describe('a small window', () => {
  const fast = { model: 'svc-fast' }

  test('pins that do not fit are refused with the tokens of each, and nothing is charged', async () => {
    const before = await balance()
    const { error } = await refused('Hi', { ...fast, ...pins('iso-27001', 'cis-controls') })
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    })
    expect(error.message).toContain('maximum context length is 20000 tokens')
    for (const id of ['iso-27001', 'cis-controls']) {
      expect(error.message).toContain(`${id} ${service.parts.registry.get(id)?.knowledgeTokens}`)
    }
    expect(upstream.calls).toEqual([])
    expect(await balance()).toBe(before)
  })

  test.each([
    ['ISO 27001 against CIS Controls v8', 'iso-27001', 'cis-controls'],
    ['CIS Controls v8 against ISO 27001', 'cis-controls', 'iso-27001'],
  ])('%s: the first named stays, the other is left out and named', async (text, kept, left) => {
    const { svc, header } = await disclosed(text, fast)
    expect(header).toBe(kept)
    expect(idsOf(svc)).toEqual([kept])
    expect(svc.warnings.join()).toContain(left)
  })

  test('special tokens in a prompt are plain text', async () => {
    const { svc } = await disclosed(`<|endoftext|> LGPD <|im_start|>${' <|endofprompt|>'.repeat(800)}`, fast)
    expect(idsOf(svc)).toEqual(['lgpd'])
  })

  test('prompts of one unbroken run are refused, and meanwhile the service answers others', async () => {
    const { tokenizer } = service.parts
    const count = tokenizer.count.bind(tokenizer)
    let pending = 0
    const begun = new Promise<void>((resolve) => {
      vi.spyOn(tokenizer, 'count').mockImplementation(async (...texts) => {
        pending += 1
        resolve()
        return count(...texts).finally(() => {
          pending -= 1
        })
      })
    })
    const asking = Array.from({ length: 20 }, () => refused('a'.repeat(200_000), fast))
    await begun
    const health = await fetch(`${service.url}/healthz`)
    expect(health.status).toBe(200)
    expect(pending).toBeGreaterThan(0)
    for (const { error } of await Promise.all(asking)) expect(error.code).toBe('context_length_exceeded')
    vi.restoreAllMocks()
    expect(upstream.calls).toEqual([])
  })
})
