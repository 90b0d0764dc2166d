import { z } from 'zod'
import { WINDOWS_KEPT_MS } from '../ledger/spend-windows.ts'
import { SUMMED_DAYS } from '../ledger/usage-sums.ts'
import { ATTEMPT_MS } from '../people/email-sign-in.ts'
import { KEPT_YEAR_MS } from '../people/people-store.ts'
import { KEPT_MS } from '../replies/replies.ts'
import { SESSION_MS } from '../people/sessions.ts'

const DAY_MS = 86_400_000

/** Periods that the source of the retention names as `{{name}}`: those that the code enforces, so that none is told that is not so. */
const PERIODS: Readonly<Record<string, number>> = {
  attempt_minutes: ATTEMPT_MS / 60_000,
  reply_minutes: KEPT_MS / 60_000,
  session_days: SESSION_MS / DAY_MS,
  sum_days: SUMMED_DAYS,
  window_days: WINDOWS_KEPT_MS / DAY_MS,
  year_days: KEPT_YEAR_MS / DAY_MS,
}

const text = z
  .string()
  .min(1)
  .transform((words, context) =>
    words.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const period = PERIODS[name]
      if (period !== undefined) return String(period)
      context.addIssue({ code: 'custom', message: `the period ${whole} is not known` })
      return whole
    }),
  )

/** Where a table or field is, if not in every store: what is only in one of the two kinds of tables. */
const store = z.enum(['sqlite', 'postgresql']).optional()

const field = z.strictObject({
  name: z.string().min(1),
  /** What it is for. */
  purpose: text,
  /** How long it stays, and how it goes; where left out, as its table. */
  retention: text.optional(),
  removal: text.optional(),
  store,
})

const table = z.strictObject({
  name: z.string().min(1),
  purpose: text,
  retention: text,
  removal: text,
  store,
  fields: z.array(field).min(1),
})

/** Everything that is stored, what for and for how long, and what never is: the source of the retention feed and of its page. */
export const retentionSchema = z.strictObject({
  /** The date of the content, the same on every instance. */
  generatedAt: z.iso.datetime(),
  note: text,
  tables: z.array(table).min(1),
  /** What leaves the service by other ways than its tables. */
  elsewhere: z.array(z.strictObject({ place: text, what: text, retention: text })),
  neverStored: z.array(text).min(1),
})

export type Retention = z.infer<typeof retentionSchema>
