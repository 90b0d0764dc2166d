import { connect, type Socket } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * One connection of a caller that sends the same request again and again, and reads no more of an answer than its status and its
 * length: a thousand of them must cost less than what they measure.
 */
export class AnswerSocket {
  readonly #socket: Socket
  #read = ''
  #answered: ((status: number | undefined) => void) | undefined

  /** `closed` hears that it is of no more use. */
  constructor(port: number, closed: () => void) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true).setEncoding('latin1')
    this.#socket.on('data', (part: string) => this.#take(part))
    // What broke it makes no difference; its end is always told.
    this.#socket.on('error', () => undefined)
    this.#socket.once('close', () => {
      this.#answered?.(undefined)
      closed()
    })
  }

  /** Sends a whole request; `answered` hears of the status, or of nothing where the connection broke. */
  send(request: string, answered: (status: number | undefined) => void): void {
    this.#answered = answered
    this.#socket.write(request)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #take(part: string): void {
    this.#read += part
    const head = this.#read.indexOf(HEAD_END)
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#read.slice(0, head))?.[1]
    if (this.#read.length < head + HEAD_END.length + Number(length ?? 0)) return
    const status = Number(this.#read.slice(9, 12))
    const answered = this.#answered
    this.#read = ''
    this.#answered = undefined
    answered?.(status)
  }
}
