import type { ChatMessage } from '../chat-message.ts'
import type { Detection, Detector, Findings } from '../detection/detector.ts'
import type { PhraseClass } from '../detection/lexicon.ts'
import type { Framework } from '../registry/framework.ts'
import { Refusal } from '../refusal.ts'
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

/** Pins, or else detection (description 2.7). */
export async function ground(
  detector: Detector,
  pinned: readonly GroundedModule[],
  messages: readonly ChatMessage[],
): Promise<Grounding> {
  if (pinned.length > 0) return { detection: 'pinned', modules: pinned, leftOut: [], hints: NO_HINTS }
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
 * @throws {Refusal} `grounding_required`
 */
export function requireGrounding(grounding: Grounding): void {
  if (grounding.modules.length === 0) {
    throw new Refusal('grounding_required')
  }
}

/**
 * The modules that a caller pins. A repeated pin counts once; an empty list pins nothing.
 * @throws {Refusal} `too_many_frameworks`, `unknown_framework`
 */
export function pin(registry: Registry, pins: readonly string[]): GroundedModule[] {
  const ids = [...new Set(pins)]
  if (ids.length > MAX_PINS) {
    throw new Refusal('too_many_frameworks', { most: MAX_PINS, pinned: ids.length })
  }
  return ids.map((id) => {
    const framework = registry.get(id)
    if (framework) return { framework, reason: 'pinned', phrase: null }
    throw new Refusal('unknown_framework', { id, near: registry.nearest(id) })
  })
}
