import { join } from 'node:path'
import { TestPostgres } from '../support/postgres.ts'
import { readAll } from './search.ts'

export type StoreName = 'memory' | 'file' | 'postgres'

/** A store that a service is started with. What it writes into the service's folder is read there. */
export interface EvidenceStore {
  environment: Record<string, string>
  /** What there is of it elsewhere, once the service has ended. Nothing is left of it afterwards. */
  end: () => Promise<Held>
}

export interface Held {
  /** Its files, byte by byte. */
  files: string
  /** Everything that it was sent, look-ups too. */
  asked: string
}

const NOTHING: Held = { files: '', asked: '' }

export const STORES: Readonly<Record<StoreName, (folder: string) => Promise<EvidenceStore>>> = {
  memory: async () => ({ environment: {}, end: async () => NOTHING }),
  file: async (folder) => ({
    environment: { DATABASE_URL: `sqlite:${join(folder, 'svc.db')}` },
    end: async () => NOTHING,
  }),
  postgres: openPostgres,
}

/**
 * A PostgreSQL server of its own. It is stopped in good order, which writes its tables out, and then its whole folder is read: tables,
 * indexes and write-ahead log. With it comes every statement that it was sent, with all values.
 */
async function openPostgres(): Promise<EvidenceStore> {
  let heard = ''
  const server = await TestPostgres.start({
    heard: (text) => {
      heard += text
    },
  })
  return {
    environment: { DATABASE_URL: await server.database() },
    end: async () => {
      try {
        await server.pause()
        const { files } = await readAll(server.dataDirectory)
        return { files, asked: heard }
      } finally {
        await server.stop()
      }
    },
  }
}
