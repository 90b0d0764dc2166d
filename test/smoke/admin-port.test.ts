import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../support/start-console.ts'
import { killAll, serverCommand, start, startServer } from './spawned-process.ts'

/** The real process with a port of its own for the operator. */

const ADMIN_TOKEN = 'operator-token-for-tests-0123456789abcdef'
const OPERATOR = { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } }

afterEach(killAll)

/** A port that somebody has, until they close. */
async function takenPort(): Promise<{ port: string; holder: Server }> {
  const holder = createServer()
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  return { port: String((holder.address() as AddressInfo).port), holder }
}

test('the process listens on both, says so, and closes both at the end', async () => {
  const ADMIN_PORT = String(await freePort())
  // Wherever the public port is, the operator's is on this machine alone.
  const server = await startServer({ ADMIN_PORT, ADMIN_TOKEN, HOST: '0.0.0.0' })
  const admin = `http://127.0.0.1:${ADMIN_PORT}`
  expect(server.stdout()).toContain(`operator API and metrics: ${admin}\n`)
  const statuses = async (path: string): Promise<number[]> =>
    Promise.all([server.url, admin].map(async (base) => (await fetch(base + path, OPERATOR)).status))
  expect(await statuses('/admin/v1/accounts')).toEqual([404, 200])
  expect(await statuses('/metrics')).toEqual([404, 200])
  expect(await statuses('/readyz')).toEqual([200, 200])
  server.signal('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(server.stderr()).toBe('')
  expect(server.stdout()).toMatch(/"msg":"stopped"\}\n$/)
})

test.each(['PORT', 'ADMIN_PORT'])('a %s that is taken stops the start with one line', async (name) => {
  const { port, holder } = await takenPort()
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()), [name]: port }
  const server = start(serverCommand(), { ...ports, ADMIN_TOKEN })
  expect(await server.ended).toEqual({ code: 1, signal: null })
  holder.close()
  expect(server.stdout()).toBe('')
  expect(server.stderr()).toBe(
    `svc cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  )
})
