import { readdirSync, readFileSync } from 'node:fs'
import type { Usage } from './report-usage.ts'

/** Linux counts CPU in hundredths of a second, and memory in pages of 4 KiB on the machines we know. */
const TICK_MICROS = 10_000
const PAGE_BYTES = 4_096

/** Whether this system tells what a process uses that cannot tell it itself. */
export function tellsUsage(): boolean {
  return process.platform === 'linux'
}

/** What a process and its children have used, as Linux tells it in /proc. */
export function systemUsage(root: number): Usage {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)))
  const family = new Set([root])
  // Parents come before their children in most listings, but nothing promises it.
  for (let known = 0; known < family.size;) {
    known = family.size
    for (const { id, parent } of all) if (family.has(parent)) family.add(id)
  }
  const members = all.filter(({ id }) => family.has(id))
  return {
    cpuMicros: members.reduce((sum, { ticks }) => sum + ticks * TICK_MICROS, 0),
    rssBytes: members.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0),
  }
}

/** None where the process ended meanwhile. */
function processOf(id: number): { id: number; parent: number; ticks: number; pages: number }[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The second field is the program's name, which may hold spaces and brackets.
    const fields = stat
      .slice(stat.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number)
    return [
      { id, parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0), pages: fields[21] ?? 0 },
    ]
  } catch {
    return []
  }
}
