import { Book } from '../../domain/ledger/book/book.ts'
import { DaySums } from '../../domain/ledger/book/day-sums.ts'
import {
  StoreUnavailable,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
  type SettleRequest,
} from '../../domain/ledger/store.ts'
import type { Database } from './database.ts'
import { FileArchive } from './file-archive.ts'

/** How many steps go together at most, so that other things have their turn in between. */
const STEPS_MOST = 256

/** What the book has read from its file before it forgets everything and begins anew: some ten megabytes. */
const READS_MOST = 50_000

/** A step that waits for its turn. */
interface Step {
  /** Works on the book. */
  run: () => void
  /** The file has what it did. */
  done: () => void
  failed: (cause: unknown) => void
}

/**
 * The book of one file. The steps of one turn of the event loop run one after the other and are written in one transaction; each is
 * answered after the commit. Nothing is decided before, so between turns the book and the file say the same. Where the commit fails,
 * none of the steps happened: the book forgets, and reads from the file again.
 */
export class FileBook {
  readonly #database: Database
  readonly #archive: FileArchive
  readonly #book: Book
  #waiting: Step[] = []

  constructor(database: Database) {
    this.#database = database
    const sums = new DaySums()
    this.#archive = new FileArchive(database, sums)
    this.#book = new Book(sums, this.#archive)
  }

  /** @throws {StoreUnavailable} */
  probe(request: HoldRequest): HoldOutcome {
    return this.#book.probe(request)
  }

  /** @throws {StoreUnavailable} the hold is not open */
  hold(request: HoldRequest): Promise<HoldOutcome> {
    return this.#enter(() => this.#book.hold(request))
  }

  /** @throws {StoreUnavailable} the hold is as open as before */
  settle(request: SettleRequest): Promise<Settled | undefined> {
    return this.#enter(() => this.#book.settle(request))
  }

  /** @throws {StoreUnavailable} no hold has ended */
  sweep(now: number): Promise<number> {
    return this.#enter(() => {
      const due = this.#database.all<{ id: string }>(
        'select id from calls where ended_at is null and expires_at <= ?',
        [now],
      )
      return due.filter(({ id }) => this.#book.expire(id, now)).length
    })
  }

  /** The row of the account was written past the book. */
  accountChanged(id: string): void {
    this.#book.forgetAccount(id)
  }

  /** The row of the key was written past the book. */
  keyChanged(id: string): void {
    this.#book.forgetKey(id)
  }

  /** Begins anew, from what the file says: rows were written past the book, or what it says was not written. */
  forget(): void {
    this.#book.forget()
    this.#archive.forget()
  }

  /** Takes the steps that wait, all of them. */
  finish(): void {
    while (this.#waiting.length > 0) this.#takeTurn()
  }

  #enter<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T
      this.#waiting.push({
        run: () => {
          result = work()
        },
        done: () => resolve(result),
        failed: reject,
      })
      if (this.#waiting.length === 1) setImmediate(() => this.#takeTurn())
    })
  }

  #takeTurn(): void {
    const steps = this.#waiting
    this.#waiting = steps.splice(STEPS_MOST)
    if (this.#waiting.length > 0) setImmediate(() => this.#takeTurn())
    if (steps.length > 0) this.#take(steps)
  }

  #take(steps: readonly Step[]): void {
    try {
      this.#database.transaction(() => {
        for (const { run } of steps) run()
        this.#archive.write()
      })
    } catch (cause) {
      this.forget()
      // A defect of one step is not the fault of the others.
      if (steps.length > 1 && !(cause instanceof StoreUnavailable))
        for (const step of steps) this.#take([step])
      else for (const { failed } of steps) failed(cause)
      return
    }
    // Whoever asks for an ended call again finds it in the file.
    for (const { id } of this.#archive.closed) this.#book.forgetCall(id)
    this.#archive.clear()
    if (this.#archive.reads > READS_MOST) this.forget()
    for (const { done } of steps) done()
  }
}
