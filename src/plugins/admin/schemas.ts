import { z } from 'zod'
import { fromUsd } from '../../domain/ledger/price.ts'

/** A USD amount of a body, as micro-dollars: at most six decimals. */
const usdAmount = (least: number) =>
  z
    .number()
    .min(least)
    .max(1_000_000_000)
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

export const addCreditSchema = z.strictObject({ amount_usd: usdAmount(0.000_001) })

export const createKeySchema = z.strictObject({ name, spend_limits_usd: spendLimits.nullish() })

export const updateKeySchema = z.strictObject({
  name: name.optional(),
  spend_limits_usd: spendLimits.nullish(),
})
