import { html, type Html } from '../pages/html.ts'

/** The line of what just happened, where a redirect named one that the page has. The name comes from the address, so it may be any text. */
export function noticeLine(notices: Readonly<Record<string, string>>, done: unknown): Html | undefined {
  const words = typeof done === 'string' && Object.hasOwn(notices, done) ? notices[done] : undefined
  return words === undefined ? undefined : html`<p class="alert" role="status">${words}</p>`
}
