import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

/** The seven feeds whose body is a markdown page. */
export const MARKDOWN_PATHS = [
  '/api/public/connect/v1',
  '/api/public/agents/v1',
  '/api/public/api/v1',
  '/api/public/embed/v1',
  '/api/public/pricing/v1',
  '/api/public/changelog/v1',
  '/api/public/platform-changelog/v1',
]
export const CATALOG_PATH = '/api/public/frameworks/v1'
export const LANDINGS_PATH = '/api/public/logged-out-landings/v1'
/** The tenth, beside the nine of the description. */
export const RETENTION_PATH = '/api/public/retention/v1'
export const RECEIPT_KEYS_PATH = '/api/public/receipt-keys/v1'
export const FEED_PATHS = [CATALOG_PATH, ...MARKDOWN_PATHS, LANDINGS_PATH, RETENTION_PATH, RECEIPT_KEYS_PATH]

/** An answer as it came over the wire: nothing decoded, nothing followed. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Sends exactly the given headers, and no `Accept-Encoding` of its own. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

export interface MarkdownFeed {
  generatedAt: string
  source: string
  contract: string
  markdown: string
  canonicalHumanPage: string
  docsPage: string
  byteLength: number
}

/** A feed's body, read as JSON. */
export async function readFeed<T>(url: string): Promise<T> {
  return JSON.parse((await ask(url)).bytes.toString()) as T
}
