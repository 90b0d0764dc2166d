import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { faulty, killAll, start, somePort, startServer } from './spawned-process.ts'

afterAll(killAll)

/** So many requests, some at a time; gives the statuses that came, each once. */
async function ask(url: string, times: number): Promise<number[]> {
  const statuses = new Set<number>()
  for (let asked = 0; asked < times; asked += 50) {
    const answers = Array.from({ length: 50 }, async () => {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(30_000) })
      await response.text()
      statuses.add(response.status)
    })
    await Promise.all(answers)
  }
  return [...statuses]
}

/** A figure of `/metrics`. */
async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

/** Waits for a service whose output nobody sees. */
async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const answered = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await delay(50)
  }
}

test('a service whose log nobody reads goes on answering, and its lines arrive once they are read', async () => {
  const server = await startServer()
  server.stopReading()
  expect(await ask(server.url, 2_000)).toEqual([200])
  expect(await figure(server.url, 'svc_log_lines_dropped_total')).toBe(0)
  server.readOn()
  await server.printed(/"route":"\/metrics"/)
  expect(server.stdout().match(/"route":"\/healthz"/g)).toHaveLength(2_000)
})

test.each(['SIGTERM', 'SIGUSR2'] as const)('a service whose log nobody reads ends at %s', async (signal) => {
  const server = await startServer({}, { command: faulty() })
  server.stopReading()
  await ask(server.url, 2_000)
  server.signal(signal)
  await server.exited
  server.readOn()
  expect(await server.ended).toEqual({ code: signal === 'SIGTERM' ? 0 : 1, signal: null })
})

test('a fault that nobody caught is the last line, without its text', async () => {
  const server = await startServer({}, { command: faulty() })
  server.signal('SIGUSR2')
  expect(await server.ended).toEqual({ code: 1, signal: null })
  expect(server.stdout()).toMatch(/"errorClass":"Error".*"msg":"uncaughtException"\}\n$/)
  expect(server.stdout() + server.stderr()).not.toContain('of-a-caller')
})

test.each(['SIGTERM', 'SIGUSR2'] as const)(
  'a full disk under the log stops nothing, is counted, and the process ends at %s',
  async (signal) => {
    const port = somePort()
    const url = `http://127.0.0.1:${port}`
    const server = start(faulty('>/dev/full'), { PORT: port })
    await untilItAnswers(url)
    expect(await ask(url, 500)).toEqual([200])
    expect(await figure(url, 'svc_log_write_faults_total')).toBeGreaterThan(0)
    server.signal(signal)
    expect(await server.ended).toEqual({ code: signal === 'SIGTERM' ? 0 : 1, signal: null })
    expect(server.stderr()).toBe('')
  },
)
