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

/** The start of the UTC day that a person typed, like 2026-11-30; undefined where there is no such day. */
export function dayTyped(text: string): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The 31st of February is read as a day in March.
  return !Number.isNaN(start) && day(start) === text ? start : undefined
}
