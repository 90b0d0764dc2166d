import { machineLine } from '../report/machine.ts'
import { figure, table } from '../report/table.ts'
import type { SoakResult } from './result.ts'

/** What a soak has found, for a terminal. */
export function soakReport(result: SoakResult): string {
  const { comparison, secondHalf, machine, options, store } = result
  const usd = (micros: number): string => `$${(micros / 1_000_000).toFixed(6)}`
  const facts = [
    ['store', store],
    ['load', `${figure(result.loadSeconds, 0)} s, ${options.callsPerSecond} calls a second at most`],
    ['accounts compared', figure(comparison.accounts, 0)],
    ['charges told', `${figure(comparison.told, 0)}, ${usd(comparison.toldMicros)}`],
    [
      'calls not told to the end',
      `${figure(comparison.unfinished, 0)}, ${usd(comparison.unfinishedMicros)} of the usage lists`,
    ],
    ['held at the end', usd(comparison.heldMicros)],
    ['holds of the killed process', `released by ${result.holdsReleasedBy}`],
    ['ledger:check', result.ledgerCheck],
    ['memory in the second half', `${figure(secondHalf.rssMibPerMinute, 2)} MiB a minute`],
    ['open handles in the second half', `${figure(secondHalf.handlesPerMinute, 2)} a minute`],
  ]
  return [
    `${machineLine(machine)}\n\n`,
    table(facts),
    '\n',
    segmentsTable(result),
    '\n',
    countsTable('what callers got', result.outcomes),
    '\n',
    countsTable('what the upstream did', result.upstream),
    '\n',
    result.failures.length === 0
      ? 'nothing lost, nothing wrong\n'
      : result.failures.map((line) => `FAILED: ${line}\n`).join(''),
  ].join('')
}

function segmentsTable({ segments }: SoakResult): string {
  const head = ['process', 'seconds', 'MiB first', 'last', 'most', 'handles first', 'last', 'most']
  const rows = segments.map(({ end, seconds, rssMib, handles }) => [
    `ended by ${end}`,
    ...[seconds, rssMib.first, rssMib.last, rssMib.most, handles.first, handles.last, handles.most].map(
      (one) => figure(one, 0),
    ),
  ])
  return table([head, ...rows])
}

function countsTable(title: string, counts: Readonly<Record<string, number>>): string {
  const rows = Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b))
  return table([[title, ''], ...rows.map(([what, times]) => [what, figure(times, 0)])])
}
