import { dollars } from '../../../domain/ledger/dollars.ts'
import { fromUsd } from '../../../domain/ledger/price.ts'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import type { ApiKey } from '../../../domain/ledger/store.ts'
import type { Model } from '../../../domain/models/models.ts'
import type { Framework } from '../../../domain/registry/framework.ts'
import { box, select } from '../../pages/field.ts'
import { html, type Html, type HtmlValue } from '../../pages/html.ts'
import type { FormErrors } from '../form.ts'
import { answerFacts, answerTemplates, REASONS, type AnswerFacts } from './answer-facts.ts'
import { BROKEN_OFF } from './refused.ts'
import { QUESTION_MAX, type PlaygroundTexts } from './playground-form.ts'

/** What a question came to, where the whole page answers it. */
export type PlaygroundOutcome =
  | { kind: 'price'; words: string; modules: readonly string[] }
  /** `maxTokens` where the answer was kept shorter than the model's usual length. */
  | { kind: 'answer'; text: string; facts: AnswerFacts; maxTokens?: number }
  | { kind: 'refused'; words: string }
  | { kind: 'sent-before' }

export interface PlaygroundPage {
  formId: string
  texts: PlaygroundTexts
  errors: FormErrors
  models: readonly Model[]
  keys: readonly ApiKey[]
  frameworks: readonly Framework[]
  /** Whether answers can be shown as they come. */
  streaming: boolean
  freeMicros: number
  topUpUrl: string | undefined
  outcome: PlaygroundOutcome | undefined
}

/** Said where a form comes that was sent before. */
export const SENT_TWICE =
  'This form was sent twice. The question was asked once; what came of it is not kept. Ask again if you want.'

/** Said of an answer that was given fewer tokens than usual. */
const SHORTENED =
  'The answer could have N tokens at most: credit, a cap or the window of the model leaves no room for more.'

/** Where a person asks a question and sees what an API caller would be told. */
export function playgroundMain(page: PlaygroundPage): Html {
  const { keys, freeMicros, topUpUrl, outcome, streaming } = page
  return html`<h1>Playground</h1>
    <p class="lead">
      Ask as a program would. The answer is charged to the key that you choose, whose caps hold. Neither
      question nor answer is kept: leave the page, and both are gone.
    </p>
    ${freeMicros <= 0 && html`<p class="alert" role="note">Your credit is used up or held, so no call can be made now.${topUpUrl !== undefined && html` <a href="${topUpUrl}">Add credit</a>`}</p>`}
    ${
      keys.length === 0
        ? noKey()
        : html`<play-ground
            class="stack"
            data-streaming="${String(streaming)}"
            data-reasons="${JSON.stringify(REASONS)}"
            data-shortened="${SHORTENED}"
            data-broken="${JSON.stringify(BROKEN_OFF)}"
          >
            ${askForm(page)} ${shown(outcome)} ${answerTemplates()}
          </play-ground>`
    }`
}

function noKey(): Html {
  return html`<div class="empty">
    <h2>A key pays for the answer</h2>
    <p>Create one, with a cap if you like, and come back.</p>
    <p><a class="btn" data-variant="outline" href="/console/keys/new">Create a key</a></p>
  </div>`
}

function askForm({ formId, texts, errors, models, keys, frameworks }: PlaygroundPage): Html {
  const error = errors['question']
  return html`<form class="form" method="post" action="/console/playground" novalidate>
    <input type="hidden" name="form" value="${formId}" />
    ${errors[''] !== undefined && html`<p class="error" role="alert">${errors['']}</p>`}
    <div class="one">
      <label for="question">Question</label>
      <textarea
        class="textarea"
        id="question"
        name="question"
        rows="5"
        maxlength="${QUESTION_MAX}"
        ${error !== undefined && html` aria-invalid="true" aria-describedby="question-error"`}
      >
${texts.question}</textarea>
      ${error !== undefined && html`<p class="error" id="question-error">${error}</p>`}
    </div>
    <fieldset class="choices">
      <legend class="sr-only">How it is asked</legend>
      ${select(
        { name: 'model', label: 'Model', error: errors['model'] },
        models.map(({ alias }) => ({ value: alias, label: alias })),
        texts.model,
      )}
      ${select(
        { name: 'key', label: 'Key that pays', error: errors['key'] },
        keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} (…${lastFour})` })),
        texts.key,
      )}
    </fieldset>
    ${pinPicker(frameworks, texts.pins, errors['pins'])}
    <div class="actions">
      <button class="btn" name="action" value="ask">Ask</button>
      <button class="btn" data-variant="outline" type="button" data-stop hidden>Stop</button>
      <noscript
        ><button class="btn" data-variant="outline" name="action" value="price">
          What can it cost at most?
        </button></noscript
      >
      <p class="price muted" data-price role="status"></p>
    </div>
  </form>`
}

/** A picker over the catalog: a list of boxes, which a script narrows while one types. */
function pinPicker(
  frameworks: readonly Framework[],
  pinned: readonly string[],
  error: string | undefined,
): Html {
  const chosen = new Set(pinned)
  return html`<details class="pins" ${(chosen.size > 0 || error !== undefined) && html` open`}>
    <summary>
      Pin frameworks <span class="muted" data-pinned>${chosen.size > 0 && `(${chosen.size} pinned)`}</span>
    </summary>
    <p class="hint">
      At most ${MAX_PINS}. Without a pin, the frameworks that the question names are found and injected.
    </p>
    ${error !== undefined && html`<p class="error" id="pins-error">${error}</p>`}
    <div class="one" data-narrow hidden>
      <label for="narrow">Narrow the list</label>
      <input class="input" id="narrow" type="search" autocomplete="off" maxlength="100" />
    </div>
    <ul class="pin-list" ${error !== undefined && html` aria-describedby="pins-error"`}>
      ${frameworks.map(({ id, name, version }) => {
        const label = html`${name} <span class="muted small">${version}</span>`
        return html`<li>${box({ name: 'pins', value: id, ticked: chosen.has(id) }, label)}</li>`
      })}
    </ul>
  </details>`
}

/** The outcome, or the places that a script fills. */
function shown(outcome: PlaygroundOutcome | undefined): HtmlValue {
  const answer = outcome?.kind === 'answer' ? outcome : undefined
  return html`<p class="alert" data-notice role="status" ${noticeOf(outcome) === undefined && html` hidden`}>
      ${noticeOf(outcome)}
    </p>
    <section class="answer-part stack" aria-labelledby="answer-title" data-answer ${!answer && html` hidden`}>
      <h2 id="answer-title">Answer</h2>
      <div class="answer prose" data-text>${answer && html`<div class="plain">${answer.text}</div>`}</div>
      <div data-facts>${answer && answerFacts(answer.facts)}</div>
    </section>`
}

function noticeOf(outcome: PlaygroundOutcome | undefined): HtmlValue {
  switch (outcome?.kind) {
    case 'price':
      return html`${outcome.words}${outcome.modules.length > 0 && ` Injected: ${outcome.modules.join(', ')}.`}`
    case 'refused':
      return outcome.words
    case 'sent-before':
      return SENT_TWICE
    case 'answer':
      return outcome.maxTokens === undefined ? undefined : SHORTENED.replace('N', String(outcome.maxTokens))
    case undefined:
      return undefined
  }
}

/** What a call can cost at most, in a sentence. */
export function priceWords(usd: number | null): string {
  return usd === null ? '' : `It can cost at most ${dollars(fromUsd(usd) ?? 0)}.`
}
