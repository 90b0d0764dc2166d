import * as fc from 'fast-check'
import { headerText, oddText } from '../made/odd.ts'

/** One request to the console. */
export interface ConsoleCase {
  method: string
  /** `ACCOUNT`, `KEY`, `CALL` and `SESSION` stand for ids that are there. */
  path: string
  query: [name: string, value: string][]
  fields: [name: string, value: string][]
  /** Changes of the fields: another value, none, twice, one more. */
  changes: { at: number; do: 'replace' | 'remove' | 'repeat' | 'add'; name: string; value: string }[]
  who: 'person' | 'operator' | 'nobody' | 'odd'
  cookie: string
  site: Record<string, string>
  /** What a proxy says of where the request comes from, and with what. */
  client: Record<string, string>
  contentType: string
}

const QUESTION = 'What does DORA ask?'
/** Stands for the id of a form that was not sent yet. */
export const FORM = 'FORM'

/** What each form of the console is filled in with. */
const FORMS: readonly [path: string, fields: Record<string, string>][] = [
  ['/sign-in', { email: 'new@example.com', to: '/console/usage?x=1' }],
  ['/sign-in/code', { code: '1234 5678' }],
  ['/sign-in/link/abc', {}],
  ['/sign-out', {}],
  [
    '/keys',
    { form: FORM, name: 'ci', hour: '1', day: '2.50', week: '', month: '$1,000', expires: '2027-01-31' },
  ],
  ['/keys/KEY', { name: 'ci', hour: '', day: '3', week: '', month: '', expires: '' }],
  ['/keys/KEY/roll', { form: FORM, grace: '0' }],
  ['/keys/KEY/revoke', {}],
  ['/tokens', { form: FORM, name: 'agent', scopes: 'ask', day: '2.50', expires: '2027-01-31' }],
  ['/tokens/KEY', { name: 'agent', day: '3' }],
  ['/playground', { form: FORM, question: QUESTION, model: 'svc-fast', key: 'KEY', pins: 'dora' }],
  ['/playground', { form: FORM, question: QUESTION, model: 'svc-thinking', key: 'KEY', action: 'price' }],
  ['/playground/price', { question: QUESTION, model: 'svc-fast', key: 'KEY', pins: 'soc-2' }],
  ['/playground/answer', { form: FORM, question: QUESTION, model: 'svc-fast', key: 'KEY' }],
  ['/account/sessions/SESSION/end', {}],
  ['/account/sign-out-everywhere', {}],
  ['/account/delete', { confirm: 'person@example.com' }],
  ['/operator/accounts/ACCOUNT/credit', { form: FORM, amount: '25', reason: 'invoice 7' }],
  ['/operator/accounts/ACCOUNT/suspend', {}],
  ['/operator/accounts/ACCOUNT/resume', {}],
  ['/operator/invitations', { email: 'guest@example.com' }],
  ['/operator/invitations/withdraw', { email: 'guest@example.com' }],
]

const PAGES = [
  '',
  '/sign-in',
  '/sign-in/code',
  '/sign-in/link/abc',
  '/keys',
  '/keys/new',
  '/keys/KEY',
  '/tokens',
  '/tokens/new',
  '/tokens/KEY',
  '/playground',
  '/playground/calls/CALL',
  '/usage',
  '/usage/calls',
  '/usage.csv',
  '/credit',
  '/account',
  '/account/log',
  '/account/export',
  '/operator',
  '/operator/accounts/ACCOUNT',
  '/operator/accounts/ACCOUNT/usage',
  '/operator/invitations',
  '/operator/health',
  '/nothing',
  '/keys/%00',
  '/keys/__proto__',
]

const value = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '0',
      '-1',
      '-2.5',
      '1e9',
      '2026-02-31',
      '0000-01-01',
      '9999-12-31',
      '2026-11-21',
      'KEY',
      'ACCOUNT',
    ),
  },
  { weight: 2, arbitrary: oddText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'person@example.com',
      'a@b',
      'x'.repeat(25_000),
      `${'é'.repeat(300)}@example.com`,
      '//elsewhere.example',
    ),
  },
)

const fieldName = fc.constantFrom(
  'form',
  'email',
  'to',
  'code',
  'name',
  'hour',
  'day',
  'expires',
  'grace',
  'question',
  'model',
  'key',
  'pins',
  'action',
  'confirm',
  'amount',
  'reason',
  '__proto__',
  'constructor',
  'toString',
  'a[b]',
  '',
)

const change = fc.record({
  at: fc.nat({ max: 9 }),
  do: fc.constantFrom(
    'replace' as const,
    'replace' as const,
    'replace' as const,
    'remove' as const,
    'repeat' as const,
    'add' as const,
  ),
  name: fieldName,
  value,
})

const asked: fc.Arbitrary<Pick<ConsoleCase, 'method' | 'path' | 'fields'>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...FORMS)
      .map(([path, fields]) => ({ method: 'POST', path, fields: Object.entries(fields) })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'PUT', 'POST'),
      path: fc.constantFrom(...PAGES),
      fields: fc.constant<[string, string][]>([]),
    }),
  },
)

const query = fc.tuple(
  fc.constantFrom('from', 'to', 'after', 'done', 'q', 'key', 'by', 'measure', 'x', '__proto__'),
  fc.oneof(
    value.filter(({ length }) => length < 1_000),
    fc.constantFrom('model', 'key', 'status', 'cost', 'saved', 'CALL', 'SESSION'),
  ),
)

/** What a browser says of a form of our own. */
export const OWN: Record<string, string> = {
  'sec-fetch-site': 'same-origin',
  origin: 'http://127.0.0.1:8080',
}

/** Pages and forms, changed in every part. */
export const consoleCases: fc.Arbitrary<ConsoleCase> = fc
  .record({
    asked,
    query: fc.array(query, { maxLength: 2 }),
    changes: fc.array(change, { maxLength: 3, size: 'max' }),
    who: fc.constantFrom(
      'person' as const,
      'person' as const,
      'person' as const,
      'operator' as const,
      'operator' as const,
      'nobody' as const,
      'odd' as const,
    ),
    cookie: fc.oneof(
      fc.constantFrom(
        'svc_session=',
        'svc_session="',
        'svc_attempt=x; svc_attempt=y',
        `svc_session=${'A'.repeat(43)}`,
        '=;=;',
        '__proto__=1',
        'svc_attempt=abc.def',
      ),
      oddText.map((text) => `svc_attempt=${encodeURIComponent(text.toWellFormed())}`),
    ),
    site: fc.oneof(
      { weight: 8, arbitrary: fc.constant(OWN) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Record<string, string>>(
          {},
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8080' },
          { 'sec-fetch-site': 'none' },
          { origin: 'null' },
          { origin: 'http://elsewhere.example' },
          { 'sec-fetch-site': '' },
          { origin: 'http://127.0.0.1:8080' },
        ),
      },
    ),
    client: fc.record(
      {
        'x-forwarded-for': fc.oneof(
          fc.constantFrom(
            '1.2.3.4',
            '::ffff:1.2.3.4',
            '2001:db8::1',
            '',
            ',',
            'a, b',
            '[::1]:80',
            '::',
            'x'.repeat(5_000),
          ),
          headerText,
        ),
        'user-agent': fc.oneof(fc.constant('x'.repeat(5_000)), headerText),
      },
      { requiredKeys: [] },
    ),
    contentType: fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/x-www-form-urlencoded') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x', ''),
      },
    ),
  })
  .map(({ asked, ...rest }) => ({ ...asked, ...rest }))
