import { html, type Html } from '../pages/html.ts'
import { byRegion, type FrameworkEntry, type RegionGroup } from './framework-entries.ts'

/** The longest search, in characters. */
export const QUERY_MOST = 200

/** Every framework by region, with a search that needs no script. */
export function frameworksMain(entries: readonly FrameworkEntry[]): Html {
  const groups = byRegion(entries)
  return html`${head(entries.length, '')}
    <nav class="regions" aria-label="Regions">
      <ul>
        ${groups.map(({ region, label, entries: own }) => html`<li><a href="#${region}">${label}</a> <span class="muted">${own.length}</span></li>`)}
      </ul>
    </nav>
    ${groups.map(regionSection)}`
}

/** What a search has found: by region as in the whole list, or what to do where it is nothing. */
export function foundMain({
  query,
  found,
  near,
  total,
}: {
  query: string
  found: readonly FrameworkEntry[]
  /** Those whose name is nearest to the query; where something was found, none. */
  near: readonly FrameworkEntry[]
  total: number
}): Html {
  return html`${head(total, query)}
  ${
    found.length === 0
      ? html`<div class="empty" role="status">
          <h2>Nothing goes by “${query}”</h2>
          <p>
            A framework is found by its id, its names and short names, its region, its authority and its
            topic.${near.length > 0 && html` Did you mean ${near.map(({ framework }, index) => html`${index > 0 && ' or '}<a href="/frameworks/${framework.id}">${framework.name}</a>`)}?`}
          </p>
          <p><a class="btn" data-variant="outline" href="/frameworks">Show all ${total} frameworks</a></p>
        </div>`
      : html`<p role="status">
            ${found.length === 1 ? 'One framework goes' : `${found.length} frameworks go`} by “${query}”.
            <a href="/frameworks">Show all ${total}</a>
          </p>
          ${byRegion(found).map(regionSection)}`
  }`
}

/** A search that is too long to be one. */
export function longQueryMain(query: string, total: number): Html {
  return head(total, query.slice(0, QUERY_MOST), `A search has ${QUERY_MOST} characters at most.`)
}

function head(total: number, query: string, error?: string): Html {
  return html`<h1>Frameworks</h1>
    <p class="lead">
      The ${total} frameworks that an answer can stand on. A call is grounded in those that it names, or in
      those that you pin by id.
    </p>
    <form class="form search" method="get" action="/frameworks" role="search">
      <div class="one">
        <label for="q">Search by name, region, authority or topic</label>
        <div class="row">
          <input
            class="input"
            type="search"
            id="q"
            name="q"
            value="${query}"
            maxlength="${QUERY_MOST}"
            autocomplete="off"
            ${error !== undefined && html` aria-invalid="true" aria-describedby="q-error"`}
          />
          <button class="btn">Search</button>
        </div>
        ${error !== undefined && html`<p class="error" id="q-error">${error}</p>`}
      </div>
    </form>`
}

function regionSection({ region, label, entries }: RegionGroup): Html {
  return html`<section aria-labelledby="${region}">
    <h2 id="${region}">${label}</h2>
    <ul class="entries">
      ${entries.map(
        ({ framework, scope }) =>
          html`<li>
            <h3><a href="/frameworks/${framework.id}">${framework.name}</a></h3>
            <p class="version">${framework.version}</p>
            <p>${scope}</p>
          </li>`,
      )}
    </ul>
  </section>`
}
