import { ADMIN_TOKEN } from '../support/start-service.ts'
import { startServer, type StartOptions } from '../smoke/spawned-process.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

/** An account and a key as the operator API shows them, in whole micro-dollars. */
export interface Books {
  balance: number
  held: number
  windows: Record<string, { limit: number | null; spent: number; held: number }>
}

/** The service in a process of its own with the operator API on. */
export function serve(environment: Record<string, string>, options: StartOptions = {}): Promise<Server> {
  return startServer({ ADMIN_TOKEN, LOG_LEVEL: 'warn', ...environment }, options)
}

/** A request to /admin/v1 with the operator's token. */
export async function admin<T>(
  { url }: { url: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${url}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** A customer of its own: an account with credit and one key. */
export async function customer(
  server: Server,
  creditUsd: number,
  limitsUsd: Record<string, number> = {},
): Promise<{ accountId: string; keyId: string; key: string }> {
  const account = await admin<{ id: string }>(server, 'POST', '/accounts', {
    name: 'Customer',
    credit_usd: creditUsd,
  })
  const key = await admin<{ id: string; key: string }>(server, 'POST', `/accounts/${account.id}/keys`, {
    name: 'Key',
    spend_limits_usd: limitsUsd,
  })
  return { accountId: account.id, keyId: key.id, key: key.key }
}

export const PROMPT = {
  model: 'svc-fast',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'What does DORA ask of a bank?' }],
}

export function ask(
  { url }: { url: string },
  key: string,
  path = '/chat/completions',
  more: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...PROMPT, ...more }),
    ...(signal && { signal }),
  })
}

/** What the operator sees of a customer at this moment. */
export async function books(server: Server, accountId: string, keyId: string): Promise<Books> {
  const [account, keys] = await Promise.all([
    admin<{ balance_usd: number; held_usd: number }>(server, 'GET', `/accounts/${accountId}`),
    admin<{
      data: {
        id: string
        spend_limits: Record<string, { limit_usd: number | null; spent_usd: number; held_usd: number }>
      }[]
    }>(server, 'GET', `/accounts/${accountId}/keys`),
  ])
  const limits = keys.data.find(({ id }) => id === keyId)?.spend_limits ?? {}
  return {
    balance: micros(account.balance_usd),
    held: micros(account.held_usd),
    windows: Object.fromEntries(
      Object.entries(limits).map(([window, { limit_usd, spent_usd, held_usd }]) => [
        window,
        {
          limit: limit_usd === null ? null : micros(limit_usd),
          spent: micros(spent_usd),
          held: micros(held_usd),
        },
      ]),
    ),
  }
}

export function micros(usd: number): number {
  return Math.round(usd * 1_000_000)
}
