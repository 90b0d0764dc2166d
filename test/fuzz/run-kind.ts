import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FuzzKind, KindReport, RunOptions } from './fuzz-kind.ts'

export interface FuzzReport extends KindReport {
  /** The longest turn of the event loop meanwhile, in milliseconds: of the service, its upstream and the making of cases together. */
  longestTurnMs: number
}

/** Runs cases of a kind. What nobody took care of meanwhile, a promise or an error, is a violation too. */
export async function runKind(kind: FuzzKind, options: RunOptions): Promise<FuzzReport> {
  const uncaught: string[] = []
  const note = (cause: unknown): void => {
    uncaught.push(`nobody took care of ${cause instanceof Error ? cause.stack : String(cause)}`)
  }
  const turns = monitorEventLoopDelay({ resolution: 1 })
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note)
  turns.enable()
  try {
    const report = await kind.run(options)
    const longestTurnMs = Math.round(turns.max / 1e5) / 10
    return { ...report, violation: report.violation ?? uncaught[0], longestTurnMs }
  } finally {
    turns.disable()
    process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note)
  }
}

/** A report in lines: how many cases, the longest turn, what came how often, and what did not hold. */
export function reportLines({ name, cases, outcomes, longestTurnMs, violation }: FuzzReport): string[] {
  const counts = [...outcomes]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome}: ${count}`)
  return [
    `${name}: ${cases} cases, longest turn ${longestTurnMs} ms`,
    `  ${counts.join(', ')}`,
    ...(violation === undefined ? [] : [`  VIOLATION\n${violation}`]),
  ]
}
