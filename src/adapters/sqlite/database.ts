import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { StoreUnavailable } from '../../domain/ledger/store.ts'
import { Owner } from './owner.ts'
import { migrate } from './schema.ts'

type Value = string | number | null | Uint8Array

/** `normal`: nothing is lost when the process dies, the last commits may be when the power goes; `full`: nothing then either. */
export type Synchronous = 'normal' | 'full'

/** Result codes that say that the file cannot be worked with now: busy, out of memory, read-only, I/O error, disk full. */
const UNAVAILABLE = new Set([5, 7, 8, 10, 13])

/** How long the file may be locked by another program: at the start some seconds, later hardly, since the whole process waits. */
const LOCKED_AT_START_MS = 5_000
const LOCKED_MS = 5

/** What is done with tables, wherever they are. */
export type Tables = Pick<Database, 'transaction' | 'run' | 'get' | 'all'>

/** One SQLite file that this process owns, with its tables in place and its statements prepared once. */
export class Database {
  readonly #connection: DatabaseSync
  readonly #owner: Owner | undefined
  readonly #statements = new Map<string, StatementSync>()

  /**
   * Without a path the tables are in memory, where nobody else can come at them.
   * @throws where the file cannot be opened, is another's, is none, or was written by a newer version
   */
  constructor(path: string | undefined, synchronous: Synchronous) {
    this.#connection = new DatabaseSync(path ?? ':memory:')
    let owner: Owner | undefined
    try {
      this.#connection.exec(`pragma busy_timeout = ${LOCKED_AT_START_MS}; pragma foreign_keys = on`)
      owner = this.#owner = path === undefined ? undefined : new Owner(path)
      // The version first: a file that another version wrote is left exactly as it is.
      migrate(this.#connection)
      this.#connection.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`)
      this.#connection.exec(`pragma busy_timeout = ${LOCKED_MS}`)
    } catch (cause) {
      this.#connection.close()
      owner?.release()
      throw cause
    }
  }

  /**
   * Runs `work` in one transaction; what it throws undoes everything.
   * @throws {StoreUnavailable}
   */
  transaction<T>(work: () => T): T {
    return this.#step(() => {
      this.#prepare('begin immediate').run()
      try {
        const result = work()
        this.#prepare('commit').run()
        return result
      } catch (cause) {
        // A full disk may have rolled back already.
        if (this.#connection.isTransaction) this.#connection.exec('rollback')
        throw cause
      }
    })
  }

  run(sql: string, values: Value[]): void {
    this.#step(() => this.#prepare(sql).run(...values))
  }

  get<Row>(sql: string, values: Value[] = []): Row | undefined {
    return this.#step(() => this.#prepare(sql).get(...values) as Row | undefined)
  }

  all<Row>(sql: string, values: Value[] = []): Row[] {
    return this.#step(() => this.#prepare(sql).all(...values) as Row[])
  }

  close(): void {
    this.#connection.close()
    this.#owner?.release()
  }

  #step<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : undefined
      if (code !== undefined && UNAVAILABLE.has(code)) throw new StoreUnavailable(`sqlite_${code}`)
      throw cause
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#connection.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}
