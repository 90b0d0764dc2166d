import { dollars } from '../../../domain/ledger/dollars.ts'
import { DAY_MS, type UsageSum, type UsageSumsBy } from '../../../domain/ledger/usage-sums.ts'
import { field, select } from '../../pages/field.ts'
import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import { table, type Head } from '../../pages/table.ts'
import type { FormErrors } from '../form.ts'
import { day } from '../moment.ts'
import { usageChart } from './usage-chart.ts'
import { BY, MEASURES, rangeQuery, usualRanges, type Measure, type UsageQuestion } from './usage-query.ts'
import { addUp, byDay, measured, usageSeries, type Figures } from './usage-series.ts'

/** Up to so many days are shown at once; more are folded away. */
const DAYS_OPEN = 14

export interface UsagePage {
  question: UsageQuestion
  errors: FormErrors
  /** The days as they were typed. */
  texts: { from: string; to: string }
  now: number
  /** The path of this page. */
  path: string
  /** Where single calls and the CSV are; of somebody else's account there is neither. */
  calls?: { page: string; csv: string }
  heading: HtmlValue
  /** By the value asked for. */
  sums: readonly UsageSum[]
  /** Each call once. */
  all: readonly UsageSum[]
  labelOf: (by: UsageSumsBy, value: string) => string
  keys: readonly { value: string; label: string }[]
}

/** What was spent: a range to choose, a chart, and the same in tables. */
export function usageMain(page: UsagePage): Html {
  const { question, calls, heading, all } = page
  const total = addUp(all)
  const query = rangeQuery(question)
  return html`<div class="row between">
      <div>
        ${heading}
        <p class="lead">Days are UTC days. A call counts on the day on which it began, once it has ended.</p>
      </div>
      ${
        calls &&
        html`<div class="row">
          <a class="btn" data-variant="outline" href="${calls.page}?${query}">Single calls</a>
          <a class="btn" data-variant="outline" href="${calls.csv}?${query}" download>Download CSV</a>
        </div>`
      }
    </div>
    ${rangeForm(page)}
    <dl class="figures">
      <div>
        <dt>Cost</dt>
        <dd>${dollars(total.costMicros)}</dd>
      </div>
      <div>
        <dt>Calls</dt>
        <dd>${count(total.calls)}</dd>
      </div>
      <div>
        <dt>Prompt tokens</dt>
        <dd>${count(total.promptTokens)}</dd>
      </div>
      <div>
        <dt>Completion tokens</dt>
        <dd>${count(total.completionTokens)}</dd>
      </div>
    </dl>
    ${total.calls === 0 ? nothing() : figures(page, total)}`
}

function nothing(): Html {
  return html`<div class="empty">
    <h2>No call in these days</h2>
    <p>Choose other days, or make a call: <a href="/console/keys">create a key</a> and run its snippet.</p>
  </div>`
}

function rangeForm({ question, errors, texts, now, path, keys }: UsagePage): Html {
  const { by, measure, keyId } = question
  return html`<form class="form" method="get" action="${path}" novalidate>
      <fieldset class="range">
        <legend class="sr-only">Which calls</legend>
        ${field({ name: 'from', label: 'From', type: 'date', value: texts.from, error: errors['from'] })}
        ${field({ name: 'to', label: 'To', type: 'date', value: texts.to, error: errors['to'] })}
        ${select({ name: 'by', label: 'By' }, BY, by)}
        ${select({ name: 'measure', label: 'Count' }, MEASURES, measure)}
        ${select({ name: 'key', label: 'Key' }, [{ value: '', label: 'All keys' }, ...keys], keyId ?? '')}
        <div class="one end"><button class="btn">Show</button></div>
      </fieldset>
    </form>
    <nav class="row ranges" aria-label="Usual ranges">
      ${usualRanges(now).map(({ label, from, to }) => {
        const here = from === question.from && to === question.to
        const query = `${rangeQuery({ from, to, keyId })}&by=${by}&measure=${measure}`
        return html`<a href="${path}?${query}" ${here && html` aria-current="true"`}>${label}</a>`
      })}
    </nav>`
}

function figures({ question, sums, all, labelOf }: UsagePage, total: Figures): Html {
  const { by, measure } = question
  const series = usageSeries(sums, question, measure)
  const byWords = BY.find(({ value }) => value === by)?.label ?? ''
  const measureWords = MEASURES.find(({ value }) => value === measure)?.label ?? ''
  const days = byDay(all)
  const last = question.to - DAY_MS
  return html`<h2 id="by">${measureWords} by ${byWords.toLowerCase()}</h2>
    ${usageChart({
      series,
      title: `${measureWords} by ${byWords.toLowerCase()}, ${day(question.from)} to ${day(last)}; the tables below say the same`,
      labelOf: (value) => (value === null ? 'All others' : labelOf(by, value)),
      written: (amount) => written(amount, measure),
    })}
    ${table(
      { by: 'by', heads: [byWords, ...FIGURE_HEADS, { number: 'Share' }] },
      series.totals.map(
        (row) =>
          html`<tr>
            <th scope="row">${labelOf(by, row.value)}</th>
            ${figureCells(row)}
            <td class="number">${share(measured(row, measure), measured(total, measure))}</td>
          </tr>`,
      ),
    )}
    ${by === 'framework' && html`<p class="small muted">A call about two frameworks counts under both.</p>`}
    <h2 id="days">Day by day</h2>
    <details ${days.length <= DAYS_OPEN && html` open`}>
      <summary>${days.length === 1 ? 'One day' : `${days.length} days`} with calls</summary>
      ${table(
        { by: 'days', heads: ['Day', ...FIGURE_HEADS] },
        days.map(
          (row) =>
            html`<tr>
              <th scope="row">${day(row.day)}</th>
              ${figureCells(row)}
            </tr>`,
        ),
      )}
    </details>`
}

const FIGURE_HEADS: readonly Head[] = [
  { number: 'Calls' },
  { number: 'Prompt tokens' },
  { number: 'Completion tokens' },
  { number: 'Cost' },
]

function figureCells({ calls, promptTokens, completionTokens, costMicros }: Figures): Html {
  return html`<td class="number">${count(calls)}</td>
    <td class="number">${count(promptTokens)}</td>
    <td class="number">${count(completionTokens)}</td>
    <td class="number">${dollars(costMicros)}</td>`
}

function count(figure: number): string {
  return figure.toLocaleString('en-US')
}

function written(amount: number, measure: Measure): string {
  return measure === 'cost' ? dollars(amount) : count(amount)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
}
