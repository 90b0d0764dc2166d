import type { Curve, CurveFigure } from '../workloads/curves.ts'
import { drawing, heading, legend, line, rounded, text } from './drawing.ts'
import type { Row, Summary } from './summary.ts'

/** A curve with what was measured at each of its points. */
export type MeasuredCurve = Omit<Curve, 'points'> & { points: { at: number; summary: Summary }[] }

/** One small picture: one figure over one thing that grows. */
interface Panel {
  axis: string
  figure: CurveFigure
  points: MeasuredCurve['points']
}

interface Place {
  x: number
  y: number
}

const COLUMNS = 3
const PANEL_WIDTH = 250
const PANEL_HEIGHT = 200
const TOP = 64
/** The plot inside its panel. */
const PLOT = { left: 56, top: 34, width: 176, height: 116 }

/** Small pictures of one size. Points stand evenly, as they grow by factors. */
export function curvesChart(curves: readonly MeasuredCurve[], subtitle: string): string {
  const panels = curves.flatMap(({ axis, figures, points }) =>
    figures.map((figure): Panel => ({ axis, figure, points })),
  )
  const targets = [...new Set(panels.flatMap(({ points }) => points.flatMap(targetsOf)))]
  const elements = panels.flatMap((panel, index) => {
    const y = TOP + Math.floor(index / COLUMNS) * PANEL_HEIGHT
    return drawPanel(panel, targets, { x: (index % COLUMNS) * PANEL_WIDTH + 10, y })
  })
  const title = 'How the cost grows'
  const width = COLUMNS * PANEL_WIDTH + 20
  return drawing({
    width,
    height: TOP + Math.ceil(panels.length / COLUMNS) * PANEL_HEIGHT,
    title,
    description: panels.map((panel) => sentence(panel, targets)).join(' '),
    elements: [...heading(title, subtitle), ...legend(targets, width), ...elements],
  })
}

function drawPanel({ axis, figure, points }: Panel, targets: readonly string[], { x, y }: Place): string[] {
  const left = x + PLOT.left
  const bottom = y + PLOT.top + PLOT.height
  const across = (index: number): number => left + (PLOT.width * (index + 0.5)) / points.length
  const values = points.flatMap(({ summary }) => summary.rows.flatMap((row) => figure.of(row) ?? []))
  const { share, ticks } = scaleOf(values)
  const up = (value: number): number => bottom - PLOT.height * share(value)
  const path = (target: string): string =>
    points
      .map(({ summary }, index) => [across(index), valueOf(summary, target, figure)] as const)
      .flatMap(([at, value]) => (value === undefined ? [] : [`${rounded(at)},${rounded(up(value))}`]))
      .join(' ')
  return [
    text(x + 10, y + 14, figure.title),
    ...ticks.flatMap((tick) => [
      line('axis', left, up(tick), left + PLOT.width, up(tick)),
      text(left - 6, up(tick) + 4, short(tick), { style: 'quiet', anchor: 'end' }),
    ]),
    ...points.map(({ at }, index) =>
      text(across(index), bottom + 15, count(at), { style: 'quiet', anchor: 'middle' }),
    ),
    text(left + PLOT.width / 2, bottom + 31, axis, { style: 'quiet', anchor: 'middle' }),
    ...targets.map((target, index) => `<polyline class="line c${index}" points="${path(target)}"/>`),
  ]
}

/** Where a value stands between bottom (0) and top (1): by its logarithm where the values differ much, else from zero. */
function scaleOf(values: readonly number[]): { share: (value: number) => number; ticks: number[] } {
  const most = Math.max(...values)
  const least = Math.min(...values)
  if (least <= 0 || most / least < 20) {
    return { share: (value) => value / most, ticks: [0, most / 2, most] }
  }
  const low = Math.floor(Math.log10(least))
  const high = Math.ceil(Math.log10(most))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return { share: (value) => (Math.log10(value) - low) / (high - low), ticks }
}

function targetsOf({ summary }: MeasuredCurve['points'][number]): string[] {
  return summary.rows.map(({ target }) => target)
}

function valueOf({ rows }: Summary, target: string, { of }: CurveFigure): number | undefined {
  const row = rows.find((one: Row) => one.target === target)
  return row && of(row)
}

function sentence({ axis, figure, points }: Panel, targets: readonly string[]): string {
  const parts = targets.flatMap((target) => {
    const values = points.flatMap(({ at, summary }) => {
      const value = valueOf(summary, target, figure)
      return value === undefined ? [] : [`${at}: ${short(value)}`]
    })
    return values.length > 0 ? [`${target} ${values.join(', ')}`] : []
  })
  return `${figure.title} by ${axis}: ${parts.join('; ')}.`
}

function count(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
}

function short(value: number): string {
  return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 })
}
