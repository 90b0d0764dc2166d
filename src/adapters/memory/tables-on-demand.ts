import { Database, type Tables } from '../sqlite/database.ts'

/** Tables in memory from their first use on, which is the first pruning at the latest: a start pays nothing for them. */
export class TablesOnDemand implements Tables {
  #made: Database | undefined
  #closed = false

  transaction<T>(work: () => T): T {
    return this.#database().transaction(work)
  }

  run(...statement: Parameters<Tables['run']>): void {
    this.#database().run(...statement)
  }

  get<Row>(...statement: Parameters<Tables['get']>): Row | undefined {
    return this.#database().get<Row>(...statement)
  }

  all<Row>(...statement: Parameters<Tables['all']>): Row[] {
    return this.#database().all<Row>(...statement)
  }

  close(): void {
    this.#closed = true
    this.#made?.close()
    this.#made = undefined
  }

  /** @throws where they are closed */
  #database(): Database {
    if (this.#closed) throw new Error('the store is closed')
    return (this.#made ??= new Database(undefined, 'normal'))
  }
}
