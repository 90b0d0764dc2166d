import type { Model } from '../models/models.ts'
import type { Grounding } from './grounding.ts'
import type { Registry } from '../registry/registry.ts'
import { MAX_DETECTED } from './grounding.ts'

/** The `svc` object of every answer: what was injected, why, and what it cost (description 2.8). */
export interface Disclosure {
  frameworks: {
    id: string
    name: string
    version: string
    sha256: string
    knowledge_tokens: number
    reason: string
  }[]
  knowledge_tokens: number
  detection: Grounding['detection']
  warnings: string[]
  /** Fields of the request that were neither used nor refused. */
  ignored: readonly string[]
  region: Model['region']
  /** USD; null until the call is settled. */
  cost_usd: number | null
}

/** Says what a call stands on; modules in canonical order, as they stand in the prompt. */
export function disclose(
  registry: Registry,
  grounding: Grounding,
  model: Model,
  ignored: readonly string[],
): Disclosure {
  const reasons = new Map(grounding.modules.map(({ framework, reason }) => [framework, reason]))
  const frameworks = registry.inOrder(reasons.keys()).map((framework) => ({
    id: framework.id,
    name: framework.name,
    version: framework.version,
    sha256: framework.sha256,
    knowledge_tokens: framework.knowledgeTokens,
    reason: reasons.get(framework) ?? 'pinned',
  }))
  return {
    frameworks,
    knowledge_tokens: frameworks.reduce((sum, { knowledge_tokens: tokens }) => sum + tokens, 0),
    detection: grounding.detection,
    warnings: warnings(grounding),
    ignored,
    region: model.region,
    cost_usd: null,
  }
}

function warnings({ leftOut }: Grounding): string[] {
  if (leftOut.length === 0) return []
  const ids = leftOut.map(({ id }) => id).join(', ')
  return [
    `frameworks_left_out: ${ids} were named but not injected: at most ${MAX_DETECTED} detected modules, and only those that fit the context window. Pin the ones you need in svc.frameworks.`,
  ]
}
