import type { Clock } from '../../domain/clock.ts'
import type { Store } from '../../domain/ledger/store.ts'
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
  return id.length === FORM_ID_LENGTH && store.people.once(`form:${id}`, clock.now())
}
