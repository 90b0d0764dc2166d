import { METHODS, type RequestListener, type Server } from 'node:http'

const HTTP_METHODS = new Set(METHODS)

/**
 * Node's parser also reads RTSP, and the beginning of HTTP/2 as a method. No route and no hook would see such a request: it is refused like
 * anything else that is no HTTP.
 */
export function refuseOtherProtocols(server: Server, listener: RequestListener): RequestListener {
  return (request, response) => {
    if (HTTP_METHODS.has(request.method ?? '')) listener(request, response)
    else server.emit('clientError', new Error('not a method of HTTP'), request.socket)
  }
}
