import { meaningful } from '../search/stems.ts'
import type { Material } from './lead-material.ts'
import { OF_INCIDENT } from './nearest-lead.ts'
import { checkSize, type SizeCheck } from './size-check.ts'

/** A claim on being bound at all answers only who asks that. */
const ON_BEING_BOUND = /\b(?:bound|exempt|exemption|covered)\b/i

/** Words for whoever may be bound. */
const OF_ANY_FIRM = new Set(
  meaningful('business firm company undertaking entity person does year data personal law act'),
)

/** What the figures of a firm say, where somebody asks whether it is bound, or whether it must do something. */
export function sizeAsked({ framework, question, findings, speech }: Material): SizeCheck | undefined {
  // "700 customers were hit, must we report?" tells of no size.
  if (findings.named.length > 0 || framework.data.sizes.length === 0 || OF_INCIDENT.test(question.text))
    return undefined
  const size = checkSize(framework, question, speech)
  if (question.kinds.includes('scope')) return size
  if (!size || !question.kinds.includes('verdict')) return undefined
  // "Revenue of 30 million, must we appoint an officer?" asks for another duty than to be bound.
  const claimed = new Set(meaningful(size.test.claim)).difference(OF_ANY_FIRM)
  const said = findings.terms.own.union(findings.terms.translated).union(findings.terms.common)
  const isClaimed = !ON_BEING_BOUND.test(size.test.claim) && !claimed.isDisjointFrom(said)
  const isOfTest = size.test.on !== undefined || (size.ofFirm && isClaimed)
  return isOfTest ? size : undefined
}
