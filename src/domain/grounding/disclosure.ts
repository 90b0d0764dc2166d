import type { PhraseClass } from '../detection/lexicon.ts'
import type { Model } from '../models/models.ts'
import type { Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { MAX_DETECTED, type GroundedModule, type Grounding } from './grounding.ts'
import type { Reference } from '../references/reference-scanner.ts'

/** The `svc` object of every answer: what was injected, why, and what it cost (description 2.8). */
export interface Disclosure {
  frameworks: {
    id: string
    name: string
    version: string
    sha256: string
    knowledge_tokens: number
    reason: GroundedModule['reason']
    /** How it was named; null where it was pinned. */
    matched: PhraseClass | null
    /** Where a framework is injected in parts: which ones came with its overview. */
    parts?: { id: string; title: string; sha256: string; knowledge_tokens: number }[]
    /** Its place in the order of evidence, from 1; detected modules are dropped from the end of that order. */
    evidence: number
  }[]
  knowledge_tokens: number
  detection: Grounding['detection']
  warnings: string[]
  /** Fields of the request that were neither used nor refused. */
  ignored: readonly string[]
  region: Model['region']
  /** Control ids that the answer cites; null until it is whole. */
  references: readonly Reference[] | null
  /** USD; null until the call is settled. */
  cost_usd: number | null
  /** Signed, once the call is settled and where it was asked for; a JWS. */
  receipt?: string
}

/** Says what a call stands on; modules in canonical order, as they stand in the prompt. */
export function disclose(
  registry: Registry,
  grounding: Grounding,
  model: Model,
  ignored: readonly string[],
): Disclosure {
  const places = new Map(grounding.modules.map((module, index) => [module.framework, { module, index }]))
  const frameworks = registry.inOrder(places.keys()).flatMap((framework) => {
    const place = places.get(framework)
    if (!place) return []
    return {
      id: framework.id,
      name: framework.name,
      version: framework.version,
      sha256: framework.sha256,
      knowledge_tokens: framework.knowledgeTokens,
      reason: place.module.reason,
      matched: place.module.phrase,
      evidence: place.index + 1,
      ...((registry.get(framework.id)?.parts.length ?? 0) > 0 && {
        parts: framework.parts.map(({ id, title, sha256, knowledgeTokens }) => ({
          id,
          title,
          sha256,
          knowledge_tokens: knowledgeTokens,
        })),
      }),
    }
  })
  return {
    frameworks,
    knowledge_tokens: frameworks.reduce((sum, { knowledge_tokens: tokens }) => sum + tokens, 0),
    detection: grounding.detection,
    warnings: warnings(grounding),
    ignored,
    region: model.region,
    references: null,
    cost_usd: null,
  }
}

/** Silent misses, told: each a text that begins with its code. Names and ids are the registry's, never the caller's words. */
function warnings({ leftOut, hints }: Grounding): string[] {
  const told: string[] = []
  if (leftOut.length > 0) {
    told.push(
      `frameworks_left_out: ${list(leftOut)} were named but not injected: at most ${MAX_DETECTED} detected modules, and only those that fit the context window. Pin the ones you need in svc.frameworks.`,
    )
  }
  for (const { framework, edition } of hints.superseded) {
    told.push(
      `superseded_edition: the conversation names the edition ${edition.id} of ${framework.id}, which no longer stands; the module describes ${framework.version}.`,
    )
  }
  if (hints.unread.length > 0) {
    told.push(
      `framework_in_unread_message: ${list(hints.unread)} named only in a system or developer message, which detection does not read. Name it in a user message or pin it in svc.frameworks.`,
    )
  }
  if (hints.bareIds.length > 0) {
    told.push(
      `bare_control_id: the conversation holds a control id but names no framework, and an id alone injects nothing. Ids like it exist in ${list(hints.bareIds)}. Name the framework or pin it in svc.frameworks.`,
    )
  }
  return told
}

/** More ids than this in one sentence help nobody. */
const LISTED_MAX = 8

function list(frameworks: readonly Framework[]): string {
  const ids = frameworks.map(({ id }) => id)
  return ids.length <= LISTED_MAX ? ids.join(', ') : `${ids.slice(0, LISTED_MAX).join(', ')} and others`
}
