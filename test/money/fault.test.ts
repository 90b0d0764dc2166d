import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PostgresStore } from '../../src/adapters/postgres/postgres-store.ts'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { faulty, killAll } from '../smoke/spawned-process.ts'
import { TestPostgres } from '../support/postgres.ts'
import { readStream } from '../support/read-stream.ts'
import { chunk, startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { ask, customer, PROMPT, serve } from './money-service.ts'

/** A fault that nobody caught, while calls run: each caller is told, nobody pays, and the process ends as failed. */

const STREAMS = 20
const CREDIT_USD = 10
const MARK = 'a-text-of-the-caller'
const FAILED = { code: 1, signal: null }
const DRAINING = { type: 'api_error', param: null, code: 'server_draining' }

let folder = ''
let postgres: TestPostgres
let upstream: UpstreamServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-fault-'))
  postgres = await TestPostgres.start()
  // Streams say something and go on; plain calls wait.
  upstream = await startUpstream((response, { body }) => {
    if (!body.stream) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'Begun' }))
  })
})
afterEach(killAll)
afterAll(async () => {
  await upstream.close()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const STORES = [
  {
    store: 'a file',
    url: async () => `sqlite:${join(folder, 'fault.db')}`,
    open: async (url: string) => new SqliteStore(url.slice('sqlite:'.length)),
  },
  {
    store: 'PostgreSQL',
    url: () => postgres.database(),
    open: (url: string) => PostgresStore.open(url, 1),
  },
]

test.each(STORES)(
  'a fault ends running calls with server_draining, free of charge, and leaves no hold ($store)',
  async ({ url, open }) => {
    const database = await url()
    const environment = { DATABASE_URL: database, UPSTREAM_BASE_URL: upstream.url }
    const server = await serve(environment, { command: faulty() })
    const { accountId, key } = await customer(server, CREDIT_USD)
    const messages = [{ role: 'user', content: `${PROMPT.messages[0]?.content} ${MARK}` }]
    const before = upstream.calls.length
    const plain = ask(server, key, '/chat/completions', { messages })
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, () =>
        ask(server, key, '/chat/completions', { messages, stream: true }),
      ),
    )
    await expect.poll(() => upstream.calls.length - before, { timeout: 30_000 }).toBe(STREAMS + 1)

    server.signal('SIGUSR2')
    for (const { text, chunks, done } of await Promise.all(streams.map(readStream))) {
      expect([text, done]).toEqual(['Begun', false])
      expect(chunks.filter(({ error }) => error)).toMatchObject([{ error: DRAINING }])
      expect(chunks.at(-1)).toHaveProperty('error')
    }
    const answer = await plain
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: DRAINING }])
    expect(await server.ended).toEqual(FAILED)
    const output = server.stdout() + server.stderr()
    expect(output.match(/"msg":"uncaughtException"/g)).toHaveLength(1)
    expect(output).toMatch(/"errorClass":"Error","at":\["fault-on-signal\.ts:\d+:\d+"/)
    expect(output).not.toContain('of-a-caller')
    expect(output).not.toContain(MARK)

    const store = await open(database)
    expect(await store.getAccount(accountId)).toMatchObject({
      balanceMicros: CREDIT_USD * 1_000_000,
      heldMicros: 0,
    })
    const calls = await store.listUsage({ accountId, limit: STREAMS + 2 })
    expect(calls.map(({ status, costMicros }) => [status, costMicros])).toEqual(
      Array.from({ length: STREAMS + 1 }, () => ['server_error', 0]),
    )
    expect(await store.checkBooks()).toEqual([])
    await store.close()
  },
)

test('a fault ends the process as failed also while it stops in good order', async () => {
  const environment = { UPSTREAM_BASE_URL: upstream.url, SHUTDOWN_GRACE_MS: '3600000', LOG_LEVEL: 'info' }
  const server = await serve(environment, { command: faulty() })
  const stream = await ask(server, server.key, '/chat/completions', { stream: true })
  server.signal('SIGTERM')
  await server.printed(/"msg":"stopping"/)
  server.signal('SIGUSR2')
  expect((await readStream(stream)).chunks.at(-1)).toMatchObject({ error: DRAINING })
  expect(await server.ended).toEqual(FAILED)
})
