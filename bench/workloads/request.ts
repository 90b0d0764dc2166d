import { request, type Dispatcher } from 'undici'
import type { Access } from '../targets/target.ts'
import type { Workload } from './workload.ts'

/** One HTTP request of a workload. */
export interface BenchRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface Answer {
  status: number
  headers: Dispatcher.ResponseData['headers']
  bytes: Buffer
}

/**
 * What a caller of that target sends.
 * @param etag what a reader that has the feed already knows it by
 */
export function requestOf(workload: Workload, { path, headers, model }: Access, etag = ''): BenchRequest {
  if (workload.kind === 'feed') {
    const encoding = workload.gzip && { 'accept-encoding': 'gzip' }
    const known = workload.revalidated && { 'if-none-match': etag }
    return { method: 'GET', path, headers: { ...headers, ...encoding, ...known } }
  }
  const { text, stream, frameworks } = workload
  const body = JSON.stringify({
    model,
    messages: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: text },
    ],
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
    ...(frameworks && { svc: { frameworks } }),
  })
  return { method: 'POST', path, headers, body }
}

/** Sends it once and reads the whole answer, whatever its status. */
export async function send(origin: string, { method, path, headers, body }: BenchRequest): Promise<Answer> {
  const response = await request(origin + path, { method, headers, body: body ?? null })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, bytes }
}
