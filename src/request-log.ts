import type { Logger } from 'pino'

/** How loud a line is. */
export type LogLevel = 'info' | 'warn' | 'error'

/** Everything that may be written about a request: the allow-list (design 11). No text of a caller or a model fits in. */
export interface RequestFacts {
  requestId: string
  method: string
  /** The route's pattern, never the URL. */
  route: string
  status: number
  durationMs: number
  /** Of the error table. */
  errorCode?: string
  /** Why, in a status or code: `status_503`, `UND_ERR_SOCKET`, `truncated`. */
  errorReason?: string
  keyId?: string
  accountId?: string
  model?: string
  stream?: boolean
  frameworks?: readonly string[]
  /** How the call ended, which a status sent before the end cannot say. */
  outcome?: string
  promptTokens?: number
  completionTokens?: number
  costMicros?: number
}

/** What happens to the process itself; values are numbers and names of the service's own. */
type EventFields = Readonly<Record<string, string | number | boolean>>

/** The only way anything is logged: one line a request, named events, and faults by class and code. */
export class RequestLog {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  request(facts: RequestFacts, level: LogLevel): void {
    this.#logger[level](facts, 'request')
  }

  event(name: string, fields: EventFields = {}): void {
    this.#logger.info(fields, name)
  }

  /** What an operator should look at before it becomes a fault. */
  warn(name: string, fields: EventFields = {}): void {
    this.#logger.warn(fields, name)
  }

  /** A fault by its class, code and place in our own files; never its message, which may quote a caller. */
  fault(name: string, cause: unknown): void {
    this.#logger.error(describe(cause), name)
  }
}

function describe(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { errorClass: typeof cause }
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  return {
    errorClass: cause.constructor.name,
    ...(code !== undefined && { errorCode: code }),
    at: places(cause),
  }
}

/**
 * `file:line:column` of the stack's first frames. The message above them is cut off first: it may hold a caller's text, and
 * that text may look like a stack.
 */
function places({ message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message)
  if (at < 0) return []
  return stack
    .slice(at + message.length)
    .split('\n')
    .flatMap((line) => /^\s+at .*?([^/\\(\s]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .slice(0, 4)
}
