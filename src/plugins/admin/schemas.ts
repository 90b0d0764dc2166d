import { z } from 'zod'
import { SCOPES } from '../../domain/keys/scopes.ts'
import { fromUsd } from '../../domain/ledger/price.ts'

/** The most that one amount may be, in USD. */
const USD_MOST = 1_000_000_000

/** A USD amount of a body, as micro-dollars: at most six decimals. */
const usdAmount = (least: number) =>
  z
    .number()
    .min(least)
    .max(USD_MOST)
    .transform((usd, context) => {
      const micros = fromUsd(usd)
      if (micros === undefined) {
        context.addIssue({ code: 'custom', message: 'more than six decimals' })
        return z.NEVER
      }
      return micros
    })

const name = z.string().min(1).max(200)

/** A limit per window; null lifts it, absent leaves it as it is. */
const spendLimits = z.strictObject({
  hour: usdAmount(0).nullish(),
  day: usdAmount(0).nullish(),
  week: usdAmount(0).nullish(),
  month: usdAmount(0).nullish(),
})

export const createAccountSchema = z.strictObject({ name, credit_usd: usdAmount(0).nullish() })

/** A negative amount is a debit, and says why. */
export const addCreditSchema = z
  .strictObject({
    amount_usd: usdAmount(-USD_MOST).refine((micros) => micros !== 0, 'not zero'),
    reason: z.string().min(1).max(200).optional(),
  })
  .refine(({ amount_usd: micros, reason }) => micros > 0 || reason !== undefined, { path: ['reason'] })

export const journalQuerySchema = z.looseObject({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  after: z.string().max(64).optional(),
})

/** A moment of a body, in milliseconds since the epoch; null: never. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((iso) => Date.parse(iso))
  .nullable()

export const createKeySchema = z.strictObject({
  name,
  spend_limits_usd: spendLimits.nullish(),
  expires_at: moment.optional(),
})

/** A token has at least one scope, and each once. */
export const createTokenSchema = createKeySchema.extend({
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'each once'),
})

/** What is absent stays as it is. */
export const updateKeySchema = z.strictObject({
  name: name.optional(),
  spend_limits_usd: spendLimits.nullish(),
  expires_at: moment.optional(),
})
