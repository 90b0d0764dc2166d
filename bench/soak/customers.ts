import { ADMIN_TOKEN } from '../../test/support/start-service.ts'
import { AccountBook, microsOf } from './account-book.ts'
import type { SoakOptions } from './options.ts'
import type { SoakService } from './soak-service.ts'

export interface CustomerKey {
  id: string
  secret: string
  /** Whether somebody has asked to revoke it. */
  revoked: boolean
}

/** An account with its keys, and what its callers were told. */
export interface Customer {
  book: AccountBook
  keys: CustomerKey[]
}

const CREDIT_USD = 50
/** Every third account has so little that its credit runs out, and every third key so low a cap that it is reached. */
const LITTLE_CREDIT_USD = 0.03
const LOW_CAP = { hour: 0.02, day: 0.05 }
const HIGH_CAP = { day: 20, month: 40 }

/** A request to /admin/v1 with the operator's token. */
export function asOperator(
  { url }: Pick<SoakService, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** @throws where the answer is none of success */
export async function operatorJson<T>(service: Pick<SoakService, 'url'>, path: string): Promise<T> {
  return jsonOf<T>(await asOperator(service, 'GET', path))
}

export async function openAccounts(
  service: Pick<SoakService, 'url'>,
  { accounts, keysPerAccount }: Pick<SoakOptions, 'accounts' | 'keysPerAccount'>,
): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let index = 0; index < accounts; index += 1) {
    const credit = index % 3 === 2 ? LITTLE_CREDIT_USD : CREDIT_USD
    const { id } = await jsonOf<{ id: string }>(
      await asOperator(service, 'POST', '/accounts', { name: `Soak ${index}`, credit_usd: credit }),
    )
    const customer: Customer = { book: new AccountBook(id, microsOf(credit)), keys: [] }
    for (let key = 0; key < keysPerAccount; key += 1) await makeKey(service, customer, key % 3 === 2)
    customers.push(customer)
  }
  return customers
}

/** @throws where the key is not made */
export async function makeKey(
  service: Pick<SoakService, 'url'>,
  { book, keys }: Customer,
  low: boolean,
): Promise<void> {
  const made = await asOperator(service, 'POST', `/accounts/${book.accountId}/keys`, {
    name: low ? 'low' : 'high',
    spend_limits_usd: low ? LOW_CAP : HIGH_CAP,
  })
  const { id, key } = await jsonOf<{ id: string; key: string }>(made)
  keys.push({ id, secret: key, revoked: false })
}

async function jsonOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
