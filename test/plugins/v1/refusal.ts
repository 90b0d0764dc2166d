import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'
import { schemaErrors } from '../../support/openai-schema.ts'
import type { Service } from '../../support/start-service.ts'
import type { UpstreamServer } from '../../support/upstream-server.ts'

/** The answer to a refused request, as a caller's code sees it. */
export interface Refusal {
  status: number
  type: string
  code: string
  param: string | null
  message: string
}

/** An answer as it came over the socket. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A question that every part of the service accepts. */
export const QUESTION = [{ role: 'user', content: 'What does DORA ask of incident reporting?' }]

/** Reads an error answer, after a look at what all of them promise: JSON, a request id, the official shape, four fields. */
export async function readRefusal(response: Response): Promise<Refusal> {
  return checkRefusal({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  })
}

/** As `readRefusal`, for an answer that was read by hand. */
export function checkRefusal({ status, headers, text }: RawAnswer): Refusal {
  expect(headers['content-type']).toMatch(/^application\/json\b/)
  expect(headers['x-request-id']).toMatch(/^req_\w{20}$/)
  const body = JSON.parse(text) as { error: Omit<Refusal, 'status'> }
  expect(schemaErrors('ErrorResponse', body)).toEqual([])
  expect(Object.keys(body.error).toSorted()).toEqual(['code', 'message', 'param', 'type'])
  expect(body.error.message).not.toBe('')
  return { status, ...body.error }
}

/** Refusals leave everything as it was: nothing reached the upstream, and the demo account's money is untouched. */
export async function expectNothingHappened(service: Service, upstream: UpstreamServer): Promise<void> {
  const response = await service.call('GET', '/v1/key')
  const { balance_usd: balance, held_usd: held } = (await response.json()) as Record<string, unknown>
  expect({ upstreamCalls: upstream.calls.length, balance, held }).toEqual({
    upstreamCalls: 0,
    balance: 10,
    held: 0,
  })
}

/** Sends a request by hand: any method, any headers, and of its body only what is given. It is left open, never ended. */
export function sendUnfinished(
  service: Service,
  method: string,
  path: string,
  headers: Record<string, string>,
  pieces: readonly string[] = [],
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.url + path, { method, headers, agent: false })
    request.on('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('error', reject)
      response.once('end', () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    request.flushHeaders()
    for (const piece of pieces) request.write(piece)
  })
}
