import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { migrate } from './schema.ts'

type Value = string | number | null | Uint8Array

/** One SQLite database, in memory or in a file, with its tables in place and its statements prepared once. */
export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#connection = new DatabaseSync(path)
    try {
      // The version first: a file that another version wrote is left exactly as it is.
      this.#connection.exec('pragma busy_timeout = 5000; pragma foreign_keys = on')
      migrate(this.#connection)
      this.#connection.exec('pragma journal_mode = wal; pragma synchronous = normal')
    } catch (cause) {
      this.#connection.close()
      throw cause
    }
  }

  /** Runs `work` in one transaction; what it throws undoes everything. */
  transaction<T>(work: () => T): T {
    this.#connection.exec('begin immediate')
    try {
      const result = work()
      this.#connection.exec('commit')
      return result
    } catch (cause) {
      this.#connection.exec('rollback')
      throw cause
    }
  }

  run(sql: string, values: Value[]): void {
    this.#prepare(sql).run(...values)
  }

  get<Row>(sql: string, values: Value[] = []): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, values: Value[] = []): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  close(): void {
    this.#connection.close()
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
