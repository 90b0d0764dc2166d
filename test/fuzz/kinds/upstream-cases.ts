import * as fc from 'fast-check'
import type { Answer as Script } from '../../support/upstream-server.ts'
import { changedText, type Change } from '../made/json-tree.ts'
import { changedBytes, piecesOf, sometimesBytes, type ByteChange } from '../made/bytes.ts'
import { changes, numberText } from '../made/odd.ts'

/** A change of the events of an answer: one is changed inside, left out, sent twice, or another comes before it. */
type EventChange = { at: number } & (
  | { do: 'change'; changes: Change[] }
  | { do: 'remove' }
  | { do: 'repeat' }
  | { do: 'insert'; text: string }
)

/** A call and how it is answered. */
export interface UpstreamCase {
  stream: boolean
  model: string
  body: object
  /** Whether events are sent, whatever was asked for. */
  events: boolean
  texts: string[]
  /** As raw JSON; undefined: none is told. */
  usage: { prompt: string; completion: string } | undefined
  eventChanges: EventChange[]
  bytes: ByteChange[]
  cuts: number[]
  lineEnd: string
  status: number
  contentType: string
  headers: Record<string, string>
  end: 'end' | 'destroy'
  leaveAfter: number | undefined
}

const often = <T>(weight: number, usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

const eventChange: fc.Arbitrary<EventChange> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ at: fc.nat({ max: 9 }), do: fc.constant('change' as const), changes }),
  },
  fc.record({ at: fc.nat({ max: 9 }), do: fc.constantFrom('remove' as const, 'repeat' as const) }),
  fc.record({
    at: fc.nat({ max: 9 }),
    do: fc.constant('insert' as const),
    text: fc.constantFrom(
      '[DONE]',
      '{"error":{"message":"m","type":"t","code":"c"}}',
      '{"error":null,"choices":[]}',
      '{"object":"error"}',
      '{}',
      '[]',
      'null',
      '',
      '{"choices":[]}',
      '{"choices":null,"usage":null}',
      '{"choices":[null]}',
      '{"choices":[{"index":1,"delta":{"content":"no"}}]}',
      '{"choices":[{"delta":{"reasoning_content":"hm"}}]}',
      '{"choices":[{"delta":{"content":[{"text":"a"},{"type":"x"}]}}]}',
      '{"choices":[{"delta":{"tool_calls":[{}]},"finish_reason":"tool_calls"}]}',
      '{"choices":[{"finish_reason":"length"}]}',
      'no json',
    ),
  }),
)

const tokens = fc.oneof(
  fc.constantFrom(
    '20',
    '100',
    '0',
    '-1',
    '1.5',
    'null',
    '"7"',
    '9007199254740991',
    '1e300',
    '4503599627370496',
  ),
  numberText,
)

const said = fc.constantFrom(
  '',
  'Hello.',
  ' See A.5.15 and Art. 17.',
  'é👩‍👩‍👧',
  '\ud83d',
  '\u0000',
  '\n\ndata: [DONE]\n\n',
  'word '.repeat(3_000),
)

/** Good answers, changed in their events, their bytes and how they are sent. */
export const upstreamCases: fc.Arbitrary<UpstreamCase> = fc.record({
  stream: fc.boolean(),
  model: fc.constantFrom('svc-fast', 'svc-fast', 'svc-thinking-eu'),
  body: fc.constantFrom(
    {},
    {},
    { temperature: 0.5 },
    { stop: 'x' },
    { max_tokens: 1 },
    { stream_options: { include_usage: true } },
  ),
  events: fc.boolean(),
  texts: fc.array(said, { maxLength: 4 }),
  usage: fc.option(fc.record({ prompt: tokens, completion: tokens }), { nil: undefined, freq: 4 }),
  eventChanges: fc.array(eventChange, { maxLength: 2, size: 'max' }),
  bytes: sometimesBytes(25),
  cuts: fc.array(fc.nat({ max: 3_000 }), { maxLength: 6 }),
  lineEnd: often(3, '\n', fc.constantFrom('\r\n', '\r')),
  // What is tried again takes its time, so there is less of it.
  status: fc.oneof(
    { weight: 24, arbitrary: fc.constant(200) },
    { weight: 6, arbitrary: fc.constantFrom(201, 204, 301, 400, 401, 404, 413, 422, 429, 299, 418) },
    { weight: 1, arbitrary: fc.constantFrom(500, 503) },
  ),
  contentType: often(
    5,
    '',
    fc.constantFrom(
      'text/event-stream; charset=utf-8',
      'Text/Event-Stream',
      'application/json',
      'text/html',
      'x',
      'application/octet-stream',
    ),
  ),
  headers: often<Record<string, string>>(
    6,
    {},
    fc.constantFrom<Record<string, string>>(
      { 'retry-after': '7' },
      { 'retry-after': '-1e9' },
      { 'retry-after': 'never' },
      { 'retry-after': '1e309' },
      { 'content-encoding': 'gzip' },
      { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
      { date: 'x' },
      { 'content-length': '5' },
      { 'content-length': '99999' },
    ),
  ),
  end: often<'end' | 'destroy'>(12, 'end', fc.constant('destroy')),
  leaveAfter: often<number | undefined>(8, undefined, fc.nat({ max: 2_000 })),
})

/** The events of a good answer; one where it is plain. */
function eventsOf({ texts, usage, events }: UpstreamCase): object[] {
  const head = { id: 'up', object: 'chat.completion.chunk', created: 1, model: 'up' }
  const marker = usage && {
    usage: { prompt_tokens: '@prompt', completion_tokens: '@completion', total_tokens: 0 },
  }
  const choice = (delta: object, reason: string | null) => ({ index: 0, delta, finish_reason: reason })
  if (!events) {
    const message = { role: 'assistant', content: texts.join('') }
    return [
      {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        ...marker,
      },
    ]
  }
  return [
    { ...head, choices: [choice({ role: 'assistant', content: '' }, null)] },
    ...texts.map((content) => ({ ...head, choices: [choice({ content }, null)] })),
    { ...head, choices: [choice({}, 'stop')] },
    ...(marker ? [{ ...head, choices: [], ...marker }] : []),
  ]
}

/** The events as texts, after the changes. */
function textsOf(one: UpstreamCase): string[] {
  const places: { value: object; changes: Change[]; raw?: string }[] = eventsOf(one).map((value) => ({
    value,
    changes: [],
  }))
  for (const change of one.eventChanges) {
    const at = change.at % Math.max(places.length, 1)
    const place = places[at]
    if (change.do === 'insert') places.splice(at, 0, { value: {}, changes: [], raw: change.text })
    else if (change.do === 'remove') places.splice(at, 1)
    else if (change.do === 'repeat' && place) places.splice(at, 0, place)
    else if (change.do === 'change' && place) place.changes = change.changes
  }
  const { prompt = 'null', completion = 'null' } = one.usage ?? {}
  return places.map(({ value, changes, raw }) =>
    (raw ?? changedText(value, changes)).replace('"@prompt"', prompt).replace('"@completion"', completion),
  )
}

/** The body of the answer. */
function bytesOf(one: UpstreamCase): Buffer {
  const texts = textsOf(one)
  const { lineEnd } = one
  const whole = one.events
    ? [...texts, '[DONE]'].map((text) => `data: ${text.replaceAll('\n', '\\n')}${lineEnd}${lineEnd}`).join('')
    : texts.join('')
  return changedBytes(Buffer.from(whole), one.bytes)
}

/** The answer as the upstream sends it. */
export function scriptOf(one: UpstreamCase): Script {
  const pieces = piecesOf(bytesOf(one), one.cuts)
  return async (response) => {
    const usual = one.events ? 'text/event-stream' : 'application/json'
    response.on('error', () => undefined)
    response.writeHead(one.status, { 'content-type': one.contentType || usual, ...one.headers })
    for (const piece of pieces) {
      if (response.destroyed) return
      response.write(piece)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    if (one.end === 'end') response.end()
    else response.destroy()
  }
}
