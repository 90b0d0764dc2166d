import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../domain/ledger/store.ts'
import { hashOf } from '../../domain/people/sessions.ts'
import { randomText } from '../../domain/random-text.ts'
import { typed } from './form.ts'

export const FORM_ID_LENGTH = 20

/** The id of a form that does its work once. */
export function formId(): string {
  return randomText(FORM_ID_LENGTH)
}

/** True for the first of all requests with this form, on any instance: what it makes is made once. */
export async function firstOf(
  { store, clock }: { store: Store; clock: Clock },
  body: unknown,
): Promise<boolean> {
  const id = typed(body, 'form')
  if (id.length !== FORM_ID_LENGTH) return false
  // Whoever sends a form writes its id: what is kept of it for a year must not be a text.
  return store.people.once(`form:${hashOf(id).toString('base64url')}`, clock.now())
}
