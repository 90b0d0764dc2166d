import { ADMIN_TOKEN, type Service } from '../../support/start-service.ts'

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

export interface ErrorBody {
  error: { message: string; type: string; param: string | null; code: string }
  svc?: Record<string, unknown>
}

export interface AccountBody {
  object: string
  id: string
  name: string
  balance_usd: number
  held_usd: number
  created_at: string
}

export type WindowName = 'hour' | 'day' | 'week' | 'month'

export interface KeyBody {
  object: string
  id: string
  account_id: string
  name: string
  last_four: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  spend_limits: Record<
    WindowName,
    { limit_usd: number | null; spent_usd: number; held_usd: number; resets_at: string }
  >
  /** At creation only. */
  key?: string
}

export interface UsageBody {
  id: string
  object: string
  key_id: string
  model: string
  frameworks: string[]
  status: string
  prompt_tokens: number
  completion_tokens: number
  cost_usd: number
  started_at: string
  ended_at: string | null
}

export interface ListBody<T> {
  object: string
  data: T[]
  has_more?: boolean
}

/** A request to /admin/v1 with the operator's token, its status, headers and JSON. */
export async function operate<T = Record<string, unknown>>(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await service.call(method, `/admin/v1${path}`, body, {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    ...headers,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as T }
}

/** An account of its own with one key, for a test that counts money. */
export interface Customer {
  accountId: string
  keyId: string
  /** Headers of a call with the key. */
  auth: { authorization: string }
  account: () => Promise<AccountBody>
  key: () => Promise<KeyBody>
  usage: () => Promise<UsageBody[]>
}

export async function newCustomer(
  service: Service,
  creditUsd: number,
  limits: Partial<Record<WindowName, number>> = {},
): Promise<Customer> {
  const { admin } = service
  const { id: accountId } = await admin<AccountBody>('POST', '/accounts', {
    name: 'Customer',
    credit_usd: creditUsd,
  })
  const path = `/accounts/${accountId}`
  const created = await admin<KeyBody>('POST', `${path}/keys`, { name: 'Key', spend_limits_usd: limits })
  return {
    accountId,
    keyId: created.id,
    auth: { authorization: `Bearer ${created.key}` },
    account: () => admin<AccountBody>('GET', path),
    key: async () => {
      const { data } = await admin<ListBody<KeyBody>>('GET', `${path}/keys`)
      const [key] = data
      if (!key) throw new Error('the key is gone')
      return key
    },
    usage: async () => (await admin<ListBody<UsageBody>>('GET', `${path}/usage`)).data,
  }
}
