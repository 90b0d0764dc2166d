import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../../support/start-service.ts'
import { json, startUpstream, type UpstreamServer } from '../../../support/upstream-server.ts'
import { QUESTION, readRefusal, type Refusal } from '../refusal.ts'

const BODY_LIMIT = 65_536
/** More tokens than the window, fewer bytes than the body limit. */
const LONG = 'What does DORA ask of incident reporting? '.repeat(1_000)

let service: Service
let upstream: UpstreamServer
/** A key for each mix of what can be wrong with it. */
const keys = new Map<string, string>()

interface Attempt {
  /** Which of the prepared keys is used: its account is suspended or has no credit, its cap is zero, it is revoked. */
  suspended: boolean
  poor: boolean
  capped: boolean
  revoked: boolean
  contentType: string
  body: Record<string, unknown>
  /** Makes a text of the body. */
  write: (body: string) => string
  oversized: boolean
}

const keyOf = ({
  suspended,
  poor,
  capped,
  revoked,
}: Pick<Attempt, 'suspended' | 'poor' | 'capped' | 'revoked'>): string =>
  JSON.stringify([suspended, poor, capped, revoked])

/** One way to be wrong, and the refusal that it earns. */
interface Wrong {
  /** Its place in the order; ways of one step have no order among them. */
  step: number
  name: string
  status: number
  code: string
  apply: (attempt: Attempt) => void
  /** Ways that cannot be combined have this in common. */
  uses?: string
}

/** Every way, in the order in which the service promises to look for them. */
const WRONGS: readonly Wrong[] = [
  way(1, 'key', 401, 'invalid_api_key', (attempt) => {
    attempt.revoked = true
  }),
  way(2, 'body size', 413, 'request_too_large', (attempt) => {
    attempt.oversized = true
  }),
  way(2, 'body type', 415, 'unsupported_media_type', (attempt) => {
    attempt.contentType = 'text/plain'
  }),
  way(3, 'JSON', 400, 'invalid_json', (attempt) => {
    attempt.write = (body) => `${body}}`
  }),
  way(4, 'shape', 400, 'invalid_type', ({ body }) => {
    body['max_tokens'] = 'x'
  }),
  way(4, 'refused feature', 400, 'unsupported_parameter', ({ body }) => {
    body['tools'] = [{ type: 'function', function: { name: 'search' } }]
  }),
  way(5, 'streaming switch', 400, 'streaming_not_enabled', ({ body }) => {
    body['stream'] = true
  }),
  way(6, 'model', 404, 'model_not_found', setModel('gpt-4'), 'model'),
  way(7, 'framework ids', 400, 'unknown_framework', pin(['no-such-standard']), 'pins'),
  way(7, 'count of framework ids', 400, 'too_many_frameworks', pin('abcdefghi'.split('')), 'pins'),
  way(8, 'context length', 400, 'context_length_exceeded', ({ body }) => {
    body['messages'] = [{ role: 'user', content: LONG }]
  }),
  way(9, 'suspended account', 403, 'account_suspended', (attempt) => {
    attempt.suspended = true
  }),
  way(10, 'credit', 429, 'credit_balance_exhausted', (attempt) => {
    attempt.poor = true
  }),
  way(11, 'caps', 429, 'key_spend_limit_exceeded', (attempt) => {
    attempt.capped = true
  }),
  way(12, 'EU path', 503, 'eu_path_unavailable', setModel('svc-fast-eu'), 'model'),
]

beforeAll(async () => {
  // It refuses whatever reaches it, so a call that gets past every check ends in the last refusal of all.
  upstream = await startUpstream(json({ error: { message: 'bad credentials' } }, 401))
  service = await startService({
    UPSTREAM_BASE_URL: upstream.url,
    STREAMING_ENABLED: 'false',
    FAST_CONTEXT_WINDOW: '4096',
    BODY_LIMIT_BYTES: String(BODY_LIMIT),
  })
  for (const [suspended, poor] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    const account = await service.admin<{ id: string }>('POST', '/accounts', {
      name: `${suspended ? 'suspended ' : ''}${poor ? 'poor' : 'rich'}`,
      credit_usd: poor ? 0 : 5,
    })
    if (suspended) await service.parts.store.suspendAccount(account.id, 0)
    for (const capped of [false, true]) {
      for (const revoked of [false, true]) {
        const path = `/accounts/${account.id}/keys`
        const { id, key } = await service.admin<{ id: string; key: string }>('POST', path, {
          name: 'k',
          ...(capped && { spend_limits_usd: { day: 0 } }),
        })
        if (revoked) await service.admin('DELETE', `${path}/${id}`)
        keys.set(keyOf({ suspended, poor, capped, revoked }), key)
      }
    }
  }
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** The refusal of a request that is wrong in the given ways and good in every other. */
async function refusalOf(...wrongs: readonly Wrong[]): Promise<Refusal> {
  const attempt: Attempt = {
    suspended: false,
    poor: false,
    capped: false,
    revoked: false,
    contentType: 'application/json',
    body: { model: 'svc-fast', messages: QUESTION, max_tokens: 100 },
    write: (body) => body,
    oversized: false,
  }
  for (const { apply } of wrongs) apply(attempt)
  const text = attempt.write(JSON.stringify(attempt.body))
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.get(keyOf(attempt))}`,
      'content-type': attempt.contentType,
    },
    body: attempt.oversized ? text.padEnd(BODY_LIMIT + 1) : text,
  })
  return readRefusal(response)
}

describe('each way alone earns its own refusal, and nothing reaches the upstream', () => {
  test.each(WRONGS)('$name: $status $code', async (wrong) => {
    expect(await refusalOf(wrong)).toMatchObject({ status: wrong.status, code: wrong.code })
    expect(upstream.calls).toEqual([])
  })
})

describe('of two things wrong the earlier one is told', () => {
  const pairs = WRONGS.flatMap((first) =>
    WRONGS.filter(({ step, uses }) => step > first.step && (uses === undefined || uses !== first.uses)).map(
      (second) => [`${first.name} before ${second.name}`, { first, second }] as const,
    ),
  )

  test.each(pairs)('%s', async (_name, { first, second }) => {
    expect(await refusalOf(first, second)).toMatchObject({ status: first.status, code: first.code })
    expect(upstream.calls).toEqual([])
  })
})

test('a request that is wrong in every way is mended one refusal at a time', async () => {
  const told: string[] = []
  let left = WRONGS.filter(
    ({ name }) => !['body type', 'refused feature', 'count of framework ids'].includes(name),
  )
  while (left.length > 0) {
    // Of the two models that a request cannot have at once, the one that is looked at first counts.
    const applied = left.filter(
      ({ uses }, index) => left.findIndex((one) => one.uses === uses) === index || !uses,
    )
    const { code } = await refusalOf(...applied)
    told.push(code)
    left = left.filter((wrong) => wrong.code !== code)
  }
  expect(told).toEqual([
    'invalid_api_key',
    'request_too_large',
    'invalid_json',
    'invalid_type',
    'streaming_not_enabled',
    'model_not_found',
    'unknown_framework',
    'context_length_exceeded',
    'account_suspended',
    'credit_balance_exhausted',
    'key_spend_limit_exceeded',
    'eu_path_unavailable',
  ])
})

test('the upstream is the last thing that can fail, and its failure costs nothing', async () => {
  const refusal = await refusalOf()
  expect(refusal).toMatchObject({ status: 502, type: 'api_error', code: 'upstream_unavailable', param: null })
  expect(upstream.calls).toHaveLength(1)
  const accounts = await service.admin<{ data: { name: string; balance_usd: number; held_usd: number }[] }>(
    'GET',
    '/accounts',
  )
  const money = accounts.data.map(({ name, balance_usd, held_usd }) => ({ name, balance_usd, held_usd }))
  expect(money).toHaveLength(5)
  expect(money).toEqual(
    expect.arrayContaining([
      { name: 'demo', balance_usd: 10, held_usd: 0 },
      { name: 'poor', balance_usd: 0, held_usd: 0 },
      { name: 'rich', balance_usd: 5, held_usd: 0 },
      { name: 'suspended poor', balance_usd: 0, held_usd: 0 },
      { name: 'suspended rich', balance_usd: 5, held_usd: 0 },
    ]),
  )
})

function way(
  step: number,
  name: string,
  status: number,
  code: string,
  apply: (attempt: Attempt) => void,
  uses?: string,
): Wrong {
  return { step, name, status, code, apply, ...(uses !== undefined && { uses }) }
}

function setModel(model: string): (attempt: Attempt) => void {
  return ({ body }) => {
    body['model'] = model
  }
}

function pin(frameworks: readonly string[]): (attempt: Attempt) => void {
  return ({ body }) => {
    body['svc'] = { frameworks }
  }
}
