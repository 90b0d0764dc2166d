import { z } from 'zod'
import { SCOPES, type Scope } from '../../../domain/keys/scopes.ts'
import { box } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'

/** What a scope is called, and what it allows. */
const WORDS: Readonly<Record<Scope, { label: string; allows: string }>> = {
  'registry:read': {
    label: 'Read the registry',
    allows: 'List the frameworks and read what the service knows of them. It costs nothing.',
  },
  ask: {
    label: 'Ask',
    allows: 'Ask questions. Each is paid from your credit, within the caps below.',
  },
}

/** The scopes of a new token: one box that is ticked comes as a text, several as a list. */
export const scopesForm = z.object({
  scopes: z.preprocess(
    (ticked) => [ticked ?? []].flat(),
    z
      .array(z.enum(SCOPES, 'Choose from these.'))
      .min(1, 'Choose at least one.')
      .transform((scopes) => [...new Set(scopes)]),
  ),
})

/** The boxes that a person ticked, to show them again. */
export function scopesTyped(body: unknown): readonly string[] {
  const { scopes } = (body ?? {}) as { scopes?: unknown }
  return [scopes].flat().filter((scope) => typeof scope === 'string')
}

/** A box for each scope. */
export function scopeBoxes(chosen: readonly string[], error: string | undefined): Html {
  return html`<fieldset class="scopes" ${error !== undefined && html` aria-describedby="scopes-error"`}>
    <legend>What it may do</legend>
    ${SCOPES.map((scope) => {
      const { label, allows } = WORDS[scope]
      const ticked = chosen.includes(scope)
      return box({ name: 'scopes', value: scope, ticked }, html`${label} <span class="hint">${allows}</span>`)
    })}
    ${error !== undefined && html`<p class="error" id="scopes-error">${error}</p>`}
  </fieldset>`
}

/** Scopes in a few words. */
export function scopeWords(scopes: readonly Scope[]): string {
  return scopes.map((scope) => WORDS[scope].label).join(', ')
}
