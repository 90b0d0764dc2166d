import { chunk, completion, json, sse, stream, type Answer } from '../support/upstream-server.ts'
import {
  chat,
  MARKS,
  marked,
  newKey,
  operate,
  outcome,
  send,
  sendBytes,
  silence,
  untilAnswer,
  type Exit,
} from './marked.ts'

export const SAID = `Keep a register of ${MARKS.answer}.`
const FAILURE = { message: `upstream says ${MARKS.failure}`, code: MARKS.failure, type: MARKS.failure }
export const HANGING = sse([chunk({ role: 'assistant', content: SAID })], { hang: true })

export const streamed = { stream: true, stream_options: { include_usage: true } }

/** A call that the upstream answers like this. */
const answered = (name: string, end: string, answer: Answer, extra: object = {}): Exit => ({
  name,
  end,
  run: (target) => {
    target.upstream.answer(answer)
    return outcome(chat(target, extra))
  },
})

/** A body that is refused. */
const refused = (end: string, extra: object): Exit => ({
  name: `${end.slice(4)}: ${Object.keys(extra).join(', ')}`,
  end,
  run: (target) => outcome(chat(target, extra)),
})

const request = (
  name: string,
  end: string,
  ...[method, path, body, headers]: [string, string, unknown?, Record<string, string>?]
): Exit => ({
  name,
  end,
  run: (target) => outcome(send(target, method, path, body, headers)),
})

const COMPLETIONS = ['POST', '/v1/chat/completions'] as const
const unknownKey = (key: string): Exit =>
  request(`the key ${key.slice(0, 7)}...`, '401 invalid_api_key', ...COMPLETIONS, marked(), { key })

const SUCCESSES: Exit[] = [
  answered('a plain answer', '200', json(completion(SAID))),
  answered('a plain answer without usage', '200', json(completion(SAID, null))),
  answered('an empty answer', '200', json(completion(''))),
  answered('a stream', '200 done', sse(stream([SAID, ' And more.'])), streamed),
  answered(
    'a stream with an odd finish',
    '200 done',
    sse([chunk({ role: 'assistant', content: SAID }), chunk({}, MARKS.answer), 'data: [DONE]\n\n']),
    streamed,
  ),
]

const REFUSALS: Exit[] = [
  unknownKey(`sk-svc-${MARKS.wrongKey}`),
  unknownKey(`pat-svc-${MARKS.wrongKey}`),
  unknownKey(MARKS.wrongKey),
  request('JSON cut short', '400 invalid_json', ...COMPLETIONS, `{"model": "${MARKS.value}`),
  request('bare words for JSON', '400 invalid_json', ...COMPLETIONS, MARKS.value),
  request('a poisoned body', '400 invalid_json', ...COMPLETIONS, `{"__proto__": {"x": "${MARKS.value}"}}`),
  request('a text for a body', '400 invalid_type', ...COMPLETIONS, JSON.stringify(MARKS.value)),
  request('another content type', '415 unsupported_media_type', ...COMPLETIONS, JSON.stringify(marked()), {
    'content-type': `text/${MARKS.value}`,
  }),
  request('a body too large', '413 request_too_large', ...COMPLETIONS, MARKS.user.repeat(1_000)),
  refused('400 invalid_type', { messages: MARKS.value }),
  refused('400 invalid_value', { messages: [{ role: MARKS.value, content: MARKS.user }] }),
  refused('400 missing_required_parameter', { messages: [{ role: 'user', [MARKS.field]: MARKS.user }] }),
  refused('400 invalid_type', { temperature: MARKS.value }),
  refused('400 invalid_type', { max_tokens: MARKS.value }),
  refused('400 invalid_type', { svc: { frameworks: MARKS.value } }),
  refused('400 unsupported_parameter', { tools: [{ type: MARKS.value }] }),
  refused('400 unsupported_value', { response_format: { type: MARKS.value } }),
  refused('400 unsupported_value', { n: 2 }),
  refused('400 unsupported_parameter', { logprobs: MARKS.value }),
  refused('400 unsupported_value', {
    messages: [{ role: 'user', content: [{ type: MARKS.value, image_url: MARKS.user }] }],
  }),
  refused('404 model_not_found', { model: MARKS.model }),
  refused('400 unknown_framework', { svc: { frameworks: [MARKS.pin] } }),
  refused('400 too_many_frameworks', {
    svc: { frameworks: Array.from({ length: 9 }, (_, n) => MARKS.pin + n) },
  }),
  refused('400 context_length_exceeded', { model: 'svc-thinking', svc: { frameworks: ['iso-27001'] } }),
  refused('503 eu_path_unavailable', { model: 'svc-fast-eu' }),
  {
    name: 'no credit',
    end: '429 credit_balance_exhausted',
    run: async (target) => outcome(chat(target, {}, (await newKey(target, 0)).key)),
  },
  {
    name: 'a cap reached',
    end: '429 key_spend_limit_exceeded',
    run: async (target) => outcome(chat(target, {}, (await newKey(target, 1, { day: 0 })).key)),
  },
  request('an unknown path under /v1', '404 not_found', 'POST', `/v1/${MARKS.path}`, marked()),
  request('an unknown path elsewhere', '404 not_found', 'GET', `/${MARKS.path}?q=${MARKS.path}`),
  request('an unknown feed', '404 not_found', 'GET', `/api/public/${MARKS.path}`),
  request('another method', '405 method_not_allowed', 'PUT', '/v1/chat/completions', marked()),
  request('a path with a broken escape', '400 bad_request', 'GET', `/v1/%${MARKS.path}`),
  request('usage of an unknown call', '404 not_found', 'GET', `/v1/usage/${MARKS.path}`),
  request('a page of usage of an unknown size', '400 invalid_type', 'GET', `/v1/usage?limit=${MARKS.path}`),
  request('an unknown alias', '404 model_not_found', 'GET', `/v1/models/${MARKS.path}`),
  request('an unknown framework', '404 not_found', 'GET', `/v1/frameworks/${MARKS.path}`),
  {
    name: 'broken HTTP',
    end: '400 bad_request',
    run: (target) => sendBytes(target, `${MARKS.user} /${MARKS.path}\r\n\r\n`),
  },
  {
    name: 'headers too large',
    end: '431 bad_request',
    run: (target) => sendBytes(target, `GET / HTTP/1.1\r\nx: ${MARKS.header.repeat(2_000)}\r\n\r\n`),
  },
]

const DOWN = '502 upstream_unavailable'
const BROKEN = '200 then upstream_unavailable'
const first = chunk({ role: 'assistant', content: SAID })

const UPSTREAM_FAILURES: Exit[] = [
  ...(
    [
      [400, '400 invalid_value'],
      [401, DOWN],
      [404, DOWN],
      [429, '503 server_overloaded'],
      [500, DOWN],
    ] as const
  ).flatMap(([status, end]) => [
    answered(`the upstream's ${status}`, end, json({ error: FAILURE }, status)),
    answered(`the upstream's ${status} to a stream`, end, json({ error: FAILURE }, status), streamed),
  ]),
  answered(
    "an exceeded context in the upstream's words",
    '400 context_length_exceeded',
    json({ error: { ...FAILURE, code: 'context_length_exceeded' } }, 400),
  ),
  answered('an odd reason phrase', DOWN, (response) => {
    response.writeHead(418, MARKS.failure, { 'x-failure': MARKS.failure }).end(MARKS.failure)
  }),
  answered('an error called 200', DOWN, json({ error: FAILURE })),
  answered('a page for an answer', DOWN, (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${MARKS.failure}</h1>`)
  }),
  answered('a dropped connection', DOWN, (response) => {
    response.destroy()
  }),
  answered(
    'a stream that opens with an error',
    DOWN,
    sse([`data: ${JSON.stringify({ error: FAILURE })}\n\n`]),
    streamed,
  ),
  ...[
    ['an error', `data: ${JSON.stringify({ error: FAILURE })}\n\n`],
    ['no JSON', `data: ${MARKS.failure}\n\n`],
    ['an early end', ''],
  ].map(([what, last]): Exit => ({
    name: `${what} in mid-stream`,
    end: BROKEN,
    run: async (target) => {
      const more = Promise.withResolvers<void>()
      target.upstream.answer(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first)
        await more.promise
        response.end(last)
      })
      const rest = await untilAnswer(await chat(target, streamed))
      more.resolve()
      return rest()
    },
  })),
]

const LEAVING: Exit[] = [
  {
    name: 'an abort in mid-stream',
    end: 'left',
    run: async (target) => {
      target.upstream.answer(HANGING)
      const leaving = new AbortController()
      await untilAnswer(await send(target, ...COMPLETIONS, marked(streamed), {}, leaving.signal))
      leaving.abort()
      await target.upstream.calls.at(-1)?.aborted
      return { end: 'left', error: '' }
    },
  },
  {
    name: 'an abort before any answer',
    end: 'left',
    run: async (target) => {
      const { answer, arrived } = silence()
      target.upstream.answer(answer)
      const leaving = new AbortController()
      const gone = send(target, ...COMPLETIONS, marked(), {}, leaving.signal).catch(() => undefined)
      const { aborted } = await arrived
      leaving.abort()
      await Promise.all([gone, aborted])
      return { end: 'left', error: '' }
    },
  },
  {
    name: 'a key revoked in mid-stream',
    end: '200 then invalid_api_key',
    run: async (target) => {
      target.upstream.answer(HANGING)
      const { account, id, key } = await newKey(target, 1)
      const rest = await untilAnswer(await chat(target, streamed, key))
      await operate(target, 'DELETE', `/accounts/${account}/keys/${id}`)
      return rest()
    },
  },
]

/** Every way out of a call that a caller or an upstream can bring about. */
export const EXITS: Exit[] = [...SUCCESSES, ...REFUSALS, ...UPSTREAM_FAILURES, ...LEAVING]
