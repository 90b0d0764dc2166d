import { afterEach, beforeEach } from 'vitest'
import type { ConnectionLimits } from '../../src/http/connection-limits.ts'
import { startService, type Service } from '../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../support/upstream-server.ts'
import { head } from './wire.ts'

/** A service for each test, with deadlines and bounds of its own, and the upstream that it asks. */
export class LimitedService {
  #upstream: UpstreamServer | undefined
  #service: Service | undefined

  constructor() {
    beforeEach(async () => {
      this.#upstream = await startUpstream(json(completion('Good.')))
    })
    afterEach(async () => {
      await this.#service?.close()
      await this.#upstream?.close()
    })
  }

  get upstream(): UpstreamServer {
    if (!this.#upstream) throw new Error('no test is running')
    return this.#upstream
  }

  async start(
    limits: Partial<ConnectionLimits> = {},
    environment: Record<string, string> = {},
  ): Promise<Service> {
    this.#service = await startService(
      { UPSTREAM_BASE_URL: this.upstream.url, ...environment },
      { limits: { checkMs: 20, ...limits } },
    )
    return this.#service
  }
}

/** A call that by its headers is a good one. */
export function call({ key }: Service, body: string, headers: Record<string, string> = {}): string {
  const announced = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    ...headers,
  }
  return head('POST /v1/chat/completions', announced) + body
}

export const question = (stream: boolean): string =>
  JSON.stringify({ model: 'svc-fast', stream, messages: [{ role: 'user', content: 'Hello' }] })
