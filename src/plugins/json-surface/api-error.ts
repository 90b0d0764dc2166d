import { ERRORS, type ErrorCode, type ErrorEntry } from './errors.ts'

/** What a refusal adds to its line of the table. */
export interface ErrorDetail {
  /** Replaces the table's words; never holds a caller's text beyond a field's path or an id asked for. */
  message?: string
  /** The path of the offending field, e.g. `messages[1].content`. */
  param?: string
  /** Extra facts, put beside `error` in the body. */
  svc?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** What went wrong, for the log alone: a status or an error code, never a text. */
  reason?: string
}

/** A refusal or failure from the table; thrown anywhere below a surface, answered in one place above it. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly param: string | null
  readonly svc: Readonly<Record<string, unknown>> | undefined
  readonly reason: string | undefined
  readonly #headers: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(detail.message ?? ERRORS[code].message)
    this.code = code
    this.param = detail.param ?? null
    this.svc = detail.svc
    this.reason = detail.reason
    this.#headers = detail.headers
  }

  get entry(): ErrorEntry {
    return ERRORS[this.code]
  }

  get headers(): Readonly<Record<string, string>> {
    return { ...this.entry.headers, ...this.#headers }
  }

  /** The JSON body: OpenAI's four fields, always all present, and `svc` where there are facts to add. */
  get body(): {
    error: { message: string; type: string; param: string | null; code: string }
    svc?: unknown
  } {
    const error = { message: this.message, type: this.entry.type, param: this.param, code: this.code }
    return this.svc ? { error, svc: this.svc } : { error }
  }
}
