import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { PostgresHome } from './postgres-home.ts'

/** Ends a server that runs, in good order. */
type End = () => Promise<void>

/** Hears what a server says. */
type Heard = (text: string) => void

export interface PostgresOptions {
  durable?: boolean
  heard?: Heard
}

/** A real PostgreSQL server of this test's own, on loopback, without the waits that only a power cut would need. */
export class TestPostgres {
  readonly #home: PostgresHome
  readonly #flags: readonly string[]
  readonly #port: number
  #end: End
  #databases = 0
  #schemas: Promise<string> | undefined
  #schemaCount = 0

  private constructor(home: PostgresHome, flags: readonly string[], port: number, end: End) {
    this.#home = home
    this.#flags = flags
    this.#port = port
    this.#end = end
  }

  /**
   * `durable`: commits are written to disk before they are acknowledged, as in production. `heard` is told every statement that the
   * server gets, with its values.
   * @throws {Error} that says why it cannot start
   */
  static async start({ durable = false, heard }: PostgresOptions = {}): Promise<TestPostgres> {
    const home = await PostgresHome.make().catch(cannotStart)
    const flags = [
      '-c',
      'max_connections=200',
      ...(durable ? [] : ['-c', 'fsync=off']),
      ...(heard ? ['-c', 'log_statement=all'] : []),
    ]
    try {
      const [port, end] = await serveSomewhere(home, flags, heard)
      return new TestPostgres(home, flags, port, end)
    } catch (cause) {
      await home.remove()
      return cannotStart(cause)
    }
  }

  /** Where it has its tables and its write-ahead log. */
  get dataDirectory(): string {
    return join(this.#home.directory, 'data')
  }

  /** The URL of a new, empty database. */
  async database(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`
    const client = await this.connect(this.#url('postgres'))
    await client.query(`create database ${name}`)
    await client.end()
    return this.#url(name)
  }

  /**
   * The URL of an empty schema in one database for all of them: three hundred files fewer than a database of its own. For many stores
   * that each see no other.
   */
  async schema(): Promise<string> {
    this.#schemas ??= this.database()
    const url = await this.#schemas
    const name = `schema_${(this.#schemaCount += 1)}`
    const client = await this.connect(url)
    await client.query(`create schema ${name}`)
    await client.end()
    return `${url}?options=-c%20search_path%3D${name}`
  }

  /** A connection of the server's own user, to look at or to disturb what the service does. */
  async connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url })
    // A connection that breaks while nothing is asked of it is not what a test fails of.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** The database goes away, with everything that was committed kept. */
  pause(): Promise<void> {
    return this.#end()
  }

  /** @throws {Error} that says why it cannot start again */
  async resume(): Promise<void> {
    this.#end = await serve(this.#home, this.#port, this.#flags).catch(cannotStart)
  }

  /** Nothing is left of it. The end of the process does the same, where a test fails before it comes here. */
  stop(): Promise<void> {
    return this.#home.remove()
  }

  #url(database: string): string {
    return `postgres://postgres:${this.#home.password}@127.0.0.1:${this.#port}/${database}`
  }
}

function cannotStart(cause: unknown): never {
  throw new Error(`PostgreSQL cannot start: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  })
}

const TRIES = 10

/** On a port that nobody has. The server itself finds out, because one that is free now may be taken a moment later. */
async function serveSomewhere(
  home: PostgresHome,
  flags: readonly string[],
  heard: Heard | undefined,
): Promise<[port: number, End]> {
  for (let tries = 1; ; tries += 1) {
    // Below the ports that systems hand out, apart from those that the service's processes listen on in other tests.
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    try {
      return [port, await serve(home, port, flags, heard)]
    } catch (cause) {
      if (tries === TRIES || !String(cause).includes('could not create any TCP/IP sockets')) throw cause
    }
  }
}

async function serve(
  home: PostgresHome,
  port: number,
  flags: readonly string[],
  heard: Heard = () => undefined,
): Promise<End> {
  const loopback = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = home.serve(['-p', String(port), ...loopback, ...flags])
  const closed = once(server, 'close')
  const ready = new Promise<void>((resolve, reject) => {
    let said = ''
    const listen = (text: string): void => {
      said += text
      if (!said.includes('database system is ready to accept connections')) return
      server.stderr.off('data', listen).on('data', heard)
      resolve()
    }
    server.stderr.setEncoding('utf8').on('data', listen)
    closed.then(() => reject(new Error(said)), reject)
  })
  await ready
  return async () => {
    server.kill('SIGINT')
    await closed
  }
}
