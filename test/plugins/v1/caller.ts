import { expect } from 'vitest'
import type { Service } from '../../support/start-service.ts'

/** The text of every question a caller asks. */
export const MARKER = 'a-word-that-only-the-caller-knows'

/** A caller with an account of its own. */
export interface Caller {
  keyId: string
  key: string
  get: (path: string) => Promise<Response>
  read: <T = Record<string, unknown>>(path: string) => Promise<T>
  /** Asks the marker; more fields of the call beside it. */
  ask: (fields?: Record<string, unknown>) => Promise<Response>
}

export interface UsageList {
  object: string
  data: { id: string }[]
  has_more: boolean
}

/** Opens an account with 5 USD and a key. */
export async function newCaller(
  service: Service,
  limits: Record<string, number | null> = {},
): Promise<Caller> {
  const account = await service.admin<{ id: string }>('POST', '/accounts', { name: 'team', credit_usd: 5 })
  const { id, key } = await service.admin<{ id: string; key: string }>(
    'POST',
    `/accounts/${account.id}/keys`,
    {
      name: 'laptop',
      spend_limits_usd: limits,
    },
  )
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    service.call(method, path, body, { authorization: `Bearer ${key}` })
  return {
    keyId: id,
    key,
    get: (path) => call('GET', path),
    read: async <T>(path: string) => {
      const response = await call('GET', path)
      expect(response.status).toBe(200)
      return (await response.json()) as T
    },
    ask: (fields = {}) =>
      call('POST', '/v1/chat/completions', {
        model: 'svc-fast',
        messages: [{ role: 'user', content: MARKER }],
        ...fields,
      }),
  }
}

/** The id of a plain answer. */
export async function idOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { id: string }).id
}
