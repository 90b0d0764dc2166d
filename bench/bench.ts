import { readOptions, USAGE, type Options } from './options.ts'
import { runCurves } from './run-curves.ts'
import { runWorkloads } from './run-workloads.ts'
import type { Target } from './targets/target.ts'

/** What a run works with. */
export interface Bench {
  targets: readonly Target[]
  /** Where its files are written. */
  folder: string
  print: (words: string) => void
}

/** Runs what the arguments ask for. Returns the exit code: 0, 1 where a target or a measurement failed, 2 for wrong arguments. */
export async function runBench(args: readonly string[], bench: Bench): Promise<0 | 1 | 2> {
  let options: Options
  try {
    options = readOptions(args)
  } catch (cause) {
    bench.print(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`)
    return 2
  }
  const failures = await (options.mode === 'curves' ? runCurves : runWorkloads)(options, bench)
  if (failures === 0) return 0
  bench.print(`\n${failures} failed\n`)
  return 1
}
