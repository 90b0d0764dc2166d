import { html, type Html } from './html.ts'
import type { PageRefusal } from './page-refusal.ts'

/** What stands on the page of a refusal. */
export function refusalMain({ heading, message, next }: PageRefusal): Html {
  return html`<div class="narrow stack">
    <div>
      <h1>${heading}</h1>
      <p class="lead">${message}</p>
    </div>
    ${next && html`<p><a class="btn" href="${next.href}">${next.label}</a></p>`}
  </div>`
}
