import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakeClock } from '../support/fake-clock.ts'
import { readStream } from '../support/read-stream.ts'
import { startService, type Service } from '../support/start-service.ts'
import { chunk, startUpstream, stream, type UpstreamServer } from '../support/upstream-server.ts'
import { PROMPT } from './money-service.ts'

/** Another program locks the file while calls run, and lets go of it. */

const clock = new FakeClock()
let folder = ''
let file = ''
let upstream: UpstreamServer
let service: Service
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-locked-'))
  file = join(folder, 'svc.db')
  upstream = await startUpstream()
  service = await startService(
    {
      DATABASE_URL: `sqlite:${file}`,
      UPSTREAM_BASE_URL: upstream.url,
      BOOTSTRAP_API_KEY: 'sk-svc-locked_file_key',
    },
    { clock },
  )
})
afterAll(async () => {
  await service.close()
  await upstream.close()
  await rm(folder, { recursive: true })
})

const ready = async (): Promise<number> => {
  clock.advance(1_000)
  return (await fetch(`${service.url}/readyz`)).status
}

test('new calls are refused, the stream that runs ends whole, and its charge lands when the file is free', async () => {
  const end = Promise.withResolvers<void>()
  upstream.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: 'First words. ' }))
    await end.promise
    response.end(stream(['The rest.']).slice(1).join(''))
  })
  const running = await service.call('POST', '/v1/chat/completions', { ...PROMPT, stream: true })
  expect([running.status, await ready()]).toEqual([200, 200])

  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const refused = await service.call('POST', '/v1/chat/completions', PROMPT)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'server_overloaded' } })
  expect(await ready()).toBe(503)
  // Whoever only reads is served.
  expect((await service.call('GET', '/v1/key')).status).toBe(200)

  end.resolve()
  const { text, done, chunks } = await readStream(running)
  expect([text, done]).toEqual(['First words. The rest.', true])
  const told = chunks.findLast(({ svc }) => svc)?.svc?.cost_usd ?? 0
  expect([told > 0, service.parts.settlements.waiting]).toEqual([true, 1])

  other.exec('rollback')
  other.close()
  await service.parts.settlements.idle()
  expect(await ready()).toBe(200)
  expect(await (await service.call('GET', '/v1/key')).json()).toMatchObject({
    balance_usd: 10 - told,
    held_usd: 0,
  })
})
