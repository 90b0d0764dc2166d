import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it reached the upstream. */
export interface UpstreamCall {
  path: string
  headers: IncomingHttpHeaders
  body: {
    model: string
    messages: { role: string; content: string }[]
    max_tokens: number
    stream: boolean
    [field: string]: unknown
  }
  /** Settles when the service has closed the connection before the answer's end. */
  aborted: Promise<void>
}

export type Answer = (response: ServerResponse, call: UpstreamCall) => void | Promise<void>

export interface UpstreamServer {
  /** Ends in /v1, as UPSTREAM_BASE_URL wants it. */
  url: string
  /** Everything that reached it, in order. */
  calls: UpstreamCall[]
  /** How many connections were made to it so far. */
  connections: () => number
  /** How the next calls are answered; the last one stays. */
  answer: (...answers: Answer[]) => void
  close: () => Promise<void>
}

/** A local OpenAI-compatible server that answers as the test says, well or badly. */
export async function startUpstream(...answers: Answer[]): Promise<UpstreamServer> {
  let script = answers
  const calls: UpstreamCall[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const call = await receive(request, response)
      calls.push(call)
      const next = script.length > 1 ? script.shift() : script[0]
      await next?.(response, call)
    }
    void serve()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    connections: () => connections,
    answer: (...next) => {
      script = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<UpstreamCall> {
  const aborted = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve()
    })
  })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return {
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse(Buffer.concat(chunks).toString()) as UpstreamCall['body'],
    aborted,
  }
}

/** Answers with JSON. */
export function json(body: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** A plain chat completion in OpenAI's shape, under a name and an id that no caller may see. */
export function completion(
  content: string,
  usage: object | null = { prompt_tokens: 100, completion_tokens: 20 },
): object {
  return {
    id: 'upstream-secret-id',
    object: 'chat.completion',
    created: 1,
    model: 'upstream-secret-model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    ...(usage && { usage }),
  }
}

/** Sends raw pieces of a stream, one write each, and ends; `hang` keeps the connection open instead. */
export function sse(pieces: readonly (string | Uint8Array)[], { hang = false } = {}): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      response.write(piece)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    if (!hang) response.end()
  }
}

/** One chunk of a stream in OpenAI's shape, as a whole event. */
export function chunk(delta: object, finishReason: string | null = null, extra: object = {}): string {
  const body = {
    id: 'upstream-secret-id',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'upstream-secret-model',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...extra,
  }
  return `data: ${JSON.stringify(body)}\n\n`
}

/** A whole good stream: role, text, finish, usage, DONE. */
export function stream(
  texts: readonly string[],
  usage: object | null = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
): string[] {
  return [
    chunk({ role: 'assistant', content: '' }),
    ...texts.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    ...(usage
      ? [`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage })}\n\n`]
      : []),
    'data: [DONE]\n\n',
  ]
}
