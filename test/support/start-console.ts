import { createServer } from 'node:net'
import { startService, type Service, type ServiceOptions } from './start-service.ts'

/** The whole service at an address that it knows before it listens: its mails and forms name it. */
export async function startConsole(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<Service> {
  return startService({ PORT: String(await freePort()), ...environment }, options)
}

/** Below the ports that systems hand out by themselves: a connection made meanwhile, in another test say, takes none of these. */
const FIRST_PORT = 10_000
const PORTS_OF_A_WORKER = 1_000
const WORKERS = 20

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS
let turn = Math.floor(Math.random() * PORTS_OF_A_WORKER)

/** A port that nobody listens on, and that no other test is given. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_OF_A_WORKER; tried += 1) {
    turn = (turn + 1) % PORTS_OF_A_WORKER
    const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + turn
    if (await isFree(port)) return port
  }
  throw new Error('every port of this worker is taken')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
