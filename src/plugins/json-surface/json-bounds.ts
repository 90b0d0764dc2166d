import { ApiError } from './api-error.ts'

/** Objects and lists within one another: more than any request has, far less than a parser's stack bears. */
export const DEPTH_MAX = 64

/** Fields of one object, and of all objects of a body: ten thousand messages with a text part each have forty thousand. */
export const FIELDS_MAX = 1_024
export const FIELDS_IN_ALL_MAX = 50_000

/** Values of a body in all, containers included. */
export const VALUES_MAX = 100_000

/** Names that `JSON.parse` makes something else of than a field, or that code after it may: each letter may be written as six. */
const POISON = ['__proto__', 'constructor']
const POISON_SHORTEST = Math.min(...POISON.map((name) => name.length))
const POISON_LONGEST = 6 * Math.max(...POISON.map((name) => name.length))

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Counts what a JSON text would become before anything is built from it: a few bytes of text make an object or a list entry of a hundred.
 * Takes the text in pieces, cut anywhere; looks at each character once and knows no more of JSON than its marks.
 */
export class JsonBounds {
  #inString = false
  /** Whether the piece before ended in a string with a backslash that escapes what comes next. */
  #escaped = false
  /** Characters of that string in the pieces before. */
  #carried = 0
  #mayPoison = false
  #values = 1
  #fields = 0
  /** Fields so far of each object around the place; of a list it stays 0. */
  readonly #open: number[] = []

  /** Whether one of the strings so far may be such a name. What this denies need not be looked through. */
  get mayPoison(): boolean {
    return this.#mayPoison
  }

  /** @throws {ApiError} `invalid_value` with the bound that is passed, as soon as it is */
  take(piece: string): void {
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#inString) at = this.#behindString(piece, at)
      else this.#takeMark(piece.charCodeAt(at))
    }
  }

  /** Goes to the quote that ends the string in which a place stands, or to the end of the piece. */
  #behindString(piece: string, from: number): number {
    let start = this.#escaped ? from + 1 : from
    this.#escaped = false
    for (;;) {
      const quote = piece.indexOf('"', start)
      const end = quote < 0 ? piece.length : quote
      const escaped = isEscaped(piece, start, end)
      if (quote < 0) {
        this.#escaped = escaped
        this.#carried += end - from
        return end
      }
      if (!escaped) {
        this.#inString = false
        this.#mayPoison ||= this.#isPoison(piece, from, quote)
        this.#carried = 0
        return quote
      }
      start = quote + 1
    }
  }

  /** Whether a string that ends here may be a poisonous name; one that is cut or escaped is not read, so it may. */
  #isPoison(piece: string, start: number, end: number): boolean {
    const length = this.#carried + end - start
    if (length < POISON_SHORTEST || length > POISON_LONGEST) return false
    if (this.#carried > 0) return true
    const short = piece.slice(start, end)
    return POISON.includes(short) || short.includes('\\u')
  }

  #takeMark(mark: number): void {
    switch (mark) {
      case QUOTE:
        this.#inString = true
        return
      case COMMA:
        return this.#countValue()
      case COLON:
        return this.#countField()
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#open.push(0)
        if (this.#open.length > DEPTH_MAX) throw tooMuch(`nests deeper than ${DEPTH_MAX} levels`)
        return this.#countValue()
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#open.pop()
    }
  }

  #countValue(): void {
    this.#values += 1
    if (this.#values > VALUES_MAX) throw tooMuch(`holds more than ${VALUES_MAX} values`)
  }

  #countField(): void {
    this.#fields += 1
    if (this.#fields > FIELDS_IN_ALL_MAX) throw tooMuch(`holds more than ${FIELDS_IN_ALL_MAX} fields`)
    const last = this.#open.length - 1
    const fields = (this.#open[last] ?? 0) + 1
    if (fields > FIELDS_MAX) throw tooMuch(`holds an object of more than ${FIELDS_MAX} fields`)
    if (last >= 0) this.#open[last] = fields
  }
}

/** Whether an odd number of backslashes stands before a place, none of them before `start`. */
function isEscaped(piece: string, start: number, at: number): boolean {
  let first = at
  while (first > start && piece.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}

function tooMuch(what: string): ApiError {
  return new ApiError('invalid_value', { message: `The request body ${what}.` })
}
