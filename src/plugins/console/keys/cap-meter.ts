import { dollars } from '../../../domain/ledger/dollars.ts'
import type { WindowSpend } from '../../../domain/ledger/store.ts'
import { html, type Html } from '../../pages/html.ts'
import { moment } from '../moment.ts'

/** How much of one cap is spent and held, as a bar and in words, and when it begins anew. */
export function capMeter({ window, limitMicros, spentMicros, heldMicros, resetsAt }: WindowSpend): Html {
  if (limitMicros === null) return html``
  const of = (micros: number): number =>
    limitMicros === 0 ? 100 : Math.min(100, Math.round((micros * 1_000) / limitMicros) / 10)
  const spent = of(spentMicros)
  const held = Math.min(100 - spent, of(heldMicros))
  return html`<div class="meter">
    <span
      >${dollars(spentMicros)} of ${dollars(limitMicros)} this
      ${window}${heldMicros > 0 && html`, ${dollars(heldMicros)} held`}</span
    >
    <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none">
      <rect class="spent" width="${spent}" height="4" />
      <rect class="held" x="${spent}" width="${held}" height="4" />
    </svg>
    <span class="muted">begins anew ${moment(resetsAt)}</span>
  </div>`
}
