import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { issueKey } from '../../src/domain/keys/secret.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TestPostgres } from '../support/postgres.ts'
import { startService, type Service } from '../support/start-service.ts'

/** Keys that do not exist, at a service whose database is shared. */

let postgres: TestPostgres
let service: Service
const clock = new FakeClock()
beforeAll(async () => {
  postgres = await TestPostgres.start()
  service = await startService({ DATABASE_URL: await postgres.database() }, { clock })
})
afterAll(async () => {
  await service.close()
  await postgres.stop()
})

test('one that is well formed reaches the database once a second, however often it is shown', async () => {
  const find = vi.spyOn(service.parts.store, 'findKeyByHash')
  const authorization = `Bearer ${issueKey().secret}`
  const show = (): Promise<number> =>
    fetch(`${service.url}/v1/models`, { headers: { authorization } }).then(({ status }) => status)
  const shown = await Promise.all(Array.from({ length: 50 }, show))
  expect(new Set([...shown, await show()])).toEqual(new Set([401]))
  expect(find).toHaveBeenCalledTimes(1)
  clock.advance(1_001)
  await show()
  expect(find).toHaveBeenCalledTimes(2)
})

test('one that is not well formed never does', async () => {
  const find = vi.spyOn(service.parts.store, 'findKeyByHash').mockClear()
  const { secret } = issueKey()
  const mistyped = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')
  for (const key of [mistyped, 'sk-svc-x', 'nothing', ''] as const) {
    const { status } = await fetch(`${service.url}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(status).toBe(401)
  }
  expect(find).not.toHaveBeenCalled()
})
