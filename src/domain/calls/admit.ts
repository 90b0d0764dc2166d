import type { Caller } from '../keys/key-service.ts'
import type { Admission, Hold, HoldWish } from '../ledger/ledger.ts'
import type { AdmitParts } from './call-parts.ts'
import type { Plan } from './plan.ts'

/**
 * Admits a planned call to its credit and caps. While the prompt is only bounded the whole price is tried, and once more where there is a
 * closer bound; where that is not covered, the prompt is counted and the exact price decides, with the output shortened if need be.
 * `probe` goes the same way and holds nothing.
 * @throws {Refusal} `credit_balance_exhausted`, `key_spend_limit_exceeded`, `credit_held`, `account_suspended`,
 *   `invalid_api_key`
 */
export async function admit(
  parts: AdmitParts,
  caller: Caller,
  id: string,
  { request, model, limit, fitted, frameworks }: Plan,
  admission: Admission,
): Promise<Hold> {
  const wish: HoldWish = {
    id,
    accountId: caller.accountId,
    keyId: caller.id,
    model,
    frameworks: frameworks.map((framework) => framework.id),
    promptTokens: fitted.promptTokens,
    maxTokens: fitted.maxTokens,
    floorTokens: limit.floor,
  }
  if (fitted.exact) return parts.ledger.admit(wish, admission)
  const hold = await parts.ledger.tryAdmit(wish, admission)
  if (hold) return hold
  const bound = await parts.budget.boundPromptTokens(frameworks, request.messages)
  if (bound < wish.promptTokens) {
    const closer = await parts.ledger.tryAdmit({ ...wish, promptTokens: bound }, admission)
    if (closer) return closer
  }
  const promptTokens = await parts.budget.exactPromptTokens(frameworks, request.messages)
  return parts.ledger.admit({ ...wish, promptTokens }, admission)
}
