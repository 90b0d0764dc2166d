import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
} from '@modelcontextprotocol/server'
import type { RequestLog } from '../../request-log.ts'
import type { Catalog } from './catalog.ts'
import { serverFor, type Arrival } from './server-for.ts'

/** A stream that is silent for so long gets a comment. */
const KEEPALIVE_MS = 10_000

/**
 * One stateless endpoint for the revision of 2026-07-28 and for those of 2025. Each request gets a server of its own; nothing is kept
 * between two.
 */
export class Endpoint {
  readonly #catalog: Catalog
  readonly #log: RequestLog
  readonly #modern: McpHttpHandler
  /** What a request of the current revision came with, for the server that the SDK asks for. */
  readonly #arrivals = new WeakMap<Request, Arrival>()

  constructor(catalog: Catalog, log: RequestLog) {
    this.#catalog = catalog
    this.#log = log
    this.#modern = createMcpHandler(
      ({ requestInfo }) => {
        const arrival = requestInfo && this.#arrivals.get(requestInfo)
        if (!arrival) throw new Error('a request of the endpoint without its arrival')
        return serverFor(catalog, arrival, log)
      },
      { legacy: 'reject', keepAliveMs: KEEPALIVE_MS },
    )
  }

  /** Answers one message, which was read already. */
  async answer(request: Request, message: unknown, arrival: Arrival): Promise<Response> {
    // Nothing that is listed here changes, so there is nothing to hold a stream open for.
    if (field(message, 'method') === 'subscriptions/listen') return methodNotFound(field(message, 'id'))
    if (await isLegacyRequest(request, message)) return this.#answerLegacy(request, message, arrival)
    this.#arrivals.set(request, arrival)
    return this.#modern.fetch(request, { parsedBody: message })
  }

  /** A message of 2025, in JSON. The SDK would always stream, though only progress is worth a stream. */
  async #answerLegacy(request: Request, message: unknown, arrival: Arrival): Promise<Response> {
    const server = serverFor(this.#catalog, arrival, this.#log)
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !asksForProgress(message),
      keepAliveMs: KEEPALIVE_MS,
    })
    await server.connect(transport)
    const left = Promise.withResolvers<Response>()
    const close = (): void => {
      void server.close()
      left.resolve(new Response(null, { status: 499 }))
    }
    request.signal.addEventListener('abort', close, { once: true })
    const answer = transport.handleRequest(request, { parsedBody: message })
    return Promise.race([answer, left.promise])
  }
}

function methodNotFound(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' }
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return Response.json({ jsonrpc: '2.0', id: known, error }, { status: 404 })
}

/** Whether a message carries a progress token. */
function asksForProgress(message: unknown): boolean {
  const meta = field(field(message, 'params'), '_meta')
  return field(meta, 'progressToken') !== undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
