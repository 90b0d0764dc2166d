import { max, sum } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { DAY_MS } from '../../../domain/ledger/usage-sums.ts'
import { html, type Html } from '../../pages/html.ts'
import { day } from '../moment.ts'
import type { UsageSeries } from './usage-series.ts'

/** In pixels. Across, everything stands in percent, so that a chart is as wide as its page and its words stay readable. */
const PLOT_TOP = 18
const PLOT_BOTTOM = 200
const HEIGHT = 226

/** Days that are written below the bars. */
const LABELS = 4

/**
 * Bars over the days of a range, one colour a value. What it shows stands in the tables below too: to assistive technology it is one
 * picture with a name.
 */
export function usageChart({
  series: { shown, bars },
  title,
  labelOf,
  written,
}: {
  series: UsageSeries
  title: string
  labelOf: (value: string | null) => string
  /** An amount in words: `$1.20`, `1,204 calls`. */
  written: (amount: number) => string
}): Html {
  const most = max(bars, ({ parts }) => sum(parts)) ?? 0
  const y = scaleLinear([0, most || 1], [PLOT_BOTTOM, PLOT_TOP]).nice(4)
  const x = scaleBand(
    bars.map((_, index) => index),
    [0, 100],
  ).padding(bars.length > 40 ? 0.15 : 0.3)
  const ticks = y.ticks(4).filter((tick) => tick > 0 && tick === Math.round(tick))
  const every = Math.ceil(bars.length / LABELS)
  return html`<figure class="chart-box">
    <ul class="legend">
      ${shown.map(
        (value, index) =>
          html`<li>
            <svg aria-hidden="true" width="12" height="12">
              <rect class="series-${index}" width="12" height="12" rx="2" /></svg
            >${labelOf(value)}
          </li>`,
      )}
    </ul>
    <svg class="usage-chart" role="img" aria-label="${title}" width="100%" height="${HEIGHT}">
      ${ticks.map((tick) => html`<line class="grid" x1="0" x2="100%" y1="${px(y(tick))}" y2="${px(y(tick))}" /><text class="beside" x="-8" y="${px(y(tick) + 4)}">${written(tick)}</text>`)}
      <line class="axis" x1="0" x2="100%" y1="${PLOT_BOTTOM}" y2="${PLOT_BOTTOM}" />
      ${bars.map(({ from, days, parts }, index) => {
        const left = x(index) ?? 0
        let under = 0
        const stack = parts.map((amount, part) => {
          if (amount === 0) return undefined
          const [bottom, top] = [y(under), y(under + amount)]
          under += amount
          return html`<rect
            class="series-${part}"
            x="${percent(left)}"
            width="${percent(x.bandwidth())}"
            y="${px(top)}"
            height="${px(bottom - top)}"
            ><title>${span(from, days)}, ${labelOf(shown[part] ?? null)}: ${written(amount)}</title></rect
          >`
        })
        const label =
          index % every === 0 &&
          html`<text
            class="${index === 0 ? '' : 'middle'}"
            x="${percent(index === 0 ? left : left + x.bandwidth() / 2)}"
            y="${PLOT_BOTTOM + 18}"
            >${day(from).slice(5)}</text
          >`
        return html`${stack}${label}`
      })}
    </svg>
  </figure>`
}

/** The days of a bar. */
function span(from: number, days: number): string {
  return days === 1 ? day(from) : `${day(from)} to ${day(from + (days - 1) * DAY_MS)}`
}

function px(value: number): number {
  return Math.round(value * 10) / 10
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`
}
