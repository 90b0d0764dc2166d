/** How long a connection may take for what, in milliseconds, and how many may be there that nobody has vouched for. */
export interface ConnectionLimits {
  /** The headers of a request, from its first byte; a connection's first request from the connection's beginning. */
  headersMs: number
  /** A whole request, its body too. */
  requestMs: number
  /** How often both are looked at. */
  checkMs: number
  /** A connection on which nothing is asked. */
  idleMs: number
  /** A reader that takes no byte of what waits for it. */
  stalledMs: number
  /** The last bytes to a reader whose call was ended from outside. */
  lastBytesMs: number
  /** What still comes of a body behind its answer. */
  lingerMs: number
  lingerBytes: number
  /** Connections that have not shown a valid key. */
  withoutKeyMax: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  // Headers are a packet or two.
  headersMs: 30_000,
  // The largest body accepted by default, 16 MiB, over a line of half a megabit a second.
  requestMs: 300_000,
  checkMs: 5_000,
  // Above the 60 s of common load balancers, which should be the ones that close.
  idleMs: 72_000,
  // As long as an upstream may be silent: lines that are cut for shorter than that come back.
  stalledMs: 120_000,
  lastBytesMs: 10_000,
  // Time enough to read an answer. Whoever sends more behind it than four of the largest bodies does not look for one.
  lingerMs: 10_000,
  lingerBytes: 64 * 1024 * 1024,
  // Far below the descriptors that a process gets today; feeds and health checks need a fraction.
  withoutKeyMax: 4_096,
}
