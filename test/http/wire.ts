import { connect, type Socket } from 'node:net'
import type { Service } from '../support/start-service.ts'

/** A connection whose bytes a test writes itself. */
export interface Wire {
  socket: Socket
  /** Resolves with everything that came, once it matches; rejects where the connection closes without. */
  heard: (pattern: RegExp) => Promise<string>
  /** Everything that came until the connection was closed. */
  closed: Promise<string>
}

/** Connects and sends; where it ends its side, that is all it will ever send. */
export async function wire({ url }: Pick<Service, 'url'>, bytes = ''): Promise<Wire> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  const listeners = new Set<() => void>()
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece
    for (const listener of listeners) listener()
  })
  const closed = new Promise<string>((resolve) => {
    // The other side's end is taken for a close, and a reset too.
    socket.once('end', () => resolve(text))
    socket.once('error', () => resolve(text))
    socket.once('close', () => resolve(text))
  })
  if (bytes) socket.write(bytes)
  const heard = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(text)) return
        listeners.delete(look)
        resolve(text)
      }
      listeners.add(look)
      look()
      closed.then(() => reject(new Error(`closed without ${pattern}: ${text}`)), reject)
    })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  return { socket, heard, closed }
}

/** The head of a request by HTTP/1.1. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'svc', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The answers that came one behind the other on a connection, interim ones too. */
export function answersIn(text: string): { status: number; head: string; body: string }[] {
  return text
    .split(/(?=HTTP\/1\.[01] \d{3} )/)
    .filter((answer) => answer !== '')
    .map((answer) => {
      const [top = '', ...rest] = answer.split('\r\n\r\n')
      return { status: Number(top.slice(9, 12)), head: top.toLowerCase(), body: rest.join('\r\n\r\n') }
    })
}
