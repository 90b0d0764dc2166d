import { html, type Html, type HtmlValue } from './html.ts'

export interface Field {
  name: string
  label: string
  value?: string
  type?: 'text' | 'email' | 'datetime-local' | 'date'
  /** What stands below, before anything went wrong. */
  hint?: HtmlValue
  error?: string | undefined
  /** More attributes, as the browser knows them. */
  autocomplete?: string
  inputmode?: 'decimal' | 'numeric' | 'email'
  maxlength?: number
  required?: boolean
  autofocus?: boolean
  placeholder?: string
}

/** A line to type into: its label, its hint and its error, tied together for those who cannot see that they stand together. */
export function field(options: Field): Html {
  const { name, label, value = '', type = 'text', hint, error } = options
  const { autocomplete = 'off', inputmode, maxlength, required, autofocus, placeholder } = options
  const described = [hint ? `${name}-hint` : '', error === undefined ? '' : `${name}-error`].filter(Boolean)
  return html`<div class="one">
    <label for="${name}">${label}</label>
    <input
      class="input"
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${inputmode && html` inputmode="${inputmode}"`}${maxlength && html` maxlength="${maxlength}"`}${placeholder && html` placeholder="${placeholder}"`}${required && html` required`}${autofocus && html` autofocus`}${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${error !== undefined && html` aria-invalid="true"`}
    />
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

/** One of several choices that may each be ticked, with its label behind it. */
export function box(
  { name, value, ticked }: { name: string; value: string; ticked: boolean },
  label: HtmlValue,
): Html {
  return html`<label
    ><input class="input" type="checkbox" name="${name}" value="${value}" ${ticked && html` checked`} />
    <span>${label}</span></label
  >`
}

/** Many choices of which one is taken. */
export function select(
  { name, label, hint, error }: Pick<Field, 'name' | 'label' | 'hint' | 'error'>,
  choices: readonly { value: string; label: string }[],
  chosen: string,
): Html {
  const described = [hint ? `${name}-hint` : '', error === undefined ? '' : `${name}-error`].filter(Boolean)
  return html`<div class="one">
    <label for="${name}">${label}</label>
    <select
      class="select"
      id="${name}"
      name="${name}"
      ${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${error !== undefined && html` aria-invalid="true"`}
    >
      ${choices.map((choice) => html`<option value="${choice.value}" ${choice.value === chosen && html` selected`}>${choice.label}</option>`)}
    </select>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}
