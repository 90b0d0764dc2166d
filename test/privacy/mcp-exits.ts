import { ADMIN_TOKEN } from '../support/start-service.ts'
import { completion, json } from '../support/upstream-server.ts'
import { SAID } from './exits.ts'
import { MARKS, operate, send, type Exit, type Outcome, type Target } from './marked.ts'

const QUESTION = { question: `What does DORA ask of ${MARKS.user}?`, client_ref: MARKS.value }

interface Token {
  account: string
  id: string
  token: string
}

/** An account of its own with a token for the endpoint. */
async function newToken(target: Target): Promise<Token> {
  const { id: account } = await operate(target, 'POST', '/accounts', { name: 'another', credit_usd: 1 })
  const made = await operate<{ id: string; token: string }>(target, 'POST', `/accounts/${account}/tokens`, {
    name: 'agent',
    scopes: ['registry:read', 'ask'],
  })
  target.secrets.set('token of the endpoint', made.token)
  return { account, ...made }
}

function post(
  target: Target,
  key: string,
  body: unknown,
  extra: Record<string, string> = {},
): Promise<Response> {
  return send(target, 'POST', '/mcp', body, { key, ...extra })
}

const message = (method: string, params: object): object => ({
  jsonrpc: '2.0',
  id: MARKS.value,
  method,
  params,
})
const toolCall = (name: string, input: object): object => message('tools/call', { name, arguments: input })

interface Answer {
  result?: { isError?: boolean; content?: { text: string }[] }
  error?: { message: string; data?: { code?: string } }
}

/** How a request to the endpoint ended, and every word of its error. */
async function rpcOutcome(answer: Promise<Response>): Promise<Outcome> {
  const response = await answer
  const { result, error } = (await response.json()) as Answer
  if (error) {
    return { end: `${response.status} ${error.data?.code ?? 'error'}`, error: error.message }
  }
  const failed = result?.isError === true
  return { end: failed ? '200 failed' : '200', error: failed ? (result.content?.[0]?.text ?? '') : '' }
}

/** Revokes a token: what was kept for it is gone from then on, also from memory. */
async function revoke(target: Target, { account, id }: Token): Promise<void> {
  const path = `/admin/v1/accounts/${account}/tokens/${id}`
  await send(target, 'DELETE', path, undefined, { key: ADMIN_TOKEN })
}

/** A request with a token that is good. */
const request = (name: string, end: string, body: unknown, headers: Record<string, string> = {}): Exit => ({
  name: `mcp: ${name}`,
  end,
  run: async (target) => {
    target.upstream.answer(json(completion(SAID)))
    const token = await newToken(target)
    const ended = await rpcOutcome(post(target, token.token, body, headers))
    await revoke(target, token)
    return ended
  },
})

/** A question that the upstream has begun to work for, and how its answer is let out. */
async function asking(
  target: Target,
  left?: AbortSignal,
): Promise<{ token: Token; answer: Promise<Response>; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  target.upstream.answer(async (response, call) => {
    await promise
    await json(completion(SAID))(response, call)
  })
  const token = await newToken(target)
  const before = target.upstream.calls.length
  const headers = { authorization: `Bearer ${token.token}` }
  const answer = send(target, 'POST', '/mcp', toolCall('ask', QUESTION), headers, left ?? null)
  while (target.upstream.calls.length === before) await new Promise((next) => setTimeout(next, 10))
  return { token, answer, release: resolve }
}

/** Every way out of the MCP endpoint that takes a text. */
export const MCP_EXITS: Exit[] = [
  request(
    'a handshake',
    '200',
    message('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: MARKS.value, version: MARKS.value },
    }),
  ),
  request('an answer', '200', toolCall('ask', { ...QUESTION, [MARKS.field]: MARKS.value })),
  request('an unknown pin', '200 failed', toolCall('ask', { ...QUESTION, frameworks: [MARKS.pin] })),
  request('an unknown mode', '200 failed', toolCall('ask', { ...QUESTION, mode: MARKS.value })),
  request('an unknown reply', '200 failed', toolCall('get_reply', { reply_id: MARKS.path })),
  request('a search', '200', toolCall('search_controls', { query: MARKS.search })),
  request(
    'a text that is checked',
    '200',
    toolCall('check_references', { text: `DORA Art. 19 ${MARKS.user}` }),
  ),
  request(
    'a control that is not there',
    '200 failed',
    toolCall('get_control', {
      framework: 'dora',
      control: MARKS.typed,
    }),
  ),
  request('a tool that is not there', '200 error', toolCall(MARKS.typed, {})),
  request(
    'a prompt',
    '200',
    message('prompts/get', {
      name: 'check_document',
      arguments: { document: MARKS.user },
    }),
  ),
  request(
    'what is completed',
    '200',
    message('completion/complete', {
      ref: { type: 'ref/prompt', name: 'gap_analysis' },
      argument: { name: 'framework', value: MARKS.typed },
    }),
  ),
  request('JSON cut short', '400 invalid_json', `{"jsonrpc": "${MARKS.value}`),
  request('a batch', '400 invalid_value', [toolCall('ask', QUESTION)]),
  request('a body too large', '413 request_too_large', MARKS.user.repeat(1_000)),
  request('a page of another site', '403 origin_not_allowed', toolCall('ask', QUESTION), {
    origin: `https://${MARKS.header}.example`,
  }),
  {
    name: 'mcp: an unknown token',
    end: '401 invalid_token',
    run: (target) => rpcOutcome(post(target, `pat-svc-${MARKS.wrongKey}`, toolCall('ask', QUESTION))),
  },
  {
    name: 'mcp: a failing upstream',
    end: '200 failed',
    run: async (target) => {
      target.upstream.answer(json({ error: { message: MARKS.failure, code: MARKS.failure } }, 500))
      return rpcOutcome(post(target, (await newToken(target)).token, toolCall('ask', QUESTION)))
    },
  },
  {
    name: 'mcp: an asker who leaves, and comes back for the answer',
    end: '200',
    run: async (target) => {
      const leaving = new AbortController()
      const { token, answer, release } = await asking(target, leaving.signal)
      leaving.abort()
      await answer.catch(() => undefined)
      release()
      const ended = await rpcOutcome(post(target, token.token, toolCall('ask', QUESTION)))
      await revoke(target, token)
      return ended
    },
  },
  {
    name: 'mcp: a token that is revoked in mid-ask',
    end: '200 failed',
    run: async (target) => {
      const { token, answer, release } = await asking(target)
      await revoke(target, token)
      const ended = await rpcOutcome(answer)
      release()
      return ended
    },
  },
]
