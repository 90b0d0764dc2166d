import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll } from '../smoke/spawned-process.ts'
import { ADMIN_TOKEN } from '../support/start-service.ts'
import { asProcess, inProcess, type Evidence } from './evidence.ts'
import { EXITS } from './exits.ts'
import { MARKS } from './marked.ts'

/** Ends that only one of the two can be brought to. */
const INNER = [
  ['a suspended account', '403 account_suspended'],
  ['a crash', '500 internal_error'],
  ['a crash on a stream', '500 internal_error'],
  ['a crash over a pasted stack trace', '500 internal_error'],
  ['a crash in mid-stream', '200 then internal_error'],
  ['streaming switched off', '400 streaming_not_enabled'],
  ['a call past its total time', '504 upstream_timeout'],
  ['a call while the service drains', '503 server_draining'],
]
const OUTER = [['a stop in mid-stream', '200 then server_draining']]
const COMMON = EXITS.map(({ name, end }) => [name, end])

/** Errors may name to their caller the model, the pin and the field that they are about, and nothing else. */
const { model: _model, pin: _pin, field: _field, ...NEVER_IN_ERRORS } = MARKS

/** The ways a text could be written down: as it is, or encoded. */
function forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [text, bytes.toString('hex'), ...encoded].map((form) => form.toLowerCase())
}

function traces(mark: string, written: string): string[] {
  const haystack = written.toLowerCase()
  return forms(mark).filter((form) => haystack.includes(form))
}

afterAll(killAll)

describe.each([
  { where: 'in this process', collect: inProcess, ends: [...COMMON, ...INNER], inside: true },
  { where: 'as a process of its own', collect: asProcess, ends: [...COMMON, ...OUTER], inside: false },
])('$where', ({ collect, ends, inside }) => {
  let evidence: Evidence
  beforeAll(async () => {
    evidence = await collect()
  })

  test('every exit was taken', () => {
    const taken = [...evidence.outcomes].map(([name, { end }]) => [name, end])
    expect(taken).toEqual(ends)
  })

  // Who has left is told nothing.
  test.each(ends.filter(([, end]) => end !== 'left'))(
    '%s: the error (%s) quotes neither the prompt nor the upstream',
    (name) => {
      const error = evidence.outcomes.get(name ?? '')?.error ?? 'never taken'
      expect(error).not.toBe('never taken')
      expect(Object.values(NEVER_IN_ERRORS).flatMap((mark) => traces(mark, error))).toEqual([])
    },
  )

  test('each error is in the log by its code, so the log is the whole one', () => {
    const noRequest = new Set(['broken HTTP', 'headers too large'])
    const codes = ends.flatMap(([name = '', end = '']) =>
      noRequest.has(name) ? [] : [/\d (?:then )?(\w+_\w+)$/.exec(end)?.[1] ?? []].flat(),
    )
    const logged = new Set([...evidence.logs.matchAll(/"errorCode":"(\w+)"/g)].map(([, code]) => code))
    expect([...new Set(codes)].filter((code) => !logged.has(code))).toEqual([])
    expect(evidence.logs).toContain('"outcome":"completed"')
    expect(evidence.logs).toContain('"outcome":"client_closed"')
    expect(evidence.logs).toContain('"outcome":"key_revoked"')
    expect(evidence.logs.includes('"msg":"request_failed"')).toBe(inside)
  })

  test('the database is a real file with its log beside it, and holds the calls', () => {
    expect(evidence.fileNames).toEqual(['svc.db', 'svc.db-owner', 'svc.db-shm', 'svc.db-wal'])
    expect(evidence.files).toContain('SQLite format 3')
    expect(evidence.files).toContain('chatcmpl-')
    expect(evidence.files).toContain('svc-fast')
  })

  test('usage and metrics tell of the calls', () => {
    expect(evidence.metrics).toContain('svc_errors_total{code="invalid_json"}')
    expect(evidence.metrics).toContain('svc_calls_total{model="svc-fast",outcome="completed"}')
    const statuses = [...evidence.usage.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)
    expect([...new Set(statuses)]).toEqual(
      expect.arrayContaining(['completed', 'empty', 'client_closed', 'key_revoked', 'upstream_error']),
    )
    expect(evidence.usage).toContain('dora')
  })

  describe.each([...Object.entries(MARKS), ['operator token', ADMIN_TOKEN]])('%s', (_place, mark = '') => {
    test('is in no log line', () => {
      expect(traces(mark, evidence.logs)).toEqual([])
    })

    test('is in no file', () => {
      expect(traces(mark, evidence.files)).toEqual([])
    })

    test('is in neither metrics nor usage', () => {
      expect(traces(mark, evidence.metrics + evidence.usage)).toEqual([])
    })
  })
})

test('a mark is found where it is, however it is written', () => {
  const { user } = MARKS
  for (const encoding of ['utf8', 'hex', 'base64'] as const) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      expect(traces(user, Buffer.from(`${before}${user} and more`).toString(encoding))).not.toEqual([])
    }
  }
})
