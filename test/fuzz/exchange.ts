import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { Violation } from './violation.ts'

/** A hang is a violation too; nothing here takes a fraction of this. */
const HANG_MS = 120_000

export interface Question {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The client goes once it has heard so many bytes of the answer's body. */
  leaveAfter?: number | undefined
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Whether all of it came. */
  whole: boolean
}

/** A client that keeps its connections, so that what a case leaves behind on one meets the next. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** Sends a request and reads its answer. */
  async ask(question: Question): Promise<Answer> {
    try {
      return await this.#ask(question, this.#agent)
    } catch (cause) {
      // The service may close a connection that was kept in the moment when it is used again.
      if (cause instanceof Violation || !isReset(cause)) throw cause
      return this.#ask(question, false)
    }
  }

  /** Sends bytes on a connection of their own, ends its side, and gives everything that came. */
  send(pieces: readonly Buffer[]): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true })
      const heard: Buffer[] = []
      const hang = setTimeout(() => reject(new Violation('the connection was never closed')), HANG_MS)
      const over = (): void => {
        clearTimeout(hang)
        socket.destroy()
        resolve(Buffer.concat(heard))
      }
      // A reset behind an answer is the end of a connection like another.
      socket
        .on('data', (piece: Buffer) => heard.push(piece))
        .on('end', over)
        .on('error', over)
        .on('close', over)
      for (const piece of pieces) socket.write(piece)
      socket.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #ask({ method, path, headers = {}, body, leaveAfter }: Question, agent: Agent | false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : Buffer.from(body)
      const length = bytes && { 'content-length': String(bytes.length) }
      const request = httpRequest({
        port: this.#port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...length, ...headers },
        agent,
      })
      const hang = setTimeout(() => reject(new Violation(`no answer to ${method} ${path}`)), HANG_MS)
      request.once('error', (cause) => {
        clearTimeout(hang)
        reject(cause)
      })
      request.once('response', (response) => {
        const pieces: Buffer[] = []
        let size = 0
        let left = false
        response.on('data', (piece: Buffer) => {
          pieces.push(piece)
          size += piece.length
          if (leaveAfter === undefined || size <= leaveAfter) return
          left = true
          request.destroy()
        })
        response.on('error', () => undefined)
        response.once('close', () => {
          clearTimeout(hang)
          const { statusCode: status = 0, headers, complete } = response
          resolve({ status, headers, body: Buffer.concat(pieces), whole: complete && !left })
        })
      })
      request.end(bytes)
    })
  }
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /ECONNRESET|EPIPE/.test(String(cause.code))
}
