import * as fc from 'fast-check'
import { checkAnswer, fieldsOf, parsed, textOf } from '../answers.ts'
import { fuzzKind } from '../fuzz-kind.ts'
import { changedText, type Change } from '../made/json-tree.ts'
import { changedBytes, sometimesBytes, type ByteChange } from '../made/bytes.ts'
import { changes, oddText } from '../made/odd.ts'
import type { Target } from '../target.ts'
import { ADMIN_TOKEN } from '../../support/start-service.ts'
import { hold } from '../violation.ts'

interface AdminCase {
  method: string
  /** `ACCOUNT` and `KEY` stand for ids that are there. */
  path: string
  query: string
  body: object | undefined
  changes: Change[]
  bytes: ByteChange[]
  headers: Record<string, string>
  /** Which of the ids. */
  at: number
}

const usd = fc.constantFrom(0, 0.000001, 1, 2.5, -1, -0.000001, 25, 1e9, 1e9 + 1, 0.0000001, 1e-7, -1e9)
const name = fc.oneof(fc.constant('Acme'), oddText)
const moment = fc.constantFrom(
  null,
  '2026-12-31T00:00:00Z',
  '2020-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '0000-01-01T00:00:00Z',
  '2028-02-29T12:00:00+02:00',
  '2027-02-29T12:00:00Z',
  '2026-12-31T24:00:00Z',
  '2026-12-31',
  '2026-12-31T00:00:00.123456789Z',
  '+010000-01-01T00:00:00Z',
)
const limits = fc.option(
  fc.record({ hour: usd, day: usd, week: fc.constant(null), month: usd }, { requiredKeys: [] }),
)

const key = fc.record({ name, spend_limits_usd: limits, expires_at: moment }, { requiredKeys: ['name'] })

const token = fc
  .tuple(key, fc.array(fc.constantFrom('ask', 'registry:read', '__proto__'), { maxLength: 3 }))
  .map(([body, scopes]) => ({ ...body, scopes }))

const call: fc.Arbitrary<Pick<AdminCase, 'method' | 'path' | 'body'>> = fc.oneof(
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/accounts'),
    body: fc.record({ name, credit_usd: usd }, { requiredKeys: ['name'] }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom('/accounts/ACCOUNT/credit', '/accounts/acct_none/credit'),
    body: fc.record({ amount_usd: usd, reason: name }, { requiredKeys: ['amount_usd'] }),
  }),
  fc.record({ method: fc.constant('POST'), path: fc.constant('/accounts/ACCOUNT/keys'), body: key }),
  fc.record({ method: fc.constant('POST'), path: fc.constant('/accounts/ACCOUNT/tokens'), body: token }),
  fc.record({
    method: fc.constantFrom('PATCH', 'PATCH', 'DELETE'),
    path: fc.constantFrom('/accounts/ACCOUNT/keys/KEY', '/accounts/ACCOUNT/keys/key_none'),
    body: key,
  }),
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'),
    path: fc.constantFrom(
      '/accounts',
      '/accounts/ACCOUNT',
      '/accounts/ACCOUNT/keys',
      '/accounts/ACCOUNT/tokens',
      '/accounts/ACCOUNT/tokens/KEY',
      '/accounts/ACCOUNT/usage',
      '/accounts/ACCOUNT/journal',
      '/accounts/__proto__',
      '/accounts/%00',
      '/accounts/%00/keys',
      '/accounts/ACCOUNT/keys/%00',
      '/accounts/%ff',
      '/accounts//keys',
      '/accounts/acct_none/usage',
    ),
    body: fc.constant(undefined),
  }),
)

const cursor = fc.oneof(
  fc.constantFrom('ACCOUNT', 'KEY', 'acct_none', '', '0', '-1', '9007199254740993', '\u0000'),
  oddText,
)
const limit = fc.constantFrom(
  '1',
  '2',
  '1000',
  '0',
  '1001',
  '-1',
  '1.5',
  '1e2',
  'x',
  '',
  ' 7 ',
  '0x10',
  'Infinity',
  'null',
)

const query = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constant('after'), cursor),
      fc.tuple(fc.constant('limit'), limit),
      fc.tuple(fc.constantFrom('key_id', 'x', '__proto__', 'toString'), cursor),
    ),
    { maxLength: 3 },
  )
  .map((pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  )

const idempotencyKey = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('invoice-1', 'invoice-2', 'invoice-3') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', 'a b', '\xe9', 'x'.repeat(255), 'x'.repeat(256), '__proto__'),
  },
)

const cases: fc.Arbitrary<AdminCase> = fc
  .record({
    call,
    query: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: query }),
    changes,
    bytes: sometimesBytes(10),
    headers: fc.record(
      {
        'idempotency-key': idempotencyKey,
        accept: fc.constantFrom('text/csv', '*/*', 'text/csv;q=0'),
        authorization: fc.constantFrom(
          '',
          `Bearer ${ADMIN_TOKEN} `,
          'Bearer sk-svc-fuzz-demo-key',
          `Bearer ${ADMIN_TOKEN.slice(1)}`,
        ),
        'content-type': fc.constantFrom('text/plain', 'application/json;charset=utf-8'),
      },
      { requiredKeys: [] },
    ),
    at: fc.nat({ max: 50 }),
  })
  // Most have the right token and type.
  .chain(({ call, headers, ...rest }) =>
    fc.nat({ max: 5 }).map((plain) => {
      const { 'idempotency-key': once } = headers
      return {
        ...call,
        ...rest,
        headers: plain > 0 ? (once === undefined ? {} : { 'idempotency-key': once }) : headers,
      }
    }),
  )

/** The amounts of an answer are numbers, and no balance is below zero. */
function checkAmounts(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(checkAmounts)
  for (const [name, one] of Object.entries(fieldsOf(value))) {
    const told = `${name} is ${JSON.stringify(one)}`
    if (typeof one === 'object') checkAmounts(one)
    else if (name.endsWith('_usd')) hold(Number.isFinite(one), told)
    if (name === 'balance_usd') hold(Number(one) >= 0, told)
    if (name.endsWith('_at') && one !== null) hold(!Number.isNaN(Date.parse(textOf(one))), told)
  }
}

async function prepare(target: Target): Promise<(one: AdminCase) => Promise<string[]>> {
  const { store } = target.service.parts
  const { id } = await target.service.admin<{ id: string }>('POST', '/accounts', {
    name: 'First',
    credit_usd: 5,
  })
  await target.service.admin('POST', `/accounts/${id}/keys`, { name: 'First' })
  return async ({ method, path, query, body, changes, bytes, headers, at }) => {
    const accounts = await store.listAccounts({ limit: 50 })
    const account = accounts[at % accounts.length]?.id ?? id
    const keys = await store.listKeys({ accountId: account, limit: 50 })
    const named = (text: string): string =>
      text.replace('ACCOUNT', account).replace('KEY', keys[at % Math.max(keys.length, 1)]?.id ?? 'key_none')
    const full = `/admin/v1${named(path)}${query === '' ? '' : `?${named(query)}`}`
    const answer = await target.client.ask({
      method,
      path: full,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: changedBytes(Buffer.from(changedText(body, changes)), bytes) }),
    })
    const outcome = checkAnswer(answer, { method, path: full })
    const json = String(answer.headers['content-type']).startsWith('application/json')
    if (answer.status < 300 && json && method !== 'HEAD') checkAmounts(parsed(answer.body.toString()))
    await target.settled()
    return [outcome]
  }
}

/** The operator API: accounts, credit, keys, caps, pages, idempotency keys. */
export const adminKind = fuzzKind({ name: 'admin', share: 110, cases, prepare })
