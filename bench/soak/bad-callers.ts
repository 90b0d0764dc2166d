import { lost, type SoakParts } from './callers.ts'

/** A request that nobody should send, and the statuses that it may get. */
interface BadRequest {
  name: string
  body: string
  headers?: Readonly<Record<string, string>>
  statuses: readonly number[]
}

const question = { role: 'user', content: 'What does DORA ask?' }
const asJson = (body: object): string => JSON.stringify({ model: 'svc-fast', messages: [question], ...body })

/** Refused for its key, while it drains, or while it has too much to do: that may come before a look at the body. */
const EARLIER = [401, 503]

const BAD: readonly BadRequest[] = [
  { name: 'no key', body: asJson({}), headers: { authorization: '' }, statuses: [401] },
  { name: 'broken JSON', body: '{"model": "svc-fast", "messages": [', statuses: [400] },
  { name: 'no bytes of text', body: '\u0000\u0001\u0002', statuses: [400] },
  { name: 'a deep nest', body: `${'['.repeat(5_000)}${']'.repeat(5_000)}`, statuses: [400] },
  {
    name: 'many messages',
    body: asJson({ messages: Array.from({ length: 10_001 }, () => question) }),
    statuses: [400],
  },
  { name: 'another type', body: asJson({}), headers: { 'content-type': 'text/plain' }, statuses: [415] },
  { name: 'an unknown model', body: asJson({ model: 'gpt-4' }), statuses: [404] },
  { name: 'no messages', body: asJson({ messages: [] }), statuses: [400] },
  { name: 'an unknown framework', body: asJson({ svc: { frameworks: ['nothing'] } }), statuses: [400] },
  {
    name: 'too many frameworks',
    body: asJson({ svc: { frameworks: Array.from({ length: 9 }, (_, index) => `fw-${index}`) } }),
    statuses: [400],
  },
  { name: 'a negative limit', body: asJson({ max_tokens: -1 }), statuses: [400] },
  {
    name: 'a text beyond every window',
    body: asJson({ messages: [{ role: 'user', content: 'word '.repeat(600_000) }] }),
    statuses: [400],
  },
]

/** One request that is wrong in one way; anything but its refusal is a fault. */
export async function askBadly(parts: SoakParts): Promise<void> {
  const { service, chance, customers, tally } = parts
  const { name, body, headers, statuses } = chance.one(BAD)
  const { secret } = chance.one(chance.one(customers).keys)
  const since = service.moment()
  try {
    const response = await fetch(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body,
    })
    await response.text()
    tally.status(`bad input, ${name}`, response.status)
    if (![...statuses, ...EARLIER].includes(response.status)) {
      tally.fault(`bad input, ${name}: ${response.status}`)
    }
  } catch (cause) {
    lost(parts, `bad input, ${name}`, since, cause)
  }
}
