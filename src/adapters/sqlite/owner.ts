import { realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's result code for what another connection has locked. */
const BUSY = 5

/**
 * Says that a file belongs to this store, for as long as it is open. A small empty file beside it, `PATH-owner`, is locked for that:
 * the system frees the lock when the process dies, however it dies, and the data file itself stays open to readers. The file is left
 * behind on purpose. Whoever removed it could remove the one that somebody else has just locked. Nothing else in this process may open
 * it: the system frees a process's locks on a file as soon as the process closes it once.
 */
export class Owner {
  readonly #lock: DatabaseSync

  /** @throws where another process, or another store of this one, owns the file, or where nothing can be written beside it */
  constructor(path: string) {
    // However the file is called: two names of one file have one owner.
    const side = `${realpathSync(path)}-owner`
    try {
      this.#lock = new DatabaseSync(side)
    } catch (cause) {
      throw new Error(`${side} cannot be written, which says whose the file is`, { cause })
    }
    try {
      // Nothing is written, so no journal is needed beside it.
      this.#lock.exec('pragma journal_mode = memory; begin exclusive')
    } catch (cause) {
      this.#lock.close()
      const busy = cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === BUSY
      throw new Error(
        busy
          ? `another process is using ${path}, and a file belongs to one`
          : `${side} cannot be locked, which says whose the file is`,
        { cause },
      )
    }
  }

  release(): void {
    this.#lock.close()
  }
}
