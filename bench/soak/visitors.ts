import { lost, type SoakParts } from './callers.ts'
import { asOperator } from './customers.ts'

const FREE = [
  '/',
  '/frameworks',
  '/frameworks/dora',
  '/llms.txt',
  '/openapi.json',
  '/healthz',
  '/metrics',
  '/api/public/frameworks/v1',
  '/api/public/pricing/v1',
  '/api/public/changelog/v1',
  '/api/public/logged-out-landings/v1',
]
const WITH_KEY = ['/v1/models', '/v1/frameworks', '/v1/key', '/v1/usage?limit=20']
const OF_OPERATOR = ['', '/usage?limit=50', '/journal?limit=50', '/keys']

/** Somebody reads a feed, a page or a list. */
export async function look(parts: SoakParts): Promise<void> {
  const { service, chance, customers, tally } = parts
  const customer = chance.one(customers)
  const kind = chance.weighted({ feed: 6, list: 3, 'operator list': 1 })
  const since = service.moment()
  try {
    const answer = await {
      feed: () => fetch(service.url + chance.one(FREE)),
      list: () => {
        const headers = { authorization: `Bearer ${chance.one(customer.keys).secret}` }
        return fetch(service.url + chance.one(WITH_KEY), { headers })
      },
      'operator list': () =>
        asOperator(service, 'GET', `/accounts/${customer.book.accountId}${chance.one(OF_OPERATOR)}`),
    }[kind]()
    await answer.text()
    tally.status(kind, answer.status)
    // Keys may be gone; everything else is there for everybody.
    if (![200, 503].includes(answer.status) && !(kind === 'list' && answer.status === 401)) {
      tally.fault(`${kind}: ${answer.status}`)
    }
  } catch (cause) {
    lost(parts, kind, since, cause)
  }
}
