import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import { operatorNav } from './operator-page.ts'

/** One fact of the process, and whether it is as it should be. */
export interface HealthFact {
  label: string
  value: HtmlValue
  good: boolean
}

/** How this instance does. */
export function healthMain(facts: readonly HealthFact[]): Html {
  return html`${operatorNav()}
    <h1 id="health">Health</h1>
    <p class="lead">
      This instance, at this moment. The same figures over time are at <code>/metrics</code>.
    </p>
    <div class="wide-table" tabindex="0" role="region" aria-labelledby="health">
      <table class="table">
        <tbody>
          ${facts.map(
            ({ label, value, good }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td><span class="${good ? 'good' : 'warn'}">${good ? '●' : '▲'}</span> ${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}
