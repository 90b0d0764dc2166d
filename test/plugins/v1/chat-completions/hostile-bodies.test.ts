import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readChatRequest } from '../../../../src/plugins/v1/chat-completions/request.ts'
import { ADMIN_TOKEN, startService, type Service } from '../../../support/start-service.ts'
import { startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { checkRefusal, expectNothingHappened, QUESTION, sendUnfinished } from '../refusal.ts'

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
afterEach(() => expectNothingHappened(service, upstream))

const start = JSON.stringify({ model: 'svc-fast', messages: QUESTION }).slice(0, -1)
const ZEROS = '0,'.repeat(200_000)

describe('a body that would become too much is refused while it is still arriving', () => {
  const bodies: [name: string, body: string][] = [
    ['pins without end', `${start},"svc":{"frameworks":[${ZEROS}`],
    ['content without end', `{"model":"svc-fast","messages":[{"role":"user","content":[${ZEROS}`],
    ['messages without end', `{"model":"svc-fast","messages":[${ZEROS}`],
    ['stop sequences without end', `${start},"stop":[${ZEROS}`],
    [
      'unknown fields without end',
      `${start}${Array.from({ length: 5_000 }, (_, index) => `,"k${index}":0`).join('')}`,
    ],
    ['lists within lists', `${start},"metadata":${'['.repeat(5_000)}`],
    ['objects within objects', `${start},"metadata":${'{"a":'.repeat(5_000)}`],
  ]
  const paths = [
    ['/v1/chat/completions', () => service.key],
    ['/v1/chat/completions/preflight', () => service.key],
    ['/admin/v1/accounts', () => ADMIN_TOKEN],
  ] as const

  for (const [path, token] of paths) {
    test.each(bodies)(`POST ${path}: %s`, async (_name, body) => {
      const answer = await sendUnfinished(
        service,
        'POST',
        path,
        {
          authorization: `Bearer ${token()}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        [body],
      )
      expect(checkRefusal(answer)).toMatchObject({ status: 400, code: 'invalid_value', param: null })
    })
  }
})

describe('the first fault ends the reading', () => {
  /** Entries that tell when they are looked at: all but the first fault's. */
  function watched<T extends object>(entry: T, count: number): { list: unknown[]; looks: () => number } {
    let looked = 0
    const spy = new Proxy(entry, {
      get: (target, name): unknown => {
        looked += 1
        return Reflect.get(target, name)
      },
    })
    return { list: [0, ...Array.from({ length: count }, () => spy)], looks: () => looked }
  }

  const refusalOf = (body: unknown): { code: unknown; param: unknown } => {
    try {
      readChatRequest(body)
    } catch (cause) {
      const { code, param } = cause as { code: unknown; param: unknown }
      return { code, param }
    }
    throw new Error('the body was taken')
  }

  test('of the messages: what stands behind it is looked through for refused fields only', () => {
    const { list, looks } = watched(QUESTION[0] ?? {}, 1_000)
    expect(refusalOf({ model: 'svc-fast', messages: list })).toEqual({
      code: 'invalid_type',
      param: 'messages[0]',
    })
    // role, three fields of no text, content twice: by name, not by schema.
    expect(looks()).toBeLessThanOrEqual(1_000 * 6)
  })

  test('of the parts of a message: none behind it is read', () => {
    const { list, looks } = watched({ type: 'text', text: 'x' }, 1_000)
    expect(refusalOf({ model: 'svc-fast', messages: [{ role: 'user', content: list }] })).toEqual({
      code: 'invalid_type',
      param: 'messages[0].content[0]',
    })
    expect(looks()).toBeLessThanOrEqual(1_000)
  })

  test.each([
    ['messages', 'invalid_value', { messages: Array.from({ length: 10_001 }, () => 0) }],
    [
      'messages[1].content',
      'invalid_value',
      {
        messages: [
          { role: 'user', content: Array.from({ length: 6_000 }, () => ({ type: 'text', text: 'x' })) },
          { role: 'user', content: Array.from({ length: 6_000 }, () => ({ type: 'text', text: 'x' })) },
        ],
      },
    ],
    ['stop', 'invalid_value', { stop: Array.from({ length: 50_000 }, () => 0) }],
    ['stop', 'invalid_value', { stop: 'x'.repeat(257) }],
    ['stop', 'invalid_value', { stop: 'x'.repeat(15_000_000) }],
    ['user', 'invalid_value', { user: 'x'.repeat(15_000_000) }],
    ['reasoning_effort', 'invalid_value', { reasoning_effort: 'x'.repeat(15_000_000) }],
  ])('%s beyond its bound: %s', (param, code, fields) => {
    expect(refusalOf({ model: 'svc-fast', messages: QUESTION, ...fields })).toEqual({
      code,
      param: expect.stringContaining(param) as string,
    })
  })

  test('a list of pins beyond its bound has too many frameworks, whatever it holds', () => {
    expect(() =>
      readChatRequest({
        model: 'svc-fast',
        messages: QUESTION,
        svc: { frameworks: Array.from({ length: 90_000 }, () => 0) },
      }),
    ).toThrow('too_many_frameworks')
  })
})

test.each([
  [{ stream_options: { include_obfuscation: false } }, ['stream_options.include_obfuscation']],
  [{ messages: [{ ...QUESTION[0], weight: 1 }] }, ['messages[0].weight']],
  [
    {
      messages: [
        { role: 'user', content: 'a', weight: 1 },
        { role: 'user', content: 'b', weight: 1, id: 'x' },
      ],
    },
    ['messages[0].weight', 'messages[1].id'],
  ],
  [{ messages: [{ role: 'assistant', content: 'a', refusal: null, annotations: [], tool_calls: [] }] }, []],
])('fields that nobody reads are named within messages and stream options too: %j', (fields, ignored) => {
  expect(readChatRequest({ model: 'svc-fast', messages: QUESTION, ...fields }).ignored).toEqual(ignored)
})
