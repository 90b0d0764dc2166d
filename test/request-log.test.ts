import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { levelOf } from '../src/plugins/json-surface/errors.ts'
import { RequestLog, type RequestFacts } from '../src/request-log.ts'

/** The level of a request's line, in pino's words. */
function loudness(facts: Pick<RequestFacts, 'status' | 'errorCode'>): string | undefined {
  const lines: string[] = []
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString())
      done()
    },
  })
  const log = new RequestLog(pino({ base: null }, sink))
  const request = { requestId: 'req_1', method: 'GET', route: '/x', durationMs: 1, ...facts }
  log.request(request, levelOf(request))
  const { level } = JSON.parse(lines[0] ?? '') as { level: number }
  return pino.levels.labels[level]
}

test.each<[string, Pick<RequestFacts, 'status' | 'errorCode'>, string]>([
  ['a good answer', { status: 200 }, 'info'],
  ["a caller's mistake", { status: 401, errorCode: 'invalid_api_key' }, 'info'],
  [
    'a wrong operator token, of which a line of its own warns',
    { status: 401, errorCode: 'invalid_admin_token' },
    'info',
  ],
  ['a call turned away by a shutdown', { status: 503, errorCode: 'server_draining' }, 'warn'],
  ['an upstream that fails', { status: 502, errorCode: 'upstream_unavailable' }, 'error'],
  ['a stream that failed behind its status', { status: 200, errorCode: 'upstream_timeout' }, 'error'],
  ['a server fault without a code', { status: 500 }, 'error'],
])('%s is as loud in the log as the table says', (_what, facts, level) => {
  expect(loudness(facts)).toBe(level)
})
