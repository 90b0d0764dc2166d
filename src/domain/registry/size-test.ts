import { z } from 'zod'

const words = z.string().trim().min(1)

/**
 * What a firm is measured by. `people` are those who work there, `consumers` those whose data it has or whom it serves, `share` is
 * what it earns by selling data, in percent of its revenue.
 */
const MEASURES = ['people', 'turnover', 'balance', 'consumers', 'share'] as const
export type Measure = (typeof MEASURES)[number]

/** One figure, and what it must be. */
const bound = z.strictObject({
  measure: z.enum(MEASURES),
  than: z.enum(['at-least', 'over', 'below', 'at-most']),
  value: z.number().positive(),
  /** Of money, its currency by ISO 4217. */
  unit: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
})
export type Bound = z.infer<typeof bound>

/** What a framework holds a firm's own figures against: "50 people, or more than EUR 10 million in turnover and balance sheet". */
export const sizeTest = z.strictObject({
  /** What the verdicts are on, as a statement: "an undertaking has to report". One that speaks of an exemption says so. */
  claim: words,
  /** Words, one of which a question must have where the test is on a part of the framework alone. */
  on: z.array(words).min(1).optional(),
  /** Groups of bounds: one group must be met, in it all. */
  anyOf: z.array(z.array(bound).min(1)).min(1),
  /** What that says of the claim: more than the size may count. */
  met: z.enum(['yes', 'depends']),
  unmet: z.enum(['no', 'depends']),
  control: words.optional(),
  /** Key of one of the file's `sources`. */
  source: words,
  verifiedOn: z.iso.date().optional(),
  /** Words of one line of the module that has the figures. */
  says: words,
})
export type SizeTest = z.infer<typeof sizeTest>
