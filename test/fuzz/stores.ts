import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestPostgres } from '../support/postgres.ts'

export const STORES = ['memory', 'file', 'postgres'] as const

export type StoreName = (typeof STORES)[number]

/** Where a service keeps its state, fresh for each that asks. */
export interface Databases {
  /** A `DATABASE_URL`; undefined: memory. */
  fresh: () => Promise<string | undefined>
  close: () => Promise<void>
}

/** Fresh databases of one sort. */
export async function databasesOf(store: StoreName): Promise<Databases> {
  switch (store) {
    case 'memory':
      return { fresh: async () => undefined, close: async () => undefined }
    case 'file': {
      const folder = await mkdtemp(join(tmpdir(), 'svc-fuzz-'))
      let files = 0
      return {
        fresh: async () => `sqlite:${join(folder, `${(files += 1)}.sqlite`)}`,
        close: () => rm(folder, { recursive: true }),
      }
    }
    case 'postgres': {
      const postgres = await TestPostgres.start()
      return { fresh: () => postgres.database(), close: () => postgres.stop() }
    }
  }
}
