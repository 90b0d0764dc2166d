import { ADMIN_TOKEN } from '../support/start-service.ts'
import {
  KEPT,
  MARKS,
  newKey,
  operate,
  outcome,
  send,
  type Exit,
  type Outcome,
  type Target,
} from './marked.ts'

type Request = [method: string, path: string, body?: unknown, headers?: Record<string, string>]

function ask(target: Target, ...[method, path, body, headers]: Request): Promise<Outcome> {
  return outcome(send(target, method, `/admin/v1${path}`, body, { key: ADMIN_TOKEN, ...headers }))
}

const request = (name: string, end: string, ...asked: Request): Exit => ({
  name: `operator API: ${name}`,
  end,
  run: (target) => ask(target, ...asked),
})

/** A request about an account or key that is there. */
const about = (name: string, end: string, asked: (of: { account: string; id: string }) => Request): Exit => ({
  name: `operator API: ${name}`,
  end,
  run: async (target) => ask(target, ...asked(await newKey(target, 1))),
})

/** The one time that a secret is told. */
const theSecret = (what: 'key' | 'token', fields: object): Exit => ({
  name: `operator API: the secret of a ${what}`,
  end: '201',
  run: async (target) => {
    const account = await operate(target, 'POST', '/accounts', { name: 'another' })
    const path = `/admin/v1/accounts/${account.id}/${what}s`
    const answer = await send(target, 'POST', path, { name: KEPT.keyName, ...fields }, { key: ADMIN_TOKEN })
    const made = (await answer.json()) as Partial<Record<typeof what, string>>
    target.secrets.set(`issued ${what}`, made[what] ?? '')
    return { end: `${answer.status}`, error: '' }
  },
})

/** What an operator sends, taken and refused. */
export const ADMIN_EXITS: Exit[] = [
  request('another token', '401 invalid_admin_token', 'GET', '/accounts', undefined, {
    key: MARKS.wrongKey + MARKS.wrongKey,
  }),
  request('the key of a caller', '401 invalid_admin_token', 'GET', '/accounts', undefined, {
    key: MARKS.ownKey,
  }),
  request('an account', '201', 'POST', '/accounts', { name: KEPT.accountName, credit_usd: 1 }),
  request('an account without a name', '400 missing_required_parameter', 'POST', '/accounts', {
    [MARKS.field]: MARKS.typed,
  }),
  request('an account with a wrong amount', '400 invalid_type', 'POST', '/accounts', {
    name: MARKS.typed,
    credit_usd: MARKS.typed,
  }),
  request('JSON cut short', '400 invalid_json', 'POST', '/accounts', `{"name": "${MARKS.typed}`),
  request('an unknown account', '404 not_found', 'GET', `/accounts/${MARKS.path}`),
  request('a page behind an unknown account', '200', 'GET', `/accounts?after=${MARKS.path}`),
  request('a page of an unknown size', '400 invalid_type', 'GET', `/accounts?limit=${MARKS.path}`),
  request('an unknown path', '404 not_found', 'POST', `/${MARKS.path}`, { name: MARKS.typed }),
  about('a debit with its reason', '200', ({ account }) => [
    'POST',
    `/accounts/${account}/credit`,
    { amount_usd: -0.5, reason: KEPT.reason },
    { 'idempotency-key': 'correction-1' },
  ]),
  about('a debit that is not covered', '409 insufficient_balance', ({ account }) => [
    'POST',
    `/accounts/${account}/credit`,
    { amount_usd: -500, reason: MARKS.typed },
    { 'idempotency-key': MARKS.typed },
  ]),
  about('a name for a booking that cannot be', '400 invalid_value', ({ account }) => [
    'POST',
    `/accounts/${account}/credit`,
    { amount_usd: 1, reason: MARKS.typed },
    { 'idempotency-key': `${MARKS.typed} ${MARKS.typed}` },
  ]),
  about('a key that ends in no time', '400 invalid_value', ({ account }) => [
    'POST',
    `/accounts/${account}/keys`,
    { name: MARKS.typed, expires_at: MARKS.typed },
  ]),
  about('a cap in words', '400 invalid_type', ({ account, id }) => [
    'PATCH',
    `/accounts/${account}/keys/${id}`,
    { spend_limits_usd: { day: MARKS.typed } },
  ]),
  about('an unknown key', '404 not_found', ({ account }) => [
    'DELETE',
    `/accounts/${account}/keys/${MARKS.path}`,
  ]),
  about('usage of an unknown key', '200', ({ account }) => [
    'GET',
    `/accounts/${account}/usage?key_id=${MARKS.path}&after=${MARKS.path}`,
  ]),
  about('a token with scopes in words', '400 invalid_value', ({ account }) => [
    'POST',
    `/accounts/${account}/tokens`,
    { name: MARKS.typed, scopes: [MARKS.typed] },
  ]),
  about('an unknown token', '404 not_found', ({ account }) => [
    'DELETE',
    `/accounts/${account}/tokens/${MARKS.path}`,
  ]),
  theSecret('key', {}),
  theSecret('token', { scopes: ['ask'] }),
]
