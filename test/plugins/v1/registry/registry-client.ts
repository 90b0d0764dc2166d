import { expect } from 'vitest'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { readRefusal, type Refusal } from '../refusal.ts'

/** Longer than any bucket of the registry takes to fill again. */
const REFILL_MS = 60_000

/** A list of the registry as JSON. */
export interface List<T = Record<string, unknown>> {
  object: string
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

/** A service and a caller whose rate is full again before each request. */
export interface RegistryClient {
  service: Service
  clock: FakeClock
  send: (
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  /** The JSON of an answer with status 200. */
  read: <T = List>(path: string) => Promise<T>
  /** The text of an answer with status 200 and this type. */
  text: (path: string, accept: string) => Promise<string>
  /** An answer that is no success, as the envelope tells it. */
  refusal: (path: string) => Promise<Refusal>
  /** Every page of a list, each with this limit. */
  pages: <T>(path: string, limit: number) => Promise<List<T>[]>
}

export async function startRegistry(environment: Record<string, string> = {}): Promise<RegistryClient> {
  const clock = new FakeClock()
  const service = await startService(environment, { clock })
  const send: RegistryClient['send'] = (method, path, { body, headers } = {}) => {
    clock.advance(REFILL_MS)
    return service.call(method, path, body, headers)
  }
  // `fetch` itself asks for everything anew (`no-cache`) where a tag is sent, unless it is told how to ask.
  const get: RegistryClient['get'] = (path, headers = {}) =>
    send('GET', path, { headers: { 'cache-control': 'max-age=0', ...headers } })
  const read = async <T>(path: string): Promise<T> => {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    return (await response.json()) as T
  }
  return {
    service,
    clock,
    send,
    get,
    read,
    text: async (path, accept) => {
      const response = await get(path, { accept })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
      return response.text()
    },
    refusal: async (path) => readRefusal(await get(path)),
    pages: async <T>(path: string, limit: number) => {
      const pages: List<T>[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: List<T> = await read<List<T>>(
          `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`,
        )
        expect(page.has_more).toBe(page.next_cursor !== null)
        pages.push(page)
        cursor = page.next_cursor
      }
      return pages
    },
  }
}

/** The rows of a CSV by RFC 4180: quoted cells, doubled quotes, CRLF behind each row. Throws for anything else. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < csv.length;) {
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
    cell.lastIndex = at
    const match = cell.exec(csv)
    if (!match) throw new Error(`no CSV at ${at}`)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '\r\n') {
      rows.push(row)
      row = []
    }
    at = cell.lastIndex
  }
  expect(row).toEqual([])
  return rows
}
