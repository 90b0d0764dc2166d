import type { IncomingMessage } from 'node:http'
import { ApiError } from '../plugins/json-surface/api-error.ts'

/**
 * What HTTP/1.1 asks of every request's headers, whichever surface it is for. Node would answer these itself, outside the envelope.
 * @throws {ApiError} `bad_request` without a `Host`, `expectation_failed` where something other than a 100 is expected
 */
export function refuseUnfitHeaders({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1') return
  if (headers.host === undefined) {
    throw new ApiError('bad_request', { message: 'An HTTP/1.1 request needs a Host header.' })
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new ApiError('expectation_failed')
  }
}
