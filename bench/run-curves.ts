import { measureWorkload } from './measure/measure-workload.ts'
import type { Options } from './options.ts'
import { curvesChart, type MeasuredCurve } from './report/curves-chart.ts'
import { machine, machineLine } from './report/machine.ts'
import { save } from './report/save.ts'
import { summarize } from './report/summary.ts'
import { figure, remarks, table } from './report/table.ts'
import type { Target } from './targets/target.ts'
import { CURVES, type Curve } from './workloads/curves.ts'

/**
 * Measures how the cost grows with each thing, prints a table of each, and saves all.
 * @returns how many targets or measurements failed
 */
export async function runCurves(
  { only, pace }: Options,
  targets: readonly Target[],
  print: (words: string) => void,
): Promise<number> {
  const here = machine()
  print(`${machineLine(here)}\n`)
  const measured: MeasuredCurve[] = []
  for (const curve of CURVES.filter(({ id }) => only?.includes(id) ?? true)) {
    const points: MeasuredCurve['points'] = []
    for (const { at, workload } of curve.points) {
      points.push({ at, summary: summarize(await measureWorkload(workload, targets, pace)) })
    }
    measured.push({ ...curve, points })
    print(curveTable(curve, points))
  }
  const figures = {
    machine: here,
    pace,
    curves: measured.map(({ id, axis, points }) => ({ id, axis, points })),
  }
  print(`\n${await save(only ? 'partial' : 'curves', figures, curvesChart(measured, machineLine(here)))}\n`)
  return measured.flatMap(({ points }) => points).reduce((sum, { summary }) => sum + summary.failed.length, 0)
}

/** One line for each point: every figure of every target, and how much the first target's is beside the floor's. */
function curveTable({ id, axis, figures }: Curve, points: MeasuredCurve['points']): string {
  const names = points[0]?.summary.rows.map(({ target }) => target) ?? []
  const head = [
    axis,
    ...names.flatMap((name) => figures.map(({ title }) => `${name} ${title}`)),
    'times floor',
  ]
  const rows = points.map(({ at, summary }) => {
    const cells = names.flatMap((name) => {
      const row = summary.rows.find(({ target }) => target === name)
      return figures.map(({ of }) => figure(row && of(row)))
    })
    const ratio = summary.rows.find(({ role }) => role === 'service')?.ratio
    return [figure(at, 0), ...cells, figure(ratio, 2)]
  })
  return `\n${id}\n${table([head, ...rows])}${points.map(({ summary }) => remarks(summary)).join('')}`
}
