import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { killAll } from '../smoke/spawned-process.ts'
import { ADMIN_TOKEN } from '../support/start-service.ts'
import { asProcess, inProcess, type Evidence } from './evidence.ts'
import { KEPT, MARKS } from './marked.ts'
import type { StoreName } from './stores.ts'
import { ALL_EXITS } from './surfaces.ts'
import { Written } from './search.ts'

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
const COMMON = ALL_EXITS.map(({ name, end }) => [name, end])

/** Errors may name to their caller the model, the pin and the field that they are about, and nothing else. */
const { model: _model, pin: _pin, field: _field, ...NEVER_IN_ERRORS } = MARKS

/** What somebody looks for, by an id in a path or a word in a search: a database is asked for it, and keeps it not. */
const LOOKED_FOR = new Set<string>([MARKS.path, MARKS.search, MARKS.typed])

/** For all exits, one after the other. As everywhere, it catches a hang. */
const COLLECT_MS = 180_000

/** What each store leaves in the folder of the service while it runs. */
const FILES: Readonly<Record<StoreName, string[]>> = {
  memory: [],
  file: ['svc.db', 'svc.db-owner', 'svc.db-shm', 'svc.db-wal'],
  postgres: [],
}

const SECRETS = [
  'access token of the provider',
  'code of the provider',
  'code to ada@example.com',
  'code to ada@example.com, as it is read',
  'id token of the provider',
  'issued key',
  'issued token',
  'key of the console',
  'key that was rolled',
  'link to ada@example.com',
  'svc_attempt of ada@example.com',
  'svc_session of ada@example.com',
  'svc_session of who comes from the provider',
  'token of the console',
  'token that was rolled',
]

/** What was collected, once it was. */
type Seen = () => Evidence

/** Sends marked texts through every surface, with this store, and searches everything that was written for them. */
export function zeroRetention(store: StoreName): void {
  afterAll(killAll)

  describe.each([
    { where: 'in this process', collect: inProcess, ends: [...COMMON, ...INNER], inside: true },
    { where: 'as a process of its own', collect: asProcess, ends: [...COMMON, ...OUTER], inside: false },
  ])(`$where, with its state in ${store}`, ({ collect, ends, inside }) => {
    let evidence: Evidence
    beforeAll(async () => {
      evidence = await collect(store)
    }, COLLECT_MS)
    const seen: Seen = () => evidence

    exitsWereTaken(seen, ends)
    logIsWhole(seen, ends, inside)
    storeIsReal(seen, store)
    marksAreNowhere(seen, store)
  })
}

function exitsWereTaken(seen: Seen, ends: readonly string[][]): void {
  test('every exit was taken', () => {
    const taken = [...seen().outcomes].map(([name, { end }]) => [name, end])
    expect(taken).toEqual(ends)
  })

  // Who has left is told nothing.
  test.each(ends.filter(([, end]) => end !== 'left'))(
    '%s: the error (%s) quotes neither the prompt nor the upstream',
    (name) => {
      const error = seen().outcomes.get(name ?? '')?.error ?? 'never taken'
      expect(error).not.toBe('never taken')
      const written = new Written(error)
      expect(Object.values(NEVER_IN_ERRORS).flatMap((mark) => written.tracesOf(mark))).toEqual([])
    },
  )
}

function logIsWhole(seen: Seen, ends: readonly string[][], inside: boolean): void {
  test('each error is in the log by its code, so the log is the whole one', () => {
    const noRequest = new Set(['broken HTTP', 'headers too large'])
    const codes = ends.flatMap(([name = '', end = '']) =>
      noRequest.has(name) ? [] : [/\d (?:then )?(\w+_\w+)$/.exec(end)?.[1] ?? []].flat(),
    )
    const logs = seen().logs.text
    const logged = new Set([...logs.matchAll(/"errorCode":"(\w+)"/g)].map(([, code]) => code))
    expect([...new Set(codes)].filter((code) => !logged.has(code))).toEqual([])
    expect(logs).toContain('"outcome":"completed"')
    expect(logs).toContain('"outcome":"client_closed"')
    expect(logs).toContain('"outcome":"key_revoked"')
    expect(logs).toContain('"route":"/console/playground/answer"')
    expect(logs).toMatch(/"route":"\/mcp"[^\n]*"outcome":"completed"/)
    expect(logs).toContain('"msg":"provider_failed"')
    expect(logs.includes('"msg":"request_failed"')).toBe(inside)
  })

  test('usage and metrics tell of the calls', () => {
    const { metrics, usage } = seen()
    expect(metrics).toContain('svc_errors_total{code="invalid_json"}')
    expect(metrics).toContain('svc_calls_total{model="svc-fast",outcome="completed"}')
    const statuses = [...usage.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)
    expect([...new Set(statuses)]).toEqual(
      expect.arrayContaining(['completed', 'empty', 'client_closed', 'key_revoked', 'upstream_error']),
    )
    expect(usage).toContain('dora')
  })
}

function storeIsReal(seen: Seen, store: StoreName): void {
  const unseen = (written: Written, marks: readonly string[]): string[] =>
    marks.filter((mark) => written.tracesOf(mark).length === 0)

  test('there are no files but those of the store', () => {
    expect(seen().fileNames).toEqual(FILES[store])
  })

  test.runIf(store !== 'memory')('what may be kept is found in the store, so the rest would be', () => {
    expect(unseen(seen().stored, [...Object.values(KEPT), 'chatcmpl-', 'ada@example.com'])).toEqual([])
  })

  test.runIf(store === 'postgres')('every statement to the database is there, with its values', () => {
    const marks = [KEPT.keyName, KEPT.browser, MARKS.search, 'chatcmpl-']
    expect(unseen(seen().asked, marks)).toEqual([])
  })
}

function marksAreNowhere(seen: Seen, store: StoreName): void {
  const marks = [...Object.entries(MARKS), ['operator token', ADMIN_TOKEN]]

  describe.each(marks)('%s', (_place, mark = '') => {
    test('is in no log line', () => {
      expect(seen().logs.tracesOf(mark)).toEqual([])
    })

    test('is in no file, and nowhere in the store', () => {
      expect(seen().stored.tracesOf(mark)).toEqual([])
    })

    test('is in neither metrics nor usage', () => {
      expect(seen().shown.tracesOf(mark)).toEqual([])
    })
  })

  const neverAsked = store === 'postgres' ? marks.filter(([, mark = '']) => !LOOKED_FOR.has(mark)) : []
  test.each(neverAsked)('%s is in no statement to the database', (_place, mark = '') => {
    expect(seen().asked.tracesOf(mark)).toEqual([])
  })

  test('secrets of browsers, keys, mails and the provider are nowhere in clear', () => {
    const { secrets, logs, stored, asked, shown } = seen()
    expect([...secrets.keys()]).toEqual(expect.arrayContaining(SECRETS))
    expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([])
    const found = [...secrets].filter(([, secret]) =>
      [logs, stored, asked, shown].some((written) => written.tracesOf(secret).length > 0),
    )
    expect(found.map(([name]) => name)).toEqual([])
  })
}
