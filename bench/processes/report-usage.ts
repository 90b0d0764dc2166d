/*
 * Preloaded (`--import`) into each Node process that the benchmark starts: it tells over IPC what the process used so far, in the
 * same way on every system, threads included. It ends the process when the benchmark is gone.
 */

/** CPU in microseconds (user and system, all threads) and resident memory in bytes. */
export interface Usage {
  cpuMicros: number
  rssBytes: number
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() }
}

process.on('message', () => process.send?.(usage()))
process.on('disconnect', () => process.exit())
// The channel alone keeps no process alive.
process.channel?.unref()
