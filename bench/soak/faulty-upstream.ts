import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type Answer,
  type UpstreamServer,
} from '../../test/support/upstream-server.ts'
import type { Chance } from '../../tools/chance.ts'

/** What an upstream may do, and how often of a hundred. */
const WEIGHTS = {
  whole: 58,
  slow: 9,
  long: 6,
  'no usage': 4,
  empty: 3,
  'error 500': 3,
  'busy 429': 3,
  'refused 400': 2,
  'cut before': 3,
  'cut inside': 4,
  'wrong bytes': 3,
  'wrong type': 1,
  silent: 1,
}

export type Behaviour = keyof typeof WEIGHTS

const WORDS = 'DORA asks for a register of agreements; see A.5.20 and Article 28. '
const SLOW_MS = 60
const LONG_CHUNKS = 150
const LONG_TEXT = WORDS.repeat(20)

export interface FaultyUpstream {
  url: string
  /** How often it did what. */
  did: Map<Behaviour, number>
  close: () => Promise<void>
}

/** A model's server that mostly answers, and fails in every way that they do. */
export async function startFaultyUpstream(chance: Chance): Promise<FaultyUpstream> {
  const did = new Map<Behaviour, number>()
  const upstream: UpstreamServer = await startUpstream(async (response, call) => {
    // What was asked is of no use here, and would be kept.
    upstream.calls.length = 0
    const behaviour = chance.weighted(WEIGHTS)
    did.set(behaviour, (did.get(behaviour) ?? 0) + 1)
    const usage = { prompt_tokens: 200 + chance.below(4_000), completion_tokens: 1 + chance.below(250) }
    await (call.body.stream ? streamed : plain)(behaviour, usage)(response, call)
  })
  return { url: upstream.url, did, close: upstream.close }
}

function plain(behaviour: Behaviour, usage: object): Answer {
  switch (behaviour) {
    case 'slow':
      return async (response, call) => {
        await delay(5 * SLOW_MS)
        await json(completion(WORDS, usage))(response, call)
      }
    case 'long':
      return json(completion(LONG_TEXT, usage))
    case 'no usage':
      return json(completion(WORDS, null))
    case 'empty':
      return json(completion('', usage))
    case 'cut inside':
      return (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
        response.write('{"choices": [', () => response.destroy())
      }
    case 'wrong bytes':
      return (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x7b, 0xff, 0x00]))
      }
    default:
      return failed(behaviour) ?? json(completion(WORDS, usage))
  }
}

function streamed(behaviour: Behaviour, usage: object): Answer {
  switch (behaviour) {
    case 'slow':
      return paced(stream([WORDS, WORDS, WORDS, WORDS], usage), SLOW_MS)
    case 'long':
      return sse(
        stream(
          Array.from({ length: LONG_CHUNKS }, () => LONG_TEXT),
          usage,
        ),
      )
    case 'no usage':
      return sse(stream([WORDS], null))
    case 'empty':
      return sse(stream([], usage))
    case 'cut inside':
      return async (response) => {
        begin(response, stream([WORDS]).slice(0, 2))
        await delay(SLOW_MS)
        response.destroy()
      }
    case 'wrong bytes':
      return sse([
        chunk({ role: 'assistant', content: 'A' }),
        Buffer.from('data: {"choices": [\xff\n\n', 'latin1'),
      ])
    default:
      return failed(behaviour) ?? sse(stream([WORDS, WORDS], usage))
  }
}

/** What fails alike, whether it was to be streamed or not. */
function failed(behaviour: Behaviour): Answer | undefined {
  switch (behaviour) {
    case 'error 500':
      return json({ error: { message: 'broken' } }, 500)
    case 'busy 429':
      return json({ error: { message: 'busy' } }, 429)
    case 'refused 400':
      return json({ error: { message: 'no', code: 'odd' } }, 400)
    case 'cut before':
      return (response) => void response.destroy()
    case 'wrong type':
      return (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>')
    case 'silent':
      // The service's own limit ends it.
      return () => undefined
    default:
      return undefined
  }
}

function paced(pieces: readonly string[], everyMs: number): Answer {
  return async (response) => {
    begin(response, pieces.slice(0, 1))
    for (const piece of pieces.slice(1)) {
      await delay(everyMs)
      response.write(piece)
    }
    response.end()
  }
}

function begin(response: ServerResponse, pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of pieces) response.write(piece)
}
