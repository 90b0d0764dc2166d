import type { Disclosure } from '../../../domain/grounding/disclosure.ts'
import { dollars } from '../../../domain/ledger/dollars.ts'
import { fromUsd } from '../../../domain/ledger/price.ts'
import { html, type Html } from '../../pages/html.ts'
import type { Reference } from '../../../domain/references/reference-scanner.ts'
import { table } from '../../pages/table.ts'

/** Why a module was injected, in words, by the code that the API gives. */
export const REASONS: Readonly<Record<Disclosure['frameworks'][number]['reason'], string>> = {
  pinned: 'you pinned it',
  user_message: 'your question names it',
  assistant_message: 'the answer before names it',
}

/** What an answer says of itself. */
export interface AnswerFacts {
  svc: Disclosure
  usage: { prompt_tokens: number; completion_tokens: number }
}

/**
 * What the answer stands on and what it cost, below it. The pieces are marked by what they hold (`data-slot`), since a script fills the
 * same pieces where the answer streams.
 */
export function answerFacts({ svc, usage }: AnswerFacts): Html {
  return html`${costs({
      cost: dollars(fromUsd(svc.cost_usd ?? 0) ?? 0),
      prompt: count(usage.prompt_tokens),
      completion: count(usage.completion_tokens),
    })}
    ${
      svc.warnings.length > 0 &&
      html`<h3>Warnings</h3>
        <ul class="warnings">
          ${svc.warnings.map((text) => warning(text))}
        </ul>`
    }
    <h3 id="modules">Modules</h3>
    ${
      svc.frameworks.length === 0
        ? html`<p class="muted">
            None: no framework was pinned or named, so the model answered from what it knows.
          </p>`
        : modules(
            svc.frameworks.map(({ id, name, version, reason, knowledge_tokens: tokens }) =>
              module({ id, name, version, why: REASONS[reason], tokens: count(tokens) }),
            ),
          )
    }
    ${
      (svc.references ?? []).length > 0 &&
      html`<h3>Control ids that the answer cites</h3>
        <ul class="references">
          ${svc.references?.map(reference)}
        </ul>`
    }`
}

/** The same pieces without values, for the script. */
export function answerTemplates(): Html {
  const blank = { id: '', name: '', version: '', why: '', tokens: '', framework: '' }
  return html`<template data-piece="costs">${costs({ cost: '', prompt: '', completion: '' })}</template>
    <template data-piece="warnings"
      ><h3>Warnings</h3>
      <ul class="warnings"></ul
    ></template>
    <template data-piece="warning">${warning('')}</template>
    <template data-piece="modules"
      ><h3 id="modules">Modules</h3>
      ${modules([])}</template
    >
    <template data-piece="module">${module(blank)}</template>
    <template data-piece="none"
      ><h3>Modules</h3>
      <p class="muted">
        None: no framework was pinned or named, so the model answered from what it knows.
      </p></template
    >
    <template data-piece="references"
      ><h3>Control ids that the answer cites</h3>
      <ul class="references"></ul
    ></template>
    <template data-piece="current">${known(blank)}</template>
    <template data-piece="renumbered">${moved({ ...blank, now: '' })}</template>
    <template data-piece="withdrawn">${withdrawn(blank)}</template>
    <template data-piece="unknown">${unknown(blank)}</template>`
}

function costs({ cost, prompt, completion }: { cost: string; prompt: string; completion: string }): Html {
  return html`<dl class="figures">
    <div>
      <dt>Cost</dt>
      <dd data-slot="cost">${cost}</dd>
    </div>
    <div>
      <dt>Prompt tokens</dt>
      <dd data-slot="prompt">${prompt}</dd>
    </div>
    <div>
      <dt>Completion tokens</dt>
      <dd data-slot="completion">${completion}</dd>
    </div>
  </dl>`
}

function warning(text: string): Html {
  return html`<li class="warn" data-slot="text">${text}</li>`
}

function modules(rows: readonly Html[]): Html {
  return table({ by: 'modules', heads: ['Framework', 'Version', 'Why', { number: 'Tokens' }] }, rows)
}

function module({
  id,
  name,
  version,
  why,
  tokens,
}: Record<'id' | 'name' | 'version' | 'why' | 'tokens', string>): Html {
  return html`<tr>
    <th scope="row"><a data-slot="name" data-link="/frameworks/" href="/frameworks/${id}">${name}</a></th>
    <td data-slot="version">${version}</td>
    <td data-slot="why">${why}</td>
    <td class="number" data-slot="tokens">${tokens}</td>
  </tr>`
}

/** One whose it is may be in doubt; it exists all the same. */
function reference({ id, framework, status, moved_to: now = [] }: Reference): Html {
  if (status === 'renumbered') return moved({ id, framework, now: now.join(', ') })
  if (status === 'withdrawn') return withdrawn({ id, framework })
  return status === 'unknown' ? unknown({ id, framework }) : known({ id, framework })
}

function moved({ id, framework, now }: Record<'id' | 'framework' | 'now', string>): Html {
  return html`<li>
    <code data-slot="id">${id}</code> <span class="muted" data-slot="framework">${framework}</span>
    <span class="warn">an older edition’s; today <code data-slot="now">${now}</code></span>
  </li>`
}

function withdrawn({ id, framework }: Record<'id' | 'framework', string>): Html {
  return html`<li>
    <code data-slot="id">${id}</code> <span class="muted" data-slot="framework">${framework}</span>
    <span class="warn">withdrawn</span>
  </li>`
}

function known({ id, framework }: { id: string; framework: string }): Html {
  return html`<li>
    <code data-slot="id">${id}</code> <span class="muted" data-slot="framework">${framework}</span>
    <span class="good">known</span>
  </li>`
}

function unknown({ id, framework }: { id: string; framework: string }): Html {
  return html`<li>
    <code data-slot="id">${id}</code> <span class="muted" data-slot="framework">${framework}</span>
    <span class="warn">not in the framework</span>
  </li>`
}

function count(figure: number): string {
  return figure.toLocaleString('en-US')
}
