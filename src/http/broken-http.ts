import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { randomId } from '../domain/random-text.ts'
import { ApiError } from '../plugins/json-surface/api-error.ts'
import type { Exchanges } from './exchanges.ts'

/** What is said of faults with a status of their own; any other is a plain bad request. */
const FAULTS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

/** What the parser could not take, with the bytes that it came in. */
type BrokenHttp = NodeJS.ErrnoException & { rawPacket?: unknown }

/** A client would take a body behind this method for the next answer. Where the method came in bytes before these, it is not known. */
function asksForHead({ rawPacket }: BrokenHttp): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
}

/**
 * Broken HTTP never becomes a request, or not a whole one: answered on the socket itself, in the envelope of all errors and with the
 * headers that every answer begins with.
 */
export function brokenHttpAnswerer(
  exchanges: Exchanges,
  headers: Readonly<Record<string, string>>,
): (cause: BrokenHttp, socket: Socket) => void {
  const strict = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (cause, socket) => {
    const answers = exchanges.answers(socket)
    // A second answer, or one in the middle of another, would be read as part of the first.
    const answered = exchanges.incoming(socket) !== undefined && answers.length === 0
    const begun = answers.some(({ headersSent }) => headersSent)
    if (cause.code === 'ECONNRESET' || !socket.writable || answered || begun) {
      socket.destroy()
      return
    }
    const fault = FAULTS[cause.code ?? '']
    const { status } = fault ?? new ApiError('bad_request').entry
    // For the log lines of requests that were answered here.
    for (const answer of answers) answer.statusCode = status
    const answer = envelope(status, new ApiError('bad_request', fault && { message: fault.message }), strict)
    socket.end(asksForHead(cause) ? answer.head : answer.head + answer.text)
  }
}

function envelope(status: number, error: ApiError, headers: string): { head: string; text: string } {
  const text = JSON.stringify(error.body)
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(text)}\r\nx-request-id: ${randomId('req_')}\r\n` +
    `${headers}Connection: close\r\n\r\n`
  return { head, text }
}
