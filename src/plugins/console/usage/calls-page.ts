import { dollars } from '../../../domain/ledger/dollars.ts'
import type { UsageRecord } from '../../../domain/ledger/store.ts'
import { DAY_MS } from '../../../domain/ledger/usage-sums.ts'
import { html, type Html } from '../../pages/html.ts'
import { table } from '../../pages/table.ts'
import { STATUS_WORDS } from './call-status.ts'
import { day, moment } from '../moment.ts'
import { rangeQuery, type UsageRange } from './usage-query.ts'

/** The single calls of a range, newest first: figures and names, never content. */
export function callsMain({
  range,
  calls,
  next,
  nameOf,
}: {
  range: UsageRange
  calls: readonly UsageRecord[]
  /** The address of the page with older ones. */
  next: string | undefined
  nameOf: (keyId: string) => string
}): Html {
  const query = rangeQuery(range)
  return html`<p class="crumb"><a href="/console/usage?${query}">Usage</a></p>
    <h1 id="calls">Single calls</h1>
    <p class="lead">
      ${day(range.from)} to ${day(range.to - DAY_MS)}
      (UTC)${range.keyId !== undefined && html`, ${nameOf(range.keyId)}`}, newest first. What was asked and
      answered is not kept.
    </p>
    ${
      calls.length === 0
        ? html`<p class="empty">No call in these days, or none that the history still keeps.</p>`
        : table(
            {
              by: 'calls',
              heads: [
                'Began',
                'Call',
                'Key',
                'Model',
                'Frameworks',
                'How it ended',
                { number: 'Tokens in, out' },
                { number: 'Cost' },
              ],
            },
            calls.map((call) => callRow(call, nameOf)),
          )
    }
    ${next !== undefined && html`<p><a class="btn" data-variant="outline" href="${next}">Older calls</a></p>`}`
}

function callRow(call: UsageRecord, nameOf: (keyId: string) => string): Html {
  return html`<tr>
    <td>${moment(call.startedAt)}</td>
    <td><code>${call.id}</code></td>
    <td>${nameOf(call.keyId)}</td>
    <td>${call.model}</td>
    <td>
      ${call.frameworks.length === 0 ? html`<span class="muted">none</span>` : call.frameworks.join(', ')}
    </td>
    <td>${STATUS_WORDS[call.status]}</td>
    <td class="number">
      ${call.promptTokens.toLocaleString('en-US')}, ${call.completionTokens.toLocaleString('en-US')}
    </td>
    <td class="number">${dollars(call.costMicros)}</td>
  </tr>`
}
