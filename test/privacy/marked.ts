import { connect } from 'node:net'
import type { ConsoleClient } from '../support/console-client.ts'
import type { Inbox } from '../support/inbox.ts'
import type { OidcServer } from '../support/oidc-server.ts'
import { ADMIN_TOKEN } from '../support/start-service.ts'
import type { Answer, UpstreamServer } from '../support/upstream-server.ts'

const mark = (place: string): string => `zq9x4k7kept${place}zq`

/** One unique text for every place that a caller or an upstream can write to, so that a leak says where it came from. */
export const MARKS = {
  user: mark('user'),
  system: mark('system'),
  /** Values of fields: known ones, unknown ones, wrong ones. */
  value: mark('value'),
  /** The name of an unknown field. */
  field: mark('field'),
  pin: mark('pin'),
  model: mark('model'),
  path: mark('path'),
  header: mark('header'),
  wrongKey: mark('wrongkey'),
  ownKey: `sk-svc-${mark('ownkey')}`,
  upstreamKey: mark('upstreamkey'),
  /** What the model said. */
  answer: mark('answer'),
  /** What a failing upstream said of it. */
  failure: mark('failure'),
  /** The message of an error thrown within the service, in one line or as a pasted stack trace. */
  crash: mark('crash'),
  trace: mark('trace'),
  /** What a person types where it is refused, or looks for. */
  typed: mark('typed'),
  search: mark('search'),
  /** As long as the id of a form. */
  form: 'zq9x4k7keptformpagez',
  /** In the alphabet of a provider's error codes. */
  refusal: 'zqkeptproviderrefusalzq',
} as const

/** What is kept since it was asked for (docs/retention.md), and so is found: where these are seen, so would be the others. */
export const KEPT = {
  accountName: mark('accountname'),
  keyName: mark('keyname'),
  reason: mark('reason'),
  browser: mark('browser'),
} as const

/** Whom the exits are tried on. */
export interface Target {
  url: string
  upstream: UpstreamServer
  inbox: Inbox
  oidc: OidcServer
  /** What was made up for one browser, key or mail, by what it is: it may stand nowhere in clear. */
  secrets: Map<string, string>
  /** Who signed in, by address. */
  signedIn: Map<string, ConsoleClient>
}

/** How a call ended, and every word of an error: its headers and its body or frame. */
export interface Outcome {
  end: string
  error: string
}

export interface Exit {
  name: string
  /** `200`, `200 done`, `200 then <code>` for a stream that breaks, `<status> <code>`, or `left`. */
  end: string
  run: (target: Target) => Promise<Outcome>
}

/** A good body with a mark in every place that takes a text. */
export function marked(extra: object = {}): Record<string, unknown> {
  return {
    model: 'svc-fast',
    messages: [
      { role: 'system', content: `You are helpful. ${MARKS.system}` },
      { role: 'user', content: `What does DORA require of ${MARKS.user}?`, name: MARKS.value },
    ],
    user: MARKS.value,
    stop: [MARKS.value],
    metadata: { note: MARKS.value },
    [MARKS.field]: MARKS.value,
    ...extra,
  }
}

export function send(
  { url }: Pick<Target, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  { key = MARKS.ownKey, ...headers }: { key?: string; [header: string]: string } = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(url + path, {
    method,
    signal,
    headers: {
      authorization: `Bearer ${key}`,
      'user-agent': MARKS.header,
      'x-request-id': MARKS.header,
      'idempotency-key': MARKS.header,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

export async function operate<T = { id: string }>(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return (await (await send(target, method, `/admin/v1${path}`, body, { key: ADMIN_TOKEN })).json()) as T
}

/** Reads an answer to its end and says how that was. */
export async function outcome(answer: Promise<Response> | Response): Promise<Outcome> {
  const response = await answer
  const { status } = response
  const headers = JSON.stringify([...response.headers])
  const text = await response.text()
  if (status >= 400) {
    const { error } = JSON.parse(text) as { error: { code: string } }
    return { end: `${status} ${error.code}`, error: headers + text }
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return { end: `${status}`, error: headers }
  }
  const last = text.trimEnd().split('\n').at(-1)?.replace('data: ', '') ?? ''
  if (last === '[DONE]') return { end: `${status} done`, error: headers }
  const { error } = JSON.parse(last) as { error: { code: string } }
  return { end: `${status} then ${error.code}`, error: headers + last }
}

/** An answer that is a page, read to its end. It may show again what was typed, to who typed it. */
export async function pageOutcome(answer: Promise<Response> | Response): Promise<Outcome> {
  const response = await answer
  await response.text()
  return { end: `${response.status}`, error: '' }
}

export function chat(
  target: Pick<Target, 'url'>,
  extra: object = {},
  key: string = MARKS.ownKey,
): Promise<Response> {
  return send(target, 'POST', '/v1/chat/completions', marked(extra), { key })
}

/** Reads a stream up to the first piece of the model's text, and hands over how to read the rest. */
export async function untilAnswer(response: Response): Promise<() => Promise<Outcome>> {
  const reader = response.body?.getReader()
  if (!reader) throw new Error('the answer has no body')
  const bytes: Uint8Array[] = []
  const read = async (): Promise<boolean> => {
    const { value } = await reader.read()
    if (value) bytes.push(value)
    return value !== undefined
  }
  while (!Buffer.concat(bytes).includes(MARKS.answer)) {
    if (!(await read())) throw new Error('the stream ended before any text')
  }
  return async () => {
    while (await read());
    const { status, headers } = response
    return outcome(new Response(Buffer.concat(bytes), { status, headers }))
  }
}

/** Sends bytes that are no HTTP, and reads what comes back. */
export function sendBytes({ url }: Target, bytes: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.once('error', reject)
    socket.once('close', () => {
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
      resolve({ end: `${text.split(' ')[1]} ${code}`, error: text })
    })
    socket.write(bytes)
  })
}

/** An account of its own with this credit, and a key of it. */
export async function newKey(
  target: Target,
  credit: number,
  limits: object = {},
): Promise<{ account: string; id: string; key: string }> {
  const account = await operate(target, 'POST', '/accounts', { name: 'another', credit_usd: credit })
  const key = await operate<{ id: string; key: string }>(target, 'POST', `/accounts/${account.id}/keys`, {
    name: 'k',
    spend_limits_usd: limits,
  })
  return { account: account.id, id: key.id, key: key.key }
}

/** An upstream that never answers; `arrived` settles with the call once it is there. */
export function silence(): { answer: Answer; arrived: Promise<{ aborted: Promise<void> }> } {
  const { promise, resolve } = Promise.withResolvers<{ aborted: Promise<void> }>()
  return { answer: (_response, call) => resolve({ aborted: call.aborted }), arrived: promise }
}
