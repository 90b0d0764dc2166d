import { describe, expect, test } from 'vitest'
import { chunk, completion, json, sse, stream, type Answer } from '../../../support/upstream-server.ts'
import { HoldsBench, LEDGERS, left, PLAIN, STREAM } from './holds-bench.ts'

describe.each(LEDGERS)('on $store', ({ database }) => {
  const bench = new HoldsBench(database)

  const PAID = left('completed', 100, 20, 0.000_072)
  const cutShort: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"choices": [', () => response.destroy())
  }
  const errorEvent = `data: ${JSON.stringify({ error: { message: 'boom', type: 'server_error' } })}\n\n`
  const lengthCut = [
    chunk({ content: 'Hi' }),
    chunk({}, 'length', { usage: { prompt_tokens: 9, completion_tokens: 1 } }),
  ]
  const thought = chunk({ reasoning_content: 'Let me think' })

  interface Exit {
    what: string
    body: object
    answer: Answer
    status: number
    after: unknown
  }

  const FREE = left('upstream_error', 0, 0, 0)
  /** Free, with what the upstream counted. */
  const EMPTY = left('empty', 100, 20, 0)
  const EXITS: Exit[] = [
    { what: 'a plain answer', body: PLAIN, answer: json(completion('Hi')), status: 200, after: PAID },
    { what: 'a streamed answer', body: STREAM, answer: sse(stream(['Hi'])), status: 200, after: PAID },
    {
      what: 'an answer cut at max_tokens',
      body: STREAM,
      answer: sse([...lengthCut, 'data: [DONE]\n\n']),
      status: 200,
      // 9 x 0.4 + 1 x 1.6 = 5.2 micro-dollars
      after: left('length', 9, 1, 0.000_006),
    },
    {
      what: 'an empty answer',
      body: PLAIN,
      answer: json(completion('')),
      status: 200,
      after: EMPTY,
    },
    {
      what: 'an empty stream',
      body: STREAM,
      answer: sse(stream([''])),
      status: 200,
      after: EMPTY,
    },
    {
      what: 'a stream of nothing but reasoning',
      body: STREAM,
      answer: sse([thought, ...stream([''])]),
      status: 200,
      after: EMPTY,
    },
    { what: 'an upstream that answers 500', body: PLAIN, answer: json({}, 500), status: 502, after: FREE },
    {
      what: 'an upstream that answers 500 to a stream',
      body: STREAM,
      answer: json({}, 500),
      status: 502,
      after: FREE,
    },
    {
      what: 'an upstream that refuses our key',
      body: PLAIN,
      answer: json({}, 401),
      status: 502,
      after: FREE,
    },
    { what: 'an answer in another language', body: PLAIN, answer: json(['?']), status: 502, after: FREE },
    { what: 'a plain answer that breaks off', body: PLAIN, answer: cutShort, status: 502, after: FREE },
    { what: 'a stream without a word', body: STREAM, answer: sse([]), status: 502, after: FREE },
    {
      what: 'a truncated stream',
      body: STREAM,
      answer: sse([chunk({ content: 'Hi' })]),
      status: 200,
      after: FREE,
    },
    {
      what: 'an error in mid-stream',
      body: STREAM,
      answer: sse([chunk({ content: 'Hi' }), errorEvent]),
      status: 200,
      after: FREE,
    },
    {
      what: 'an EU call without an EU path',
      body: { ...PLAIN, model: 'svc-fast-eu' },
      answer: json(completion('Hi')),
      status: 503,
      after: FREE,
    },
  ]

  test.each(EXITS)('$what ends its hold exactly once', async ({ body, answer, status, after }) => {
    bench.upstream.answer(answer)
    const ends = bench.watchEnds()
    const response = await bench.ask(body)
    await response.text()
    expect(response.status).toBe(status)
    expect(await ends()).toEqual({ counted: 1, ignored: 0 })
    expect(await bench.afterwards()).toEqual(after)
  })

  test.each([
    ['an unknown model', { ...PLAIN, model: 'gpt' }, 404],
    ['an unknown framework', { ...PLAIN, svc: { frameworks: ['none'] } }, 400],
    ['a body of the wrong shape', { ...PLAIN, messages: [] }, 400],
    [
      'a prompt beyond the window',
      { ...PLAIN, messages: [{ role: 'user', content: 'word '.repeat(200_000) }] },
      400,
    ],
  ])('%s opens no hold', async (_what, body, status) => {
    const ends = bench.watchEnds()
    expect((await bench.ask(body)).status).toBe(status)
    expect(await ends()).toEqual({ counted: 0, ignored: 0 })
    expect(await bench.afterwards()).toEqual({ records: [], money: [0, 0], month: [0, 0] })
  })

  test('a call never costs more than it held, whatever usage the upstream claims', async () => {
    let held = 0
    bench.upstream.answer(async (response, call) => {
      held = (await bench.customer.account()).held_usd
      await json(completion('Hi', { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 }))(response, call)
    })
    expect(await (await bench.ask(PLAIN)).json()).toMatchObject({ svc: { cost_usd: held } })
    expect(held).toBeGreaterThan(0)
    expect(await bench.afterwards()).toEqual(left('completed', 9_000_000, 9_000_000, held))
  })

  test('an answer without usage is paid by our own count', async () => {
    bench.upstream.answer(sse(stream(['One ', 'two three'], null)))
    await (await bench.ask(STREAM)).text()
    expect(await bench.afterwards()).toEqual(left('completed', ...(await bench.ownCount('One two three'))))
  })
})
