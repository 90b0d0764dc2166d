import { DEMO_ACCOUNT_ID } from '../../../src/bootstrap-account.ts'
import { SCOPES, type Scope } from '../../../src/domain/keys/scopes.ts'
import { startService, type Service, type ServiceOptions } from '../../support/start-service.ts'

/** What a tool gave. */
export interface Called {
  text: string
  data: Record<string, unknown>
  isError: boolean
}

export interface McpService extends Service {
  /** Where the endpoint is. */
  mcp: string
  /** A token with every scope, and its id. */
  token: string
  tokenId: string
  newToken: (scopes?: readonly Scope[]) => Promise<{ token: string; id: string }>
  /** Posts a body to the endpoint. */
  post: (body: unknown, options?: PostOptions) => Promise<Response>
  /** Calls a tool in the words of 2025 and gives what it gave. */
  tool: (name: string, input?: object, options?: PostOptions) => Promise<Called>
  balance: () => Promise<number>
}

export interface PostOptions {
  token?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

interface ToolAnswer {
  result: { content: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean }
}

/** The whole service with a token for its endpoint. */
export async function startMcp(
  environment: Record<string, string> = {},
  options?: ServiceOptions,
): Promise<McpService> {
  const service = await startService(environment, options)
  const newToken: McpService['newToken'] = async (scopes = SCOPES) => {
    const { key, secret } = await service.parts.keys.create(DEMO_ACCOUNT_ID, { name: 'agent', scopes })
    return { token: secret, id: key.id }
  }
  const { token, id } = await newToken()
  const mcp = `${service.url}/mcp`
  const post: McpService['post'] = (body, { token: other = token, headers, signal } = {}) =>
    fetch(mcp, {
      method: 'POST',
      headers: { authorization: `Bearer ${other}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    })
  return {
    ...service,
    mcp,
    token,
    tokenId: id,
    newToken,
    post,
    tool: async (name, input = {}, postOptions) => {
      const params = { name, arguments: input }
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, postOptions)
      const { result } = (await answer.json()) as ToolAnswer
      return {
        text: result.content[0]?.text ?? '',
        data: result.structuredContent ?? {},
        isError: result.isError === true,
      }
    },
    balance: async () => (await service.parts.store.getAccount(DEMO_ACCOUNT_ID))?.balanceMicros ?? 0,
  }
}

/** What a request of the current revision carries beside its own parameters. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of the current revision, as its body and headers. */
export function modern(
  method: string,
  params: object = {},
  name?: string,
  meta: object = {},
): { body: object; headers: Record<string, string> } {
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...MODERN_META, ...meta } } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
  }
}
