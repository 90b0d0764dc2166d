import { setTimeout as delay } from 'node:timers/promises'
import { readPlain, StreamAnswer } from './answer-reader.ts'
import type { Chance } from '../../tools/chance.ts'
import type { Customer, CustomerKey } from './customers.ts'
import type { SoakService } from './soak-service.ts'
import type { Tally } from './tally.ts'

/** What everybody in a soak works with. */
export interface SoakParts {
  service: SoakService
  customers: readonly Customer[]
  tally: Tally
  chance: Chance
}

/** How callers behave, and how often of a hundred. */
const WEIGHTS = { plain: 40, stream: 38, leaving: 14, slow: 8 }
type Behaviour = keyof typeof WEIGHTS

const MODELS = ['svc-fast', 'svc-fast', 'svc-fast', 'svc-thinking']
const PINS = [[], [], [], ['iso-27001'], ['dora', 'soc-2']]
const QUESTIONS = [
  'What does DORA ask of a bank?',
  'Which evidence does ISO 27001 want for supplier agreements?',
  'How do HIPAA and SOC 2 differ about access reviews?',
  'Write a short greeting for our new colleagues.',
  `Check this list. ${'A supplier is reviewed each year and its access removed at the end. '.repeat(200)}`,
]

/** A leaving caller has seen something, and goes at some moment behind that. */
const LEAVES_WITHIN_MS = 200
/** A slow reader stops for so long, then takes each part late. */
const STOPS_MS = 1_500
const EACH_PART_MS = 5

/** One call by a caller of one of the kinds. */
export async function callOnce(parts: SoakParts): Promise<void> {
  const { service, chance, customers, tally } = parts
  const customer = chance.one(customers)
  // Now and then somebody goes on with a key that is gone.
  const alive = customer.keys.filter(({ revoked }) => !revoked)
  const key = chance.one(chance.next() < 0.02 || alive.length === 0 ? customer.keys : alive)
  const kind = chance.weighted(WEIGHTS)
  const since = service.moment()
  const { kills } = service
  const leaving = new AbortController()
  try {
    const response = await ask(parts, key, kind !== 'plain', leaving.signal)
    const streams = response.headers.get('content-type')?.includes('text/event-stream') === true
    if (streams) await readStream(parts, customer, kind, response, { leaving, kills })
    else tally.status(kind, response.status, readPlain(await response.text(), customer.book))
  } catch (cause) {
    // Without an answer nobody knows what became of the call.
    customer.book.unfinished += 1
    lost(parts, kind, since, cause)
  }
}

function ask(
  { service, chance }: SoakParts,
  { secret }: CustomerKey,
  stream: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const pins = chance.one(PINS)
  return fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: chance.one(MODELS),
      max_tokens: 256 + chance.below(1_000),
      stream,
      messages: [{ role: 'user', content: chance.one(QUESTIONS) }],
      ...(pins.length > 0 && { svc: { frameworks: pins } }),
    }),
    signal,
  })
}

async function readStream(
  parts: SoakParts,
  { book }: Customer,
  kind: Behaviour,
  response: Response,
  { leaving, kills }: { leaving: AbortController; kills: number },
): Promise<void> {
  const { service, chance, tally } = parts
  const answer = new StreamAnswer()
  const decoder = new TextDecoder()
  let first = true
  try {
    for await (const part of response.body ?? []) {
      answer.read(decoder.decode(part, { stream: true }))
      if (first && kind === 'leaving') setTimeout(() => leaving.abort(), chance.below(LEAVES_WITHIN_MS))
      if (kind === 'slow') await delay(first ? STOPS_MS : EACH_PART_MS)
      first = false
    }
  } catch {
    // How it ended is looked at below, whether or not its bytes ended well.
  }
  const how = answer.end(book)
  tally.status(kind, 200, how)
  // Whoever reads to the end gets an end, also where the process stops in good order meanwhile.
  const deserted = how === 'broken off' && !leaving.signal.aborted && service.kills === kills
  if (deserted) tally.fault(`${kind}: a stream without its end`)
}

/** A connection that fails while the service is there is a fault of the service. */
export function lost({ service, tally }: SoakParts, kind: string, since: number, cause: unknown): void {
  tally.note(`${kind}: no answer`)
  if (!service.thereSince(since)) return
  const { message, cause: inner } = cause instanceof Error ? cause : new Error(String(cause))
  tally.fault(`${kind}: no answer, ${message} ${inner instanceof Error ? inner.message : ''}`)
}
