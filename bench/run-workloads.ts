import type { Bench } from './bench.ts'
import { measureLedger, type LedgerFigures } from './measure/ledger.ts'
import { measureStart, type StartFigures } from './measure/start.ts'
import { measureWorkload } from './measure/measure-workload.ts'
import type { Options } from './options.ts'
import { machine, machineLine } from './report/machine.ts'
import { ratioChart } from './report/ratio-chart.ts'
import { save } from './report/save.ts'
import { summarize, type Summary } from './report/summary.ts'
import { figure, summaryTable, table } from './report/table.ts'
import { LEDGER, START, workloads } from './workloads/workloads.ts'

/** Not worth their time in a quick run. */
const FULL_ONLY = new Set(['W1nm', 'W3b', LEDGER])

/** A run as its JSON file has it. */
interface Report {
  machine: ReturnType<typeof machine>
  pace: Options['pace']
  workloads: Summary[]
  start?: StartFigures
  ledger?: LedgerFigures[]
}

/**
 * Measures the workloads that are asked for, prints a table of each as soon as it has it, and saves all.
 * @returns how many targets or measurements failed
 */
export async function runWorkloads(
  { mode, only, streams, pace }: Options,
  { targets, folder, print }: Bench,
): Promise<number> {
  const asked = (id: string): boolean => (only ? only.includes(id) : mode === 'full' || !FULL_ONLY.has(id))
  const report: Report = { machine: machine(), pace, workloads: [] }
  let failures = 0
  print(`${machineLine(report.machine)}\n`)

  for (const workload of workloads(streams).filter(({ id }) => asked(id))) {
    const summary = summarize(await measureWorkload(workload, targets, pace))
    report.workloads.push(summary)
    failures += summary.failed.length
    print(summaryTable(summary))
  }
  try {
    if (asked(START)) {
      report.start = await measureStart(pace.rounds)
      print(startTable(report.start))
    }
    if (asked(LEDGER)) {
      report.ledger = await measureLedger()
      print(ledgerTable(report.ledger))
    }
  } catch (cause) {
    // What was measured before is worth keeping.
    failures += 1
    print(`\n  FAILED: ${cause instanceof Error ? cause.message : String(cause)}\n`)
  }
  // A part of the workloads or a quick look must not pass for a full run.
  const name = only ? 'partial' : mode === 'quick' ? 'quick' : 'latest'
  const svg = ratioChart(report.workloads, machineLine(report.machine))
  print(`\n${await save(folder, name, report, svg)}\n`)
  return failures
}

function startTable({ cpuSeconds, rssMib }: StartFigures): string {
  const rows = [
    ['', 'CPU s to listening', 'MiB when prepared'],
    ['svc', figure(cpuSeconds, 2), figure(rssMib, 0)],
  ]
  return `\nstart\n${table(rows)}`
}

function ledgerTable(figures: readonly LedgerFigures[]): string {
  const head = ['', 'callers', 'keys', 'pairs/s', 'CPU us a pair']
  const rows = figures.map(({ store, callers, keys, pairsPerSecond, cpuMicros }) => [
    store,
    figure(callers, 0),
    figure(keys, 0),
    figure(pairsPerSecond, 0),
    figure(cpuMicros),
  ])
  return `\nledger  hold and settle together\n${table([head, ...rows])}`
}
