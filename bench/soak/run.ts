import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { killAll } from '../../test/smoke/spawned-process.ts'
import { benchFile } from '../processes/start-process.ts'
import { readSoakOptions } from './options.ts'
import { soakReport } from './report.ts'
import { runSoak } from './soak.ts'

/*
 * Ten minutes of faulty load on the real service, with a restart and a kill in the middle, then its books against what callers were told.
 * SOAK_SECONDS shortens it, DATABASE_URL has it run on PostgreSQL. Run: npm run soak
 */

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    killAll()
    process.exit(1)
  })
}

const print = (words: string): void => void process.stdout.write(words)
const result = await runSoak(readSoakOptions(process.env), print)
const folder = benchFile('results')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'soak.json'), `${JSON.stringify(result, undefined, 2)}\n`)
print(`\n${soakReport(result)}`)
process.exitCode = result.failures.length === 0 ? 0 : 1
