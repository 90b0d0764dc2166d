import { FEED_SUMMARIES } from '../../domain/feeds/feed-content.ts'
import { MAX_PINS } from '../../domain/grounding/grounding.ts'
import { toUsd } from '../../domain/ledger/price.ts'
import type { Model, Region } from '../../domain/models/models.ts'
import { REGION_LABELS, REGIONS } from '../../domain/registry/regions.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import type { Upstream } from '../../domain/upstream/upstream.ts'
import { html, type Html, type HtmlValue } from '../pages/html.ts'
import { table } from '../pages/table.ts'
import { callSnippets } from '../pages/snippets.ts'

/** What the front page tells of, all of it as the code enforces it. */
export interface FrontParts {
  registry: Registry
  models: readonly Model[]
  upstreams: Readonly<Record<Region, Pick<Upstream, 'available'>>>
  /** The base URL that an SDK is given. */
  apiUrl: string
  consoleHref: string | undefined
  /** Whether no model is configured, so that the built-in responder answers. */
  builtIn: boolean
}

/** What the service is, how a first call goes, what it knows, costs and keeps. */
export function frontMain(parts: FrontParts): Html {
  const { registry, apiUrl, consoleHref, builtIn } = parts
  const total = registry.frameworks.length
  return html`<div class="hero">
      <h1>Compliance answers that say what they stand on</h1>
      <p>
        Point an OpenAI SDK at this service and ask about ISO 27001, DORA or HIPAA. It finds the frameworks
        that you name, or takes the ones that you pin, puts its own maintained knowledge of each before the
        model, and tells you exactly what it used. It bills prepaid credit that cannot be overspent, and keeps
        nothing of what was said.
      </p>
      ${
        builtIn &&
        html`<p class="muted">
          This instance has no model behind it: its built-in responder quotes the entries that fit a question,
          with their ids.
        </p>`
      }
      <div class="row">
        ${consoleHref !== undefined && html`<a class="btn" href="${consoleHref}">Get a key</a>`}
        <a class="btn" data-variant="outline" href="/frameworks">Browse ${total} frameworks</a>
        <a class="btn" data-variant="outline" href="/docs/">API reference</a>
      </div>
    </div>
    <h2>A first call</h2>
    <p class="prose">
      ${
        consoleHref === undefined
          ? 'Ask who runs this service for a key.'
          : html`Create a key in the <a href="${consoleHref}">console</a>.`
      }
      It starts with <code>sk-svc-</code>; put it in the place of <code>YOUR_KEY</code>. Beside the answer,
      <code>svc</code> lists each module that was injected, with its version and the reason, the control ids
      that the answer cites, and what the call cost.
    </p>
    <div class="stack snippets">${callSnippets(apiUrl, 'YOUR_KEY')}</div>
    ${catalog(registry)} ${prices(parts)} ${kept(consoleHref !== undefined)} ${forPrograms()}`
}

function catalog({ frameworks }: Registry): Html {
  const controls = frameworks.reduce((sum, { controlIds }) => sum + controlIds.length, 0)
  const sources = frameworks.reduce((sum, framework) => sum + framework.sources.length, 0)
  const regions = REGIONS.map((region) => ({
    region,
    count: frameworks.filter((framework) => framework.region === region).length,
  })).filter(({ count }) => count > 0)
  return html`<h2>What it knows</h2>
    <dl class="figures">
      ${figure('Frameworks', frameworks.length)} ${figure('Controls described', controls)}
      ${figure('Official sources', sources)}
    </dl>
    <ul class="tiles">
      ${regions.map(({ region, count }) => html`<li><a href="/frameworks#${region}">${REGION_LABELS[region]}</a> <span class="muted">${count}</span></li>`)}
    </ul>
    <p class="prose">
      Name a framework in your question, or pin up to ${MAX_PINS} by id. Each
      <a href="/frameworks">has a page</a>
      with its scope, version, controls and official sources.
    </p>`
}

function figure(term: string, value: number): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value.toLocaleString('en-US')}</dd>
  </div>`
}

function prices({ models, upstreams }: FrontParts): Html {
  return html`<h2 id="prices">What it costs</h2>
    ${table(
      {
        by: 'prices',
        heads: [
          'Model',
          'Kind',
          { number: 'USD per million input tokens' },
          { number: 'USD per million output tokens' },
        ],
        read: true,
      },
      models.map(
        ({ alias, kind, region, inputRate, outputRate }) =>
          html`<tr>
            <th scope="row"><code>${alias}</code></th>
            <td>
              ${kind === 'fast' ? 'fast' : 'reasons first'}${region === 'eu' && ', on the EU path alone'}${!upstreams[region].available && ' (not set up here)'}
            </td>
            <td class="number">${toUsd(inputRate)}</td>
            <td class="number">${toUsd(outputRate)}</td>
          </tr>`,
      ),
    )}
    <p class="prose">
      Calls are paid from prepaid credit, to the millionth of a dollar. An answer’s header
      <code>x-svc-cost-max</code> says before its first token what the call can cost at most. A call that is
      refused, or fails by our or the model’s fault, costs nothing. A key may have caps for each hour, day,
      week and month; they hold however many calls run at one time.
    </p>`
}

function kept(accounts: boolean): Html {
  return html`<h2>What is kept, and what is not</h2>
    <div class="halves">
      <div>
        <h3>Kept</h3>
        <ul>
          <li>Of each call: when, its model, frameworks, tokens, cost and outcome.</li>
          <li>Of each key: its name, its caps, its last four characters and a hash of it.</li>
          <li>Of credit: each grant and each charge.</li>
          <li>Of each request: one line in the log of who runs the service, without what was said.</li>
          ${accounts && html`<li>Of a person who signs in: the e-mail address, the way of signing in, the sessions, and a log of what was changed.</li>`}
        </ul>
      </div>
      <div>
        <h3>Not kept</h3>
        <ul>
          <li>Prompts and answers: not in a database, a log, a metric or an error.</li>
          <li>Keys: the secret is shown once.</li>
          <li>Visitors: these pages set no cookie before you sign in, and ask no other host for anything.</li>
        </ul>
      </div>
    </div>`
}

function forPrograms(): Html {
  const more: (readonly [string, HtmlValue])[] = [
    ['/openapi.json', 'The model API as an OpenAPI 3.1 document'],
    [
      '/docs/#/Registry',
      'The registry as an API: search, crosswalks, editions, deadlines, references, OSCAL; free with a key',
    ],
    ['/llms.txt', 'A short map of all this for language models'],
    ...Object.entries(FEED_SUMMARIES).map(([name, words]) => [`/api/public/${name}/v1`, words] as const),
  ]
  return html`<h2>For programs</h2>
    <p class="prose">Public feeds of the product’s facts, in JSON, without a key.</p>
    <dl class="facts">
      ${more.map(
        ([path, words]) =>
          html`<div>
            <dt><a href="${path}">${path}</a></dt>
            <dd>${words}</dd>
          </div>`,
      )}
    </dl>`
}
