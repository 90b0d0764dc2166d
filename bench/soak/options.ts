/** How a soak is run. */
export interface SoakOptions {
  /** Length of the load; what is checked at the end comes on top. */
  seconds: number
  /** PostgreSQL to run on; undefined: a SQLite file of the run's own. */
  databaseUrl: string | undefined
  /** Calls that begin in a second, of all kinds. */
  callsPerSecond: number
  /** Calls under way at one time; above it none begins. */
  callsMost: number
  accounts: number
  keysPerAccount: number
  /** How often memory and handles are looked at. */
  sampleMs: number
}

const USUAL: Omit<SoakOptions, 'databaseUrl'> = {
  seconds: 600,
  callsPerSecond: 25,
  callsMost: 150,
  accounts: 12,
  keysPerAccount: 3,
  sampleMs: 1_000,
}

/**
 * What the environment asks for: `SOAK_SECONDS` and `DATABASE_URL`, both optional.
 * @throws where it asks for what cannot be
 */
export function readSoakOptions(environment: Readonly<Record<string, string | undefined>>): SoakOptions {
  const { SOAK_SECONDS = String(USUAL.seconds), DATABASE_URL: url } = environment
  const seconds = Number(SOAK_SECONDS)
  if (!(seconds >= 1)) throw new Error(`SOAK_SECONDS wants a number of 1 or more, got ${SOAK_SECONDS}`)
  if (url !== undefined && !/^postgres(ql)?:/.test(url)) {
    throw new Error('DATABASE_URL wants postgres://…; without it the soak makes a file of its own')
  }
  return { ...USUAL, seconds, databaseUrl: url }
}
