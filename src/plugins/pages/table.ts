import { html, type Html, type HtmlValue } from './html.ts'

/** The head of a column; of a column of numbers, as such. */
export type Head = HtmlValue | { number: string }

/**
 * A table that scrolls sideways where it is wider than its page, by the keyboard as well. It is named by the heading whose id is `by`, or
 * by `label`. `read`: no wider than a text is read.
 */
export function table(
  { by, label, heads, read = false }: { by?: string; label?: string; heads: readonly Head[]; read?: boolean },
  rows: HtmlValue,
): Html {
  const name = by === undefined ? html`aria-label="${label}"` : html`aria-labelledby="${by}"`
  return html`<div class="wide-table ${read && ' read'}" tabindex="0" role="region" ${name}>
    <table class="table">
      <thead>
        <tr>
          ${heads.map((head) => (isNumber(head) ? html`<th scope="col" class="number">${head.number}</th>` : html`<th scope="col">${head}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

function isNumber(head: Head): head is { number: string } {
  return typeof head === 'object' && head !== null && 'number' in head
}
