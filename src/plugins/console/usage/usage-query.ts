import { z } from 'zod'
import { DAY_MS, SUMMED_DAYS, type UsageSumsBy } from '../../../domain/ledger/usage-sums.ts'
import { day, dayTyped } from '../moment.ts'
import { readForm, typed, type FormErrors } from '../form.ts'

/** What calls are told apart by, in the words of the page. */
export const BY: readonly { value: UsageSumsBy; label: string }[] = [
  { value: 'model', label: 'Model' },
  { value: 'framework', label: 'Framework' },
  { value: 'key', label: 'Key' },
  { value: 'status', label: 'Status' },
]

export type Measure = 'cost' | 'calls' | 'tokens'

/** What is counted of them. */
export const MEASURES: readonly { value: Measure; label: string }[] = [
  { value: 'cost', label: 'Cost' },
  { value: 'calls', label: 'Calls' },
  { value: 'tokens', label: 'Tokens' },
]

/** Days that a page without a range shows, today included. */
const DAYS_SHOWN = 30

/** Which calls a page of usage is about. */
export interface UsageRange {
  /** The start of the first UTC day. */
  from: number
  /** The start of the UTC day behind the last one. */
  to: number
  /** Only the calls of this key. */
  keyId: string | undefined
}

export interface UsageQuestion extends UsageRange {
  by: UsageSumsBy
  measure: Measure
}

const dayText = z.string('Type a day like 2026-11-30.').transform((text, context) => {
  const start = dayTyped(text)
  if (start !== undefined) return start
  context.addIssue({ code: 'custom', message: 'Type a day like 2026-11-30.' })
  return z.NEVER
})

/** A field that a link leaves out and a form sends empty. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const question = (today: number) =>
  z
    .object({
      from: optional(dayText),
      to: optional(dayText),
      key: z
        .string()
        .max(200)
        .optional()
        .catch(undefined)
        .transform((id) => id || undefined),
      by: z.enum(['model', 'framework', 'key', 'status']).catch('model'),
      measure: z.enum(['cost', 'calls', 'tokens']).catch('cost'),
    })
    .transform(({ from, to, key, by, measure }, context) => {
      const last = Math.min(to ?? today, today)
      const first = from ?? last - (DAYS_SHOWN - 1) * DAY_MS
      const wrong = (field: 'from' | 'to', message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (first > today) wrong('from', 'This day is still to come.')
      else if (first > last) wrong('to', 'The last day is before the first one.')
      else if (last - first >= SUMMED_DAYS * DAY_MS) wrong('from', `At most ${SUMMED_DAYS} days at a time.`)
      return { from: first, to: last + DAY_MS, keyId: key, by, measure }
    })

/** What a page shows where it was not asked for anything that can be shown. */
function shownFirst(today: number): UsageQuestion {
  return {
    from: today - (DAYS_SHOWN - 1) * DAY_MS,
    to: today + DAY_MS,
    keyId: undefined,
    by: 'model',
    measure: 'cost',
  }
}

/** Reads the query of a usage page. What cannot be shown has its error beside its field, and the page shows the last 30 days. */
export function readUsageQuestion(
  query: unknown,
  now: number,
): { question: UsageQuestion; errors: FormErrors; texts: { from: string; to: string } } {
  const today = now - (now % DAY_MS)
  const form = readForm(question(today), query)
  if (form.kind === 'bad') {
    return {
      question: shownFirst(today),
      errors: form.errors,
      texts: { from: typed(query, 'from').slice(0, 40), to: typed(query, 'to').slice(0, 40) },
    }
  }
  const { from, to } = form.value
  return { question: form.value, errors: {}, texts: { from: day(from), to: day(to - DAY_MS) } }
}

/** The query of a page about the same calls. */
export function rangeQuery({ from, to, keyId }: UsageRange): string {
  const query = new URLSearchParams({ from: day(from), to: day(to - DAY_MS) })
  if (keyId !== undefined) query.set('key', keyId)
  return query.toString()
}

/** Ranges that people ask for again and again. */
export function usualRanges(now: number): readonly { label: string; from: number; to: number }[] {
  const today = now - (now % DAY_MS)
  const date = new Date(today)
  const month = (back: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)
  return [
    { label: '7 days', from: today - 6 * DAY_MS, to: today + DAY_MS },
    { label: '30 days', from: today - 29 * DAY_MS, to: today + DAY_MS },
    { label: '90 days', from: today - 89 * DAY_MS, to: today + DAY_MS },
    { label: 'This month', from: month(0), to: today + DAY_MS },
    { label: 'Last month', from: month(1), to: month(0) },
    { label: '12 months', from: month(11), to: today + DAY_MS },
  ]
}
