import type { HttpUpstream, HttpUpstreamOptions } from '../../../src/adapters/http-upstream/http-upstream.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { UpstreamEvent, UpstreamRequest } from '../../../src/domain/upstream/upstream.ts'
import type { ApiError } from '../../../src/plugins/json-surface/api-error.ts'
import { toApiError } from '../../../src/plugins/json-surface/error-handling.ts'

/** A path to the server, in no hurry. */
export function options(baseUrl: string, changed: Partial<HttpUpstreamOptions> = {}): HttpUpstreamOptions {
  return {
    baseUrl,
    apiKey: 'upstream-key',
    modelNames: { fast: 'small', thinking: 'large' },
    connectTimeoutMs: 60_000,
    firstByteTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    connectionsMax: 64,
    maxTokensField: 'max_tokens',
    unavailable: 'upstream_unavailable',
    ...changed,
  }
}

/** A small stream. */
export function request(changed: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    model: {
      alias: 'svc-fast',
      kind: 'fast',
      region: 'global',
      contextWindowTokens: 8_192,
      defaultMaxTokens: 512,
      maxOutputTokens: 1_024,
      inputRate: 1,
      outputRate: 1,
      floorTokens: 256,
    },
    prompt: [Buffer.from('[{"role":"user",'), Buffer.from('"content":"Hello?"}]')],
    maxTokens: 512,
    stream: true,
    sampling: {},
    frameworks: [],
    messages: [],
    ...changed,
  }
}

/** All events of one answer. */
export async function everything(
  from: HttpUpstream,
  changed: Partial<UpstreamRequest> = {},
): Promise<UpstreamEvent[]> {
  const { events } = await from.open(request(changed), new AbortController().signal, ignored)
  const all: UpstreamEvent[] = []
  for await (const batch of events) all.push(...batch)
  return all
}

/** The failure of an answer, wherever in it. */
export async function failure(
  from: HttpUpstream,
  changed: Partial<UpstreamRequest> = {},
): Promise<{ code: string; reason: string | undefined }> {
  const { code, reason } = await refusal(from, changed)
  return { code, reason }
}

/** The failure of an answer as the caller is told of it. */
export async function refusal(from: HttpUpstream, changed: Partial<UpstreamRequest> = {}): Promise<ApiError> {
  try {
    await everything(from, changed)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return toApiError(cause)
  }
  throw new Error('the answer was good')
}

/** For tests that do not look at what the upstream was asked. */
export const ignored = (): void => undefined
