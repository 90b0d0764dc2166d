import type { Bench } from './bench.ts'
import { measureWorkload } from './measure/measure-workload.ts'
import type { Options } from './options.ts'
import { curvesChart, type MeasuredCurve } from './report/curves-chart.ts'
import { machine, machineLine } from './report/machine.ts'
import { save } from './report/save.ts'
import { summarize } from './report/summary.ts'
import { figure, remarks, table } from './report/table.ts'
import { CURVES, type Curve } from './workloads/curves.ts'

/**
 * Measures how the cost grows with each thing, prints a table of each, and saves all.
 * @returns how many targets or measurements failed
 */
export async function runCurves({ only, pace }: Options, { targets, folder, print }: Bench): Promise<number> {
  const here = machine()
  print(`${machineLine(here)}\n`)
  // Other gateways have no curves: half of what grows is ours alone.
  const own = targets.filter(({ role }) => role !== 'peer')
  const measured: MeasuredCurve[] = []
  for (const curve of CURVES.filter(({ id }) => only?.includes(id) ?? true)) {
    const points: MeasuredCurve['points'] = []
    for (const { at, workload } of curve.points) {
      points.push({ at, summary: summarize(await measureWorkload(workload, own, pace)) })
    }
    measured.push({ ...curve, points })
    print(curveTable(curve, points))
  }
  const figures = {
    machine: here,
    pace,
    curves: measured.map(({ id, axis, points }) => ({ id, axis, points })),
  }
  const svg = curvesChart(measured, machineLine(here))
  print(`\n${await save(folder, only ? 'partial' : 'curves', figures, svg)}\n`)
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
  const summaries = points.map(({ summary }) => summary)
  const remarked = remarks({
    skipped: [],
    failed: summaries.flatMap(({ failed }) => failed),
    othersCores: Math.max(...summaries.map(({ othersCores }) => othersCores)),
  })
  return `\n${id}\n${table([head, ...rows])}${remarked}`
}
