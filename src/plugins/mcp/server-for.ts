import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { RequestLog } from '../../request-log.ts'
import type { Catalog } from './catalog.ts'
import { failureWords, ToolFailure } from './tool-failure.ts'
import type { Visit } from './visit.ts'

/** Values that one answer to a completion may have (the protocol's own bound). */
const VALUES_MAX = 100

/** What is listed is the same until the service is started anew. */
const LISTED = { ttlMs: 300_000, cacheScope: 'private' } as const
const CACHED = {
  'server/discover': LISTED,
  'tools/list': LISTED,
  'prompts/list': LISTED,
  'resources/list': LISTED,
  'resources/templates/list': LISTED,
  'resources/read': LISTED,
} as const

/** A visit as it comes in; how it may be told of progress is known with its message. */
export type Arrival = Omit<Visit, 'progress'>

/**
 * A server for one request. The SDK's `McpServer` would register every tool anew and convert its schemas each time; here the handlers hand
 * out what the catalog has ready.
 */
export function serverFor(catalog: Catalog, arrival: Arrival, log: RequestLog): Server {
  const { name, title, version, instructions } = catalog
  const server = new Server(
    { name, title, version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions,
      cacheHints: CACHED,
    },
  )
  const quiet: Visit = { ...arrival, progress: undefined }
  serveTools(server, catalog, arrival, log)
  serveResources(server, catalog, quiet)
  servePrompts(server, catalog, quiet)
  return server
}

function serveTools(server: Server, { tools }: Catalog, arrival: Arrival, log: RequestLog): void {
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listing }) => listing) }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ listing }) => listing.name === params.name)
    if (!tool) throw invalidParams('There is no tool with this name. tools/list names them all.')
    const { _meta: meta } = params
    const token = meta?.progressToken
    let steps = 0
    const progress = (message: string): void => {
      steps += 1
      const told = { progressToken: token, progress: steps, message }
      // A client that has left hears of nothing any more.
      mcpReq.notify({ method: 'notifications/progress', params: told }).catch(() => undefined)
    }
    const visit: Visit = {
      ...arrival,
      left: AbortSignal.any([arrival.left, mcpReq.signal]),
      progress: token === undefined ? undefined : progress,
    }
    return called(() => tool.call(params.arguments, visit), arrival.request, log)
  })
}

async function called(
  call: () => Promise<CallToolResult>,
  request: FastifyRequest,
  log: RequestLog,
): Promise<CallToolResult> {
  try {
    return await call()
  } catch (cause) {
    return { isError: true, content: [{ type: 'text', text: failureWords(cause, request, log) }] }
  }
}

function serveResources(server: Server, { resources }: Catalog, visit: Visit): void {
  server.setRequestHandler('resources/list', () => ({ resources: resources.listed(visit) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resources.templates }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const found = await resources.read(params.uri, visit).catch((cause: unknown) => {
      throw cause instanceof ToolFailure ? invalidRequest(cause.message) : cause
    })
    if (!found) throw new ResourceNotFoundError(params.uri)
    return found
  })
}

function servePrompts(server: Server, { prompts, complete }: Catalog, visit: Visit): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ listing }) => listing) }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ listing }) => listing.name === params.name)
    if (!prompt) throw invalidParams('There is no prompt with this name. prompts/list names them all.')
    const args = params.arguments ?? {}
    const missing = prompt.listing.arguments?.find(({ name, required }) => required === true && !args[name])
    if (missing) throw invalidParams(`The prompt needs the argument ${missing.name}.`)
    return prompt.get(args)
  })
  server.setRequestHandler('completion/complete', ({ params: { argument, context } }) => {
    const known = context?.arguments ?? {}
    const values = complete({ argument: argument.name, typed: argument.value, known }, visit)
    const [total, hasMore] = [values.length, values.length > VALUES_MAX]
    return { completion: { values: values.slice(0, VALUES_MAX), total, hasMore } }
  })
}

function invalidRequest(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
