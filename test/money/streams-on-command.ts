import type { ServerResponse } from 'node:http'
import { chunk, completion, json, startUpstream, stream } from '../support/upstream-server.ts'

/** An upstream whose streams go on when they are told to. */
export interface StreamsOnCommand {
  url: string
  /** How many streams have begun so far. */
  begun: () => number
  /** How many run, of all instances or of one. */
  running: (instance?: string) => number
  /** Sends a text on every running stream. */
  say: (text: string) => void
  /** Ends the running streams of an instance in good order. */
  finish: (instance: string) => void
  /** The whole text of each stream that has begun. */
  said: () => string[]
  close: () => Promise<void>
}

interface Running {
  instance: string
  response: ServerResponse
  text: string
  over: boolean
}

/** Instances are known by the key that they show. Plain calls are answered at once, each with another usage. */
export async function startStreamsOnCommand(): Promise<StreamsOnCommand> {
  const streams: Running[] = []
  let answered = 0
  const usage = (): object => ({ prompt_tokens: 1_000, completion_tokens: (answered += 1) % 250 || 1 })
  const send = (one: Running, text: string): void => {
    one.response.write(chunk({ content: text }))
    one.text += text
  }
  const upstream = await startUpstream((response, call) => {
    if (!call.body.stream) return json(completion('Done.', usage()))(response, call)
    const instance = (call.headers.authorization ?? '').slice('Bearer '.length)
    const one: Running = { instance, response, text: '', over: false }
    streams.push(one)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ role: 'assistant', content: '' }))
    send(one, `Stream ${streams.length} begins, `)
  })
  const running = (instance?: string): Running[] =>
    streams.filter((one) => !one.over && (instance === undefined || one.instance === instance))
  return {
    url: upstream.url,
    begun: () => streams.length,
    running: (instance) => running(instance).length,
    say: (text) => {
      for (const one of running()) send(one, text)
    },
    finish: (instance) => {
      for (const one of running(instance)) {
        send(one, 'and ends.')
        // Without the role, which was sent when it began.
        one.response.end(stream([], usage()).slice(1).join(''))
        one.over = true
      }
    },
    said: () => streams.map(({ text }) => text),
    close: () => upstream.close(),
  }
}
