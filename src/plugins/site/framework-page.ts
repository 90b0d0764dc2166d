import type { ControlEntry, Edition, Framework } from '../../domain/registry/framework.ts'
import { html, type Html, type HtmlValue } from '../pages/html.ts'
import { table } from '../pages/table.ts'
import { snippet } from '../pages/snippets.ts'
import { scopeText } from './scope.ts'

const STATUS_WORDS: Readonly<Record<Edition['status'], string>> = {
  current: 'current',
  'in-force': 'in force',
  superseded: 'superseded',
  repealed: 'repealed',
  draft: 'draft',
}

/** All that the registry says of a framework but the texts of its controls, which go into calls. */
export function frameworkMain(framework: Framework): Html {
  const { id, name, fullName, editions, sources, controls } = framework
  return html`<p class="crumb"><a href="/frameworks">All frameworks</a></p>
    <h1>${name}</h1>
    <p class="lead">${fullName}</p>
    ${facts(framework)}
    <h2>Scope</h2>
    <div class="prose">${scopeText(framework)}</div>
    <h2>Use it in a call</h2>
    <p class="prose">
      A call that names ${name} is grounded in it. To be sure of it, pin it: this goes into the body of the
      call, beside <code>model</code> and <code>messages</code>.
    </p>
    <div class="prose">${snippet('pin', 'Pin', `"svc": {"frameworks": ["${id}"]}`)}</div>
    ${editions.length > 0 && editionTable(editions)} ${moduleText(framework)}
    <h2>Official sources</h2>
    <ul class="sources">
      ${sources.map(({ title, url }) => html`<li><a href="${url}" rel="noreferrer">${title}</a> <span class="muted">${new URL(url).host}</span></li>`)}
    </ul>
    <h2>Controls</h2>
    <p class="prose">
      The ${controls.length.toLocaleString('en-US')} entries that the module describes, by id and
      title.${framework.undescribed.length > 0 && ' The framework itself has more.'}
    </p>
    ${controlTable(controls)}`
}

function facts(framework: Framework): Html {
  const { version, issuingBody, kind, regionLabel, jurisdictions, domain, aliases, updated, id } = framework
  const rows: (readonly [string, HtmlValue])[] = [
    ['Version', version],
    ['Authority', issuingBody],
    ['Kind', kind],
    ['Region', regionLabel],
    ['Jurisdictions', jurisdictions.join(', ')],
    ['Topics', domain.map((topic) => topic.replaceAll('-', ' ')).join(', ')],
    ['Also called', aliases.join(', ')],
    ['Id', html`<code>${id}</code>`],
    ['Last reviewed', html`<time datetime="${updated}">${updated}</time>`],
  ]
  return html`<dl class="facts">
    ${rows
      .filter(([, value]) => value !== '')
      .map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}

function editionTable(editions: readonly Edition[]): Html {
  return html`<h2 id="editions">Editions and dates</h2>
    ${table(
      { by: 'editions', heads: ['Edition', 'Date', 'Status'], read: true },
      editions.map(
        ({ id, date, status }) =>
          html`<tr>
            <th scope="row">${id}</th>
            <td class="date">${date}</td>
            <td>${STATUS_WORDS[status]}</td>
          </tr>`,
      ),
    )}`
}

/** What is injected, and the hash by which an answer names it. */
function moduleText({ parts, sha256 }: Framework): Html {
  return html`<h2 id="modules">Knowledge module</h2>
    <p class="prose">
      ${
        parts.length === 0
          ? html`It goes into a call whole. An answer tells the hash of what it was given, of this module
              <code class="hash">${sha256}</code>`
          : `It is large: its overview goes into each call, and of its ${parts.length} parts those that the conversation speaks of.`
      }
    </p>
    ${
      parts.length > 0 &&
      table(
        { by: 'modules', heads: ['Part', { number: 'Controls' }], read: true },
        parts.map(
          ({ title, controls }) =>
            html`<tr>
              <th scope="row">${title}</th>
              <td class="number">${controls.length}</td>
            </tr>`,
        ),
      )
    }`
}

function controlTable(controls: readonly ControlEntry[]): Html {
  const groups = Map.groupBy(controls, ({ group }) => group)
  return html`<div class="wide-table read" tabindex="0" role="region" aria-label="Controls">
    <table class="table controls">
      <thead>
        <tr>
          <th scope="col">Id</th>
          <th scope="col">Title</th>
        </tr>
      </thead>
      ${[...groups].map(
        ([group, entries]) =>
          html`<tbody>
            <tr class="group">
              <th scope="rowgroup" colspan="2">${group}</th>
            </tr>
            ${entries.map(
              ({ id, title }) =>
                html`<tr>
                  <th scope="row">${id}</th>
                  <td>${title}</td>
                </tr>`,
            )}
          </tbody>`,
      )}
    </table>
  </div>`
}
