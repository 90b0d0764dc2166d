import { html, type Html } from '../pages/html.ts'

/** A moment in UTC; with scripts it is shown in the reader's own zone. */
export function moment(at: number): Html {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}" data-local>${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`
}

/** A UTC day. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
