import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'
import { framesIn } from './asking.ts'

let service: Service
let upstream: UpstreamServer
beforeAll(async () => {
  upstream = await startUpstream()
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.calls.length = 0
})

interface Reference {
  id: string
  framework: string
  known: boolean
  status: string
}

interface Said {
  svc?: { references: Reference[] | null; cost_usd: number | null }
}

const pinned = (...frameworks: string[]): object => ({ svc: { frameworks } })
const known = (framework: string, id: string): Reference => ({
  id,
  framework,
  known: true,
  status: 'current',
})
const unknown = (framework: string, id: string): Reference => ({
  id,
  framework,
  known: false,
  status: 'unknown',
})

const ask = (extra: object): Promise<Response> =>
  service.call('POST', '/v1/chat/completions', {
    model: 'svc-fast',
    messages: [{ role: 'user', content: 'How long is a piece of string?' }],
    ...extra,
  })

/** The references of a plain answer that says so. */
async function plain(answer: string, extra: object): Promise<Reference[] | null | undefined> {
  upstream.answer(json(completion(answer)))
  const response = await ask(extra)
  expect(response.status).toBe(200)
  return ((await response.json()) as Said).svc?.references
}

/** Every `svc` of a stream that says so, in pieces. */
async function streamed(pieces: readonly string[], extra: object): Promise<NonNullable<Said['svc']>[]> {
  upstream.answer(sse(stream(pieces)))
  const response = await ask({ stream: true, ...extra })
  expect(response.status).toBe(200)
  return framesIn(await response.text()).flatMap((frame) => {
    const { svc } = frame as Said
    return svc ? [svc] : []
  })
}

const ANSWER = [
  'Under **ISO 27001**, see A.5.20, a.5.41 and clause 6.1.2.',
  '',
  '| SOC 2 | |',
  '| --- | --- |',
  '| CC6.1 | cc 6.1 again |',
  '| CC6.77 | none such |',
].join('\n')
const PINS = pinned('iso-27001', 'soc-2')
const REFERENCES = [
  known('iso-27001', 'A.5.20'),
  unknown('iso-27001', 'A.5.41'),
  known('iso-27001', '6.1.2'),
  known('soc-2', 'CC6.1'),
  unknown('soc-2', 'CC6.77'),
]

describe('the ids an answer cites', () => {
  test('stand in a plain body, each once, in the order of the text', async () => {
    expect(await plain(ANSWER, PINS)).toEqual(REFERENCES)
  })

  test.each([
    ['in one piece', [ANSWER]],
    ['letter by letter', Array.from(ANSWER)],
    ['cut within ids', ANSWER.split(/(?<=[.C6])/)],
  ])(
    'stand on the last chunk of a stream that comes %s; on the first there is null',
    async (_how, pieces) => {
      const said = await streamed(pieces, PINS)
      expect(said.map(({ references }) => references)).toEqual([null, REFERENCES])
      expect(said.map(({ cost_usd: cost }) => cost === null)).toEqual([true, false])
    },
  )

  test('stand beside a finish and usage that come on one chunk with the text', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 1 }
    upstream.answer(sse([chunk({ content: 'See CC6.1' }, 'length', { usage }), 'data: [DONE]\n\n']))
    const text = await (await ask({ stream: true, ...PINS })).text()
    const last = framesIn(text).findLast((frame) => (frame as Said).svc !== undefined)
    expect((last as Said).svc?.references).toEqual([known('soc-2', 'CC6.1')])
  })

  test('are an empty list where the answer cites nothing', async () => {
    const nothing = 'About three metres, as of version 3.2 on 2024-05-01.'
    expect(await plain(nothing, PINS)).toEqual([])
    expect((await streamed([nothing], PINS)).map(({ references }) => references)).toEqual([null, []])
  })

  test('are an empty list where nothing was injected, whatever is cited', async () => {
    expect(await plain(ANSWER, {})).toEqual([])
    expect((await streamed([ANSWER], {})).map(({ references }) => references)).toEqual([null, []])
  })

  test('are checked against the injected modules only', async () => {
    expect(await plain(ANSWER, pinned('soc-2'))).toEqual(REFERENCES.slice(3))
  })

  test('are checked against modules that detection injected', async () => {
    const messages = [{ role: 'user', content: 'What is in SOC 2?' }]
    expect(await plain('CC6.1 and CC6.77', { messages })).toEqual(REFERENCES.slice(3))
  })

  test('of two frameworks with one form belong to the one named last', async () => {
    expect(await plain('GDPR: Art. 33. DORA: Art. 33, Art. 300.', pinned('dora', 'gdpr'))).toEqual([
      known('gdpr', 'Art. 33'),
      known('dora', 'Art. 33'),
      unknown('dora', 'Art. 300'),
    ])
  })

  test('are of the answer, not of the question or the reasoning', async () => {
    const messages = [{ role: 'user', content: 'CC6.1 and CC6.77 of SOC 2?' }]
    expect(await plain('Yes.', { messages })).toEqual([])
    upstream.answer(sse([chunk({ reasoning_content: 'CC7.1?' }), ...stream(['CC7.2.'])]))
    const text = await (await ask({ stream: true, ...PINS })).text()
    const last = framesIn(text).findLast((frame) => (frame as Said).svc !== undefined)
    expect((last as Said).svc?.references).toEqual([known('soc-2', 'CC7.2')])
  })
})

test('a stream that breaks off has no references beyond the null of its first chunk', async () => {
  upstream.answer(sse([chunk({ content: 'CC6.1' })]))
  const text = await (await ask({ stream: true, ...PINS })).text()
  const said = framesIn(text).flatMap((frame) => {
    const { svc } = frame as Said
    return svc ? [svc.references] : []
  })
  expect(said).toEqual([null])
})

test('the built-in responder cites ids that exist', async () => {
  const alone = await startService()
  try {
    const response = await alone.call('POST', '/v1/chat/completions', {
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'What does ISO 27001 ask of supplier agreements?' }],
    })
    const references = ((await response.json()) as Said).svc?.references ?? []
    expect(references).toContainEqual(known('iso-27001', 'A.5.20'))
    expect(references.filter((reference) => !reference.known)).toEqual([])
  } finally {
    await alone.close()
  }
})
