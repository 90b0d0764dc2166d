import { sortOf } from '../../../domain/keys/key-sort.ts'
import type { ApiKey } from '../../../domain/ledger/store.ts'
import { html, type Html } from '../../pages/html.ts'
import { callSnippets } from '../../pages/snippets.ts'
import { moment } from '../moment.ts'

/** The secret, this once, and what to do with it. */
export function secretMain({
  key,
  secret,
  apiUrl,
  mcpUrl,
}: {
  key: ApiKey
  secret: string
  apiUrl: string
  mcpUrl: string
}): Html {
  const sort = sortOf(key)
  const path = `/console/${sort}s/${key.id}`
  return html`<reveal-once data-path="${path}"></reveal-once>
    <h1>Copy the ${sort} now</h1>
    <p class="lead">
      This is the only time that it is shown: only a hash of it is
      kept.${key.previousUntil !== null && html` The old secret works until ${moment(key.previousUntil)}.`}
    </p>
    <div class="stack prose">
      <div class="row">
        <code class="secret" id="secret">${secret}</code
        ><copy-button for="secret" data-label="Copy the ${sort}"></copy-button>
      </div>
      ${
        sort === 'key' &&
        html`<h2>Try it</h2>
          ${callSnippets(apiUrl, secret)}`
      }
      ${sort === 'token' && html`<p>Connect an assistant to <code>${mcpUrl}</code> with it.</p>`}
      <p>
        In a program, keep the ${sort} in an environment variable or a secret store, not in the code. If it
        leaks, <a href="${path}">revoke it</a>.
      </p>
      <p><a class="btn" href="${path}">I have copied it</a></p>
    </div>`
}
