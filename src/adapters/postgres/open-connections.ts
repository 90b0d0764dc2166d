import { Connection } from './connection.ts'
import { migrate } from './schema.ts'

/** What the process does beside its calls neither waits for them nor holds them up. */
const UPKEEP_CONNECTIONS = 2

/** The pools of one instance: its calls', and the small one of upkeep and readiness. */
export interface Connections {
  calls: Connection
  upkeep: Connection
}

/**
 * Connects and brings the tables up to date. Calls may use `poolSize` connections at once, and wait `connectMs` for one.
 * @throws {StoreUnavailable} where the database is out of reach; an Error where a newer service wrote it
 */
export async function openConnections(
  url: string,
  poolSize: number,
  connectMs: number,
): Promise<Connections> {
  const calls = new Connection(url, poolSize, 'step', connectMs)
  try {
    // Before all else, so that what the server does not take of our settings is known at the start.
    await calls.all('select 1')
    await migrate(url)
  } catch (cause) {
    await calls.close()
    throw cause
  }
  return { calls, upkeep: new Connection(url, UPKEEP_CONNECTIONS) }
}
