import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './exchange.ts'
import { hold } from './violation.ts'

/** Paths whose errors are the envelope. */
export const API_PATH = /^\/(?:v1|admin|api\/public)(?:[/?]|$)/

/** What is known of a request whose answer is looked at. */
export interface Asked {
  method: string
  path: string
  /** The codes of 5xx that have their reason. */
  explained?: readonly string[]
}

/** Looks at what every answer promises; gives what came of the request: its status, and its code where it has one. */
export function checkAnswer(answer: Answer, { method, path, explained = [] }: Asked): string {
  const { status, headers, body } = answer
  checkHeaders(headers, `${status} of ${method} ${path}`)
  hold(status >= 200 && status < 600, `status ${status}`)
  const code =
    status >= 400 && method !== 'HEAD' && API_PATH.test(path) ? errorCode(headers, body) : undefined
  if (status >= 500) {
    hold(
      code !== undefined && explained.includes(code),
      `an unexpected ${status} ${code}: ${body.toString().slice(0, 300)}`,
    )
  }
  if (status === 204 || status === 304 || method === 'HEAD') hold(body.length === 0, `${status} with a body`)
  return code === undefined ? String(status) : `${status} ${code}`
}

export function checkHeaders(headers: IncomingHttpHeaders, where: string): void {
  hold(/^req_\w{20}$/.test(String(headers['x-request-id'])), `no x-request-id: ${where}`)
  hold(headers['x-content-type-options'] === 'nosniff', `no nosniff: ${where}`)
}

/** The code of an error answer, which is the envelope with all its fields. */
export function errorCode(headers: IncomingHttpHeaders, body: Buffer): string {
  const type = String(headers['content-type'])
  hold(/^application\/json\b/.test(type), `an error of type ${type}: ${body.toString().slice(0, 300)}`)
  return codeOf(parsed(body.toString()))
}

/** The code within an envelope. */
export function codeOf(envelope: unknown): string {
  const { error } = fieldsOf(envelope)
  const { message, type, param, code, ...more } = fieldsOf(error)
  const whole =
    typeof message === 'string' &&
    message !== '' &&
    typeof type === 'string' &&
    typeof code === 'string' &&
    (param === null || typeof param === 'string') &&
    Object.keys(more).length === 0
  hold(whole, `not the error envelope: ${JSON.stringify(envelope).slice(0, 300)}`)
  return code
}

/** What a body in JSON says. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    hold(false, `no JSON: ${text.slice(0, 300)}`)
    return undefined
  }
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A text where there is one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** How a stream ended, and what it told. */
export interface StreamEnd {
  /** Undefined where it ended with `[DONE]`. */
  error: string | undefined
  content: string
  /** Every frame but `[DONE]`. */
  frames: Readonly<Record<string, unknown>>[]
}

/** Reads a stream to its end: `[DONE]` behind a finish, or one error frame, and nothing behind either. */
export function readEnd(text: string): StreamEnd {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
  hold(
    lines.every((line) => line.startsWith('data: ')),
    `not a frame in ${text.slice(-300)}`,
  )
  hold(text.endsWith('\n\n'), `half a frame: ${text.slice(-300)}`)
  const data = lines.map((line) => line.slice('data: '.length))
  const done = data.at(-1) === '[DONE]'
  const frames = data.slice(0, done ? -1 : undefined).map((line) => fieldsOf(parsed(line)))
  const errors = frames.filter((frame) => 'error' in frame)
  const last = frames.at(-1)
  hold(done ? errors.length === 0 : errors.length === 1 && last === errors[0], `no end: ${text.slice(-300)}`)
  const choices = frames.flatMap(({ choices }) => (Array.isArray(choices) ? choices.map(fieldsOf) : []))
  const finishes = choices.filter(({ finish_reason: reason }) => typeof reason === 'string')
  hold(finishes.length === (done ? 1 : 0), `${finishes.length} finishes: ${text.slice(-300)}`)
  const content = choices.map(({ delta }) => textOf(fieldsOf(delta)['content'])).join('')
  return { error: done ? undefined : codeOf(last), content, frames }
}
