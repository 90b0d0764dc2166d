import { DatabaseError, Pool, types, type PoolClient, type QueryResultRow } from 'pg'
import { StoreUnavailable } from '../../domain/ledger/store.ts'

export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | null)[]
  | readonly (number | null)[]

/** One statement after another, within a transaction or not. */
export interface Session {
  all<Row extends QueryResultRow>(sql: string, values?: readonly Value[]): Promise<Row[]>
}

/** A session in which whole scripts may run: a migration's. */
interface Transaction extends Session {
  script(sql: string): Promise<void>
}

/** A step that waits longer than this for a connection, a lock or its answer has met a database that is not there. */
export const CONNECT_MS = 2_000
const STATEMENT_MS = 5_000

/** How long a statement may take: a step's limit, or none for what changes tables, which takes as long as the tables are large. */
export type Patience = 'step' | 'unlimited'

/** What PostgreSQL asks to try again: a deadlock, a serialization failure. */
const TRY_AGAIN = new Set(['40001', '40P01'])
const TRIES = 5

const INT8 = 20
const INT8_ARRAY = 1_016

/** Money and time are whole numbers within the safe range (checked by the tables), so they are read as numbers. */
function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === INT8) return Number
  const parse = types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown
  if (oid !== INT8_ARRAY) return parse
  return (text) => (parse(text) as (string | null)[]).map((one) => (one === null ? null : Number(one)))
}

/** A pool of connections to one PostgreSQL database; every failure to reach it is a `StoreUnavailable`. */
export class Connection implements Session {
  readonly #pool: Pool
  readonly #names = new Map<string, string>()

  /** `connectMs` is how long a step waits for a connection, be it for a new one or for its turn with another. */
  constructor(url: string, size: number, patience: Patience = 'step', connectMs = CONNECT_MS) {
    this.#pool = new Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: connectMs,
      ...(patience === 'step' && { statement_timeout: STATEMENT_MS, query_timeout: STATEMENT_MS + 1_000 }),
      keepAlive: true,
      application_name: 'svc',
      types: { getTypeParser: parserOf as typeof types.getTypeParser },
    })
    // A connection that breaks fails the step that uses it, and is replaced at the next use. It says so by an event as well,
    // idle or not, which would end the process where nobody listens.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** @throws {StoreUnavailable} */
  all<Row extends QueryResultRow>(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#tried(async () => (await this.#pool.query<Row>(this.#prepared(sql, values))).rows)
  }

  /**
   * Runs `work` in one transaction; what it throws undoes everything. Tried again where the database asks for it.
   * @throws {StoreUnavailable}
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#tried(async () => {
      const client = await this.#pool.connect()
      try {
        await client.query('begin')
        const result = await work({
          all: async <Row extends QueryResultRow>(sql: string, values: readonly Value[] = []) =>
            (await client.query<Row>(this.#prepared(sql, values))).rows,
          script: async (sql: string) => void (await client.query(sql)),
        })
        await client.query('commit')
        client.release()
        return result
      } catch (cause) {
        await undo(client)
        throw cause
      }
    })
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #tried<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (cause) {
        const code = cause instanceof DatabaseError ? (cause.code ?? '') : ''
        if (tries < TRIES && TRY_AGAIN.has(code)) continue
        throw unavailable(cause)
      }
    }
  }

  /** Statements are prepared once a connection, under a name of their own. */
  #prepared(text: string, values: readonly Value[]): { name: string; text: string; values: Value[] } {
    const name = this.#names.get(text) ?? `svc_${this.#names.size + 1}`
    this.#names.set(text, name)
    return { name, text, values: values.map(storable) }
  }
}

/**
 * No text of PostgreSQL holds a NUL, and a statement with one fails. It becomes what UTF-8 makes of half a character: an id with one is then
 * not found, and a name with one is kept like any other that cannot be written as it is.
 */
function storable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** A connection whose transaction cannot be undone is not given back. */
async function undo(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (cause) {
    client.release(cause instanceof Error ? cause : true)
  }
}

/**
 * Errors that say nothing of the statement: no connection, a connection that broke, a server that starts, stops or is full, a
 * statement that got no answer in time, a server that may only be read.
 */
const OUT_OF_REACH = /^(?:08|53|57|58|25006|55P03|40001|40P01|XX000)/

function unavailable(cause: unknown): unknown {
  if (cause instanceof DatabaseError) {
    return OUT_OF_REACH.test(cause.code ?? '') ? new StoreUnavailable(cause.code ?? 'database') : cause
  }
  if (cause instanceof AggregateError) return unavailable(cause.errors[0])
  if (!(cause instanceof Error)) return cause
  if ('code' in cause && typeof cause.code === 'string') {
    // Node's own `ERR_…` codes tell of a wrong call, which trying again would not mend.
    return cause.code.startsWith('ERR_') ? cause : new StoreUnavailable(cause.code)
  }
  // The driver's own errors carry no code.
  const known =
    /^(?:Connection terminated|timeout exceeded|Query read timeout|Client has encountered|Cannot use a pool)/
  return known.test(cause.message) ? new StoreUnavailable('connection') : cause
}
