import { METHODS, type RequestListener } from 'node:http'
import { randomId } from '../domain/random-text.ts'
import { ApiError } from '../plugins/json-surface/api-error.ts'

const HTTP_METHODS = new Set(METHODS)

/**
 * Node's parser also reads RTSP, and the beginning of HTTP/2 as a method. No route and no hook would see such a request, so it is refused
 * before both, like anything else that is no HTTP.
 */
export function refuseOtherProtocols(listener: RequestListener): RequestListener {
  const { entry, body } = new ApiError('bad_request')
  const text = JSON.stringify(body)
  return (request, response) => {
    if (HTTP_METHODS.has(request.method ?? '')) {
      listener(request, response)
      return
    }
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-request-id': randomId('req_'),
      'x-content-type-options': 'nosniff',
      connection: 'close',
    }
    response.writeHead(entry.status, headers).end(text)
  }
}
