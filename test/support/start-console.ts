import { createServer, type AddressInfo } from 'node:net'
import { startService, type Service, type ServiceOptions } from './start-service.ts'

/** The whole service at an address that it knows before it listens: its mails and forms name it. */
export async function startConsole(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<Service> {
  return startService({ PORT: String(await freePort()), ...environment }, options)
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
