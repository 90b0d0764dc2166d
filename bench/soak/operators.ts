import { setTimeout as delay } from 'node:timers/promises'
import { microsOf } from './account-book.ts'
import { lost, type SoakParts } from './callers.ts'
import { asOperator, makeKey } from './customers.ts'

const TOP_UP_USD = 0.02
const TRY_AGAIN_MS = 200

/** An operator revokes a key, whose calls may be running, and makes another one. */
export async function replaceKey(parts: SoakParts): Promise<void> {
  const { service, chance, customers, tally } = parts
  const customer = chance.one(customers)
  const key = chance.one(customer.keys)
  const since = service.moment()
  try {
    if (!key.revoked) {
      key.revoked = true
      const path = `/accounts/${customer.book.accountId}/keys/${key.id}`
      tally.status('admin revoke', (await asOperator(service, 'DELETE', path)).status)
    }
    await makeKey(service, customer, chance.next() < 0.3)
    tally.note('admin: a key made')
    // Old ones are known long enough to be tried once more.
    if (customer.keys.length > 30) customer.keys.splice(0, customer.keys.length - 30)
  } catch (cause) {
    // Twenty are the most that an account has at one time.
    if (String(cause).includes('key_limit_reached')) tally.note('admin: twenty keys already')
    else lost(parts, 'admin', since, cause)
  }
}

let topUps = 0

/** An operator gives credit, and asks again with the same Idempotency-Key until it is said to be there: it is given once. */
export async function topUp({ service, chance, customers, tally }: SoakParts): Promise<void> {
  const { book } = chance.one(customers)
  const headers = { 'idempotency-key': `soak-${process.pid}-${(topUps += 1)}` }
  for (;;) {
    try {
      const path = `/accounts/${book.accountId}/credit`
      const answer = await asOperator(service, 'POST', path, { amount_usd: TOP_UP_USD }, headers)
      tally.status('admin credit', answer.status)
      if (answer.ok) break
    } catch {
      tally.note('admin credit: no answer')
    }
    await delay(TRY_AGAIN_MS)
  }
  book.grantedMicros += microsOf(TOP_UP_USD)
}
