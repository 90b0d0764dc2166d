import { microsOf, type AccountBook } from './account-book.ts'

/** What the bodies of answers and chunks have that matters here. */
interface AnswerBody {
  id?: string
  svc?: { cost_usd?: number | null }
  error?: { code?: string }
}

/** Codes of calls that were begun and may be charged although they failed: the key was revoked, or their reader was slow. */
const MAY_COST = new Set<string | undefined>(['invalid_api_key', 'client_timeout'])

/** Takes a plain answer down; gives the code of its error, if it is one. */
export function readPlain(text: string, book: AccountBook): string | undefined {
  const { id, svc, error } = JSON.parse(text) as AnswerBody
  if (error) {
    if (MAY_COST.has(error.code)) book.unfinished += 1
    return error.code ?? 'no code'
  }
  if (id === undefined || typeof svc?.cost_usd !== 'number') throw new Error('an answer without id and cost')
  book.tell({ id, costMicros: microsOf(svc.cost_usd) })
  return undefined
}

/** Reads the events of a stream as they come, and takes down how it ended. */
export class StreamAnswer {
  #id: string | undefined
  #cost: number | undefined
  #error: string | undefined
  #done = false
  #rest = ''

  read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) this.#event(line.slice('data: '.length))
  }

  /** The end of its bytes, whoever ended them; gives how it ended, in a word. */
  end(book: AccountBook): string {
    if (this.#done && this.#id !== undefined && this.#cost !== undefined) {
      book.tell({ id: this.#id, costMicros: microsOf(this.#cost) })
      return 'whole'
    }
    const free = this.#error !== undefined && !MAY_COST.has(this.#error)
    if (this.#id === undefined) book.unfinished += 1
    else if (free) book.free.add(this.#id)
    else book.unfinishedIds.add(this.#id)
    return this.#error ?? 'broken off'
  }

  #event(data: string): void {
    if (data === '[DONE]') {
      this.#done = true
      return
    }
    const { id, svc, error } = JSON.parse(data) as AnswerBody
    this.#id ??= id
    if (typeof svc?.cost_usd === 'number') this.#cost = svc.cost_usd
    this.#error ??= error && (error.code ?? 'no code')
  }
}
