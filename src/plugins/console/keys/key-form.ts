import { z } from 'zod'
import type { KeySort } from '../../../domain/keys/key-sort.ts'
import { WINDOW_KINDS, type SpendLimits, type WindowKind } from '../../../domain/ledger/spend-windows.ts'
import { field } from '../../pages/field.ts'
import { html, type Html } from '../../pages/html.ts'
import type { FormErrors } from '../form.ts'
import { microsTyped } from '../micros-typed.ts'
import { dayTyped } from '../moment.ts'
import { scopesForm } from './scope-boxes.ts'

const WINDOW_LABELS: Readonly<Record<WindowKind, string>> = {
  hour: 'Each hour',
  day: 'Each day',
  week: 'Each week',
  month: 'Each month',
}

const DAY_MS = 86_400_000

/** An amount, or nothing for no cap. */
const cap = z
  .string()
  .default('')
  .transform((text, context) => {
    if (text.trim() === '') return null
    const micros = microsTyped(text)
    if (micros !== undefined) return micros
    context.addIssue({ code: 'custom', message: 'Type an amount like 5 or 2.50, or leave it empty.' })
    return z.NEVER
  })

/** The last day, of which all is still good; or nothing where there is no end. */
const lastDay = (now: number) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      if (text.trim() === '') return null
      const start = dayTyped(text)
      if (start !== undefined && start + DAY_MS > now) return start + DAY_MS
      context.addIssue({
        code: 'custom',
        message: 'Type a day that is not over, like 2027-01-31, or leave it empty.',
      })
      return z.NEVER
    })

/** Name, caps and expiry of a key or token. */
export const keyForm = (now: number, sort: KeySort) =>
  z
    .object({
      name: z
        .string(`Give the ${sort} a name.`)
        .trim()
        .min(1, `Give the ${sort} a name.`)
        .max(100, 'A name has 100 characters at most.'),
      hour: cap,
      day: cap,
      week: cap,
      month: cap,
      expires: lastDay(now),
    })
    .transform(({ name, expires, ...limits }) => ({
      name,
      limits: limits satisfies SpendLimits,
      expiresAt: expires,
    }))

/** The same of a new one; a token has its scopes too. */
export const newKeyForm = (now: number, sort: KeySort) =>
  sort === 'token' ? keyForm(now, sort).and(scopesForm) : keyForm(now, sort)

/** What stands in the fields. */
export type KeyFormTexts = Readonly<Record<'name' | 'expires' | WindowKind, string>>

/** The fields of a key or token. */
export function keyFields(sort: KeySort, texts: KeyFormTexts, errors: FormErrors): Html {
  return html`${field({
      name: 'name',
      label: 'Name',
      value: texts.name,
      required: true,
      maxlength: 100,
      error: errors['name'],
      hint: `What the ${sort} is for: you find it by this name in the list and in the usage.`,
    })}
    <fieldset aria-describedby="caps-hint">
      <legend>Caps in USD</legend>
      ${WINDOW_KINDS.map((window) =>
        field({
          name: window,
          label: WINDOW_LABELS[window],
          value: texts[window],
          inputmode: 'decimal',
          maxlength: 20,
          placeholder: 'no cap',
          error: errors[window],
        }),
      )}
    </fieldset>
    <p class="hint" id="caps-hint">
      A cap is never passed, not by a cent and not by calls at the same moment. Hours, days, weeks from Monday
      and months are those of UTC.
    </p>
    ${field({
      name: 'expires',
      label: 'Last day',
      type: 'date',
      value: texts.expires,
      error: errors['expires'],
      hint: `At the end of this day (UTC) the ${sort} stops working. Empty: never.`,
    })}`
}
