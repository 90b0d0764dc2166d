import { drawing, heading, legend, line, rounded, text } from './drawing.ts'
import type { Row, Summary } from './summary.ts'

const WIDTH = 760
const LEFT = 290
/** Room for the figure behind the longest bar. */
const RIGHT = 70
const BAR = 14
const GAP = 4
const GROUP_GAP = 14
const TOP = 84

/** No bar is longer than so many times the floor: one that is says so, and the short ones can still be told apart. */
const MOST = 15

/** One bar for each target and workload: CPU as a multiple of the floor's. */
export function ratioChart(summaries: readonly Summary[], subtitle: string): string {
  const groups = summaries
    .map((summary) => ({
      summary,
      rows: summary.rows.filter(({ role, ratio }) => role !== 'floor' && ratio),
    }))
    .filter(({ rows }) => rows.length > 0)
  const all = groups.flatMap(({ rows }) => rows)
  const targets = [...new Set(all.map(({ target }) => target))]
  const most = Math.min(MOST, Math.max(2, ...all.map(({ ratio = 0 }) => ratio)))
  const scale = (WIDTH - LEFT - RIGHT) / most

  const elements: string[] = []
  let y = TOP
  for (const { summary, rows } of groups) {
    const height = rows.length * (BAR + GAP) - GAP
    elements.push(...label(summary, y + height / 2))
    for (const row of rows) {
      elements.push(...bar(row, targets.indexOf(row.target), y, scale))
      y += BAR + GAP
    }
    y += GROUP_GAP - GAP
  }
  const floorX = LEFT + scale
  const title = 'CPU beside the floor'
  const frame = [
    ...heading(title, subtitle),
    ...legend(targets, WIDTH),
    text(floorX, TOP - 8, 'floor', { style: 'quiet', anchor: 'middle' }),
    line('floor', floorX, TOP - 4, floorX, y - GROUP_GAP + 4),
    line('axis', LEFT, TOP - 4, LEFT, y - GROUP_GAP + 4),
  ]
  return drawing({
    width: WIDTH,
    height: y + 6,
    title,
    description: groups.map(({ summary, rows }) => sentence(summary, rows)).join(' '),
    elements: [...frame, ...elements],
  })
}

function label({ id, title }: Summary, middle: number): string[] {
  return [text(20, middle + 4, id), text(62, middle + 4, title, { style: 'quiet' })]
}

function bar({ ratio = 0 }: Row, colour: number, y: number, scale: number): string[] {
  const width = rounded(Math.min(MOST, ratio) * scale)
  const cut = ratio > MOST ? ' →' : ''
  return [
    `<rect class="c${colour}" x="${LEFT}" y="${y}" width="${width}" height="${BAR}"/>`,
    text(LEFT + width + 6, y + BAR - 3, times(ratio) + cut, { style: 'value' }),
  ]
}

function sentence({ id, title }: Summary, rows: readonly Row[]): string {
  return `${id}, ${title}: ${rows.map(({ target, ratio = 0 }) => `${target} ${times(ratio)} times the floor`).join(', ')}.`
}

function times(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 2 : 1)
}
