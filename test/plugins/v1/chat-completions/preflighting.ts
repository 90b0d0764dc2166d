import type { Service } from '../../../support/start-service.ts'
import { completion, json, type UpstreamServer } from '../../../support/upstream-server.ts'
import type { Customer } from '../../admin/operator.ts'
import { framesIn } from './asking.ts'

/** Status and error of a call, told before or met in earnest. */
export interface Verdict {
  status: number
  error: { message: string; type: string; param: string | null; code: string } | null
  /** Beside the error where a cap refuses. */
  svc?: unknown
}

export interface Disclosed {
  frameworks: { id: string; knowledge_tokens: number }[]
  knowledge_tokens: number
  references: unknown
  cost_usd: number | null
}

export interface PreflightBody {
  object: string
  model: string
  verdict: Verdict
  fits: boolean
  prompt_tokens: number | null
  max_tokens: { requested: number; effective: number | null }
  cost_max_usd: number | null
  svc: Disclosed | null
}

/** A real call beside its preflight. */
export interface RealCall {
  verdict: Verdict
  svc: Disclosed | undefined
  /** The max_tokens that reached the upstream. */
  given: number | undefined
}

/** Asks for preflights, and makes the calls they speak of. */
export class Preflight {
  readonly #service: Service
  readonly #upstream: UpstreamServer

  constructor(service: Service, upstream: UpstreamServer) {
    this.#service = service
    this.#upstream = upstream
  }

  async of(customer: Customer, body: object): Promise<PreflightBody> {
    const response = await this.#post(customer, '/preflight', body)
    if (response.status !== 200) throw new Error(`a preflight was answered ${response.status}`)
    return (await response.json()) as PreflightBody
  }

  async call(customer: Customer, body: object): Promise<RealCall> {
    const before = this.#upstream.calls.length
    const response = await this.#post(customer, '', body)
    const given = (): number | undefined => this.#upstream.calls[before]?.body.max_tokens
    const text = await response.text()
    if (response.status !== 200) {
      const refusal = JSON.parse(text) as Omit<Verdict, 'status'>
      return { verdict: { status: response.status, ...refusal }, svc: undefined, given: given() }
    }
    const whole = text.startsWith('data:') ? framesIn(text).findLast(hasSvc) : (JSON.parse(text) as unknown)
    return {
      verdict: { status: 200, error: null },
      svc: hasSvc(whole) ? whole.svc : undefined,
      given: given(),
    }
  }

  /** Runs something while a call waits for its upstream, then lets the call end. */
  async whileHeld<T>(customer: Customer, body: object, look: () => Promise<T>): Promise<T> {
    const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#upstream.answer(
      async (response, call) => {
        asked.resolve()
        await go.promise
        await json(completion('An answer'))(response, call)
      },
      json(completion('An answer')),
    )
    const running = this.call(customer, body)
    await Promise.race([asked.promise, running])
    try {
      return await look()
    } finally {
      go.resolve()
      await running
    }
  }

  /** What GET /v1/key says is held. */
  async held(customer: Customer): Promise<number> {
    const response = await this.#service.call('GET', '/v1/key', undefined, customer.auth)
    return ((await response.json()) as { held_usd: number }).held_usd
  }

  #post(customer: Customer, path: string, body: object): Promise<Response> {
    return this.#service.call('POST', `/v1/chat/completions${path}`, body, customer.auth)
  }
}

function hasSvc(value: unknown): value is { svc: Disclosed } {
  return typeof value === 'object' && value !== null && 'svc' in value
}
