import { ApiError } from '../../errors.ts'
import type { ChatMessage } from '../chat-message.ts'
import type { Detection, Detector, Findings } from '../detection/detector.ts'
import type { PhraseClass } from '../detection/lexicon.ts'
import type { Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'

/** Pins a call may carry (description 2.7, 8). */
export const MAX_PINS = 8

/** Detected modules that are injected at most; pins may be more. */
export const MAX_DETECTED = 6

export interface GroundedModule {
  framework: Framework
  reason: 'pinned' | Detection['reason']
  /** How it was named; null where it was pinned. */
  phrase: PhraseClass | null
}

/** Which modules a call stands on, best evidence first, and what was left out or may have been meant. */
export interface Grounding {
  detection: 'pinned' | 'detected' | 'none'
  modules: readonly GroundedModule[]
  /** Detected frameworks beyond the cap or the window. */
  leftOut: readonly Framework[]
  hints: Pick<Findings, 'superseded' | 'unread' | 'bareIds'>
}

const NO_HINTS = { superseded: [], unread: [], bareIds: [] }

/**
 * Pins, or else detection (description 2.7). A repeated pin counts once; an empty list pins nothing.
 * @throws {ApiError} `too_many_frameworks`, `unknown_framework`
 */
export async function ground(
  registry: Registry,
  detector: Detector,
  pins: readonly string[],
  messages: readonly ChatMessage[],
): Promise<Grounding> {
  if (pins.length > 0) {
    return { detection: 'pinned', modules: pinned(registry, pins), leftOut: [], hints: NO_HINTS }
  }
  const { detections, ...hints } = await detector.detect(messages)
  return {
    detection: detections.length > 0 ? 'detected' : 'none',
    modules: detections.slice(0, MAX_DETECTED),
    leftOut: detections.slice(MAX_DETECTED).map(({ framework }) => framework),
    hints,
  }
}

/**
 * Stops a call that wants to be grounded and is not (`svc.require_grounding`).
 * @throws {ApiError} `grounding_required`
 */
export function requireGrounding(grounding: Grounding): void {
  if (grounding.modules.length === 0) {
    throw new ApiError('grounding_required', { param: 'svc.require_grounding' })
  }
}

function pinned(registry: Registry, pins: readonly string[]): GroundedModule[] {
  const ids = [...new Set(pins)]
  if (ids.length > MAX_PINS) {
    throw new ApiError('too_many_frameworks', {
      message: `At most ${MAX_PINS} frameworks may be pinned in one call; this one pins ${ids.length}.`,
      param: 'svc.frameworks',
    })
  }
  return ids.map((id) => {
    const framework = registry.get(id)
    if (framework) return { framework, reason: 'pinned', phrase: null }
    const near = registry.nearest(id)
    const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
    throw new ApiError('unknown_framework', {
      message: `The framework id ${JSON.stringify(id.slice(0, 64))} is not in the registry.${hint} GET /v1/frameworks lists the valid ids.`,
      param: 'svc.frameworks',
    })
  })
}
