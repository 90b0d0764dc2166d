import { readOptions, USAGE, type Options } from './options.ts'
import { runCurves } from './run-curves.ts'
import { runWorkloads } from './run-workloads.ts'
import { floor } from './targets/floor.ts'
import { nginx } from './targets/nginx.ts'
import { portkey } from './targets/portkey.ts'
import { service } from './targets/service.ts'

/*
 * What a call, a stream, a feed and a start cost, beside the least that Node can do. bench/README.md says how to read it.
 * Run: npm run bench
 */

const print = (words: string): void => void process.stdout.write(words)

process.exitCode = await main()

async function main(): Promise<number> {
  let options: Options
  try {
    options = readOptions(process.argv.slice(2))
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`)
    return 2
  }
  const failures =
    options.mode === 'curves'
      ? await runCurves(options, [floor, service], print)
      : await runWorkloads(options, [floor, service, nginx, portkey], print)
  if (failures === 0) return 0
  print(`\n${failures} measurements failed\n`)
  return 1
}
