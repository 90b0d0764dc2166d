import type { Service } from '../../../support/start-service.ts'

/** A small call; detection finds nothing in it. */
export const QUESTION = {
  model: 'svc-fast',
  messages: [{ role: 'user', content: 'How long is a piece of string?' }],
}

export function ask(
  service: Service,
  extra: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.call('POST', '/v1/chat/completions', { ...QUESTION, ...extra }, headers)
}

export interface Funds {
  balance_usd: number
  held_usd: number
}

/** What GET /v1/key says of the account's money. */
export async function funds(service: Service): Promise<Funds> {
  const { balance_usd, held_usd } = (await (await service.call('GET', '/v1/key')).json()) as Funds
  return { balance_usd, held_usd }
}

export interface UsageRecord {
  id: string
  status: string
  prompt_tokens: number
  completion_tokens: number
  cost_usd: number
}

/** What the usage history says of one call. */
export async function recordOf(service: Service, id: string): Promise<UsageRecord> {
  return (await (await service.call('GET', `/v1/usage/${id}`)).json()) as UsageRecord
}

/** The calls made so far, at most 100. */
export async function history(service: Service): Promise<UsageRecord[]> {
  const response = await service.call('GET', '/v1/usage?limit=100')
  return ((await response.json()) as { data: UsageRecord[] }).data
}

/** USD as whole micro-dollars, so that sums are exact. */
export function micros(usd: number): number {
  return Math.round(usd * 1_000_000)
}

/** What svc-fast costs at its default rates, in micro-dollars. */
export function fastPrice(promptTokens: number, completionTokens: number): number {
  return Math.ceil((promptTokens * 4 + completionTokens * 16) / 10)
}

/** Everything of a response that a caller can see, as one text. */
export async function everythingOf(response: Response): Promise<string> {
  return JSON.stringify([response.status, response.statusText, [...response.headers], await response.text()])
}

/** A streamed answer that is read piece by piece, as far as a test wants. */
export class Reading {
  text = ''
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()

  constructor(response: Response) {
    if (!response.body) throw new Error('the response has no body')
    this.#reader = response.body.getReader()
  }

  /** Reads until the text so far matches, or the answer ends. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text) && (await this.#more()));
  }

  /** Reads to the end and gives everything. */
  async rest(): Promise<string> {
    while (await this.#more());
    return this.text
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read()
    this.text += this.#decoder.decode(value, { stream: !done })
    return !done
  }
}

/** The JSON of every `data:` frame in a text, and `[DONE]` as it is. */
export function framesIn(text: string): unknown[] {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as unknown)))
}

/** A stream without its keepalives. */
export function withoutPings(text: string): string {
  return text.replaceAll(/^: ping\n/gm, '')
}

/** The body of an error that is the service's or the upstream's fault. */
export function apiError(code: string, message: string): object {
  return { error: { message, type: 'api_error', param: null, code } }
}

export const UNAVAILABLE = apiError('upstream_unavailable', 'The model did not answer. Nothing was charged.')
export const TIMEOUT = apiError('upstream_timeout', 'The model did not answer in time. Nothing was charged.')

/** Money and history at one moment, to hold a later one against. */
export class Accounts {
  readonly before: Funds
  readonly #service: Service
  readonly #known: ReadonlySet<string>

  private constructor(service: Service, before: Funds, known: ReadonlySet<string>) {
    this.#service = service
    this.before = before
    this.#known = known
  }

  static async now(service: Service): Promise<Accounts> {
    const known = (await history(service)).map(({ id }) => id)
    return new Accounts(service, await funds(service), new Set(known))
  }

  /** The one call made since, by its record, and what was taken for it in micro-dollars. */
  async since(): Promise<{ record: UsageRecord | undefined; calls: number; taken: number; held: number }> {
    const after = await funds(this.#service)
    const records = (await history(this.#service)).filter(({ id }) => !this.#known.has(id))
    return {
      record: records[0],
      calls: records.length,
      taken: micros(this.before.balance_usd) - micros(after.balance_usd),
      held: micros(after.held_usd),
    }
  }
}
