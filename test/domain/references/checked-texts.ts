import { checkText, type CheckedReference } from '../../../src/domain/references/text-check.ts'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { REFERENCE_STATUSES, type ReferenceStatus } from '../../../src/domain/references/reference-state.ts'
import type { Framework } from '../../../src/domain/registry/framework.ts'
import type { Registry } from '../../../src/domain/registry/registry.ts'
import { pick } from '../real-registry.ts'
import type { CitedText, Label, LabelledTexts } from './labelled-texts.ts'

/** How well the check reads labelled texts, with every place that it reads wrongly. */
export interface CheckScore {
  told: Record<ReferenceStatus, { right: number; of: number; missed: string[] }>
  /** What is told where a text cites nothing: as current of a framework, or as wrong. */
  strangers: { current: string[]; wrong: string[] }
  /** The same in texts of ordinary prose. */
  prose: { current: string[]; wrong: string[] }
  /** Places that do not hold what is said to be written there. */
  misplaced: string[]
}

export async function scoreCheck(registry: Registry, { cited, prose }: LabelledTexts): Promise<CheckScore> {
  const detector = new Detector(registry)
  const told = Object.fromEntries(
    REFERENCE_STATUSES.map((status) => [status, { right: 0, of: 0, missed: [] }]),
  ) as unknown as CheckScore['told']
  const score: CheckScore = {
    told,
    strangers: { current: [], wrong: [] },
    prose: { current: [], wrong: [] },
    misplaced: [],
  }
  for (const one of cited) {
    const { references } = await checkText(one.text, await frameworksOf(registry, detector, one))
    for (const label of one.expect) {
      const of = told[label.status]
      of.of += 1
      if (references.some((reference) => tells(reference, label))) of.right += 1
      else of.missed.push(`${label.framework} "${label.written}" in: ${around(one.text, label.at)}`)
    }
    for (const reference of references) {
      const { written, start, end } = reference
      if (one.text.slice(start, end) !== written) score.misplaced.push(written)
      if (!one.expect.some((label) => overlaps(reference, label))) count(score.strangers, reference, one.text)
    }
  }
  for (const { text, frameworks } of prose) {
    const { references } = await checkText(text, pick(registry, ...frameworks))
    for (const reference of references) count(score.prose, reference, text)
  }
  return score
}

async function frameworksOf(
  registry: Registry,
  detector: Detector,
  { text, frameworks }: CitedText,
): Promise<readonly Framework[]> {
  if (frameworks) return pick(registry, ...frameworks)
  const { detections } = await detector.detect([{ role: 'user', content: text }])
  return detections.map(({ framework }) => framework)
}

function count(to: CheckScore['strangers'], reference: CheckedReference, text: string): void {
  const { framework, status, written, start } = reference
  const fair = status === 'current' || status === 'ambiguous'
  to[fair ? 'current' : 'wrong'].push(`${framework} ${status} "${written}" in: ${around(text, start)}`)
}

const around = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 40), at + 40).replaceAll('\n', ' ')

const overlaps = (reference: CheckedReference, { at, written }: Label): boolean =>
  reference.start < at + written.length && reference.end > at

/** How two ids are compared: without punctuation and leading zeros. */
const plain = (id: string): string =>
  id
    .replaceAll(/\b0+(?=\d)/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Whether a reference tells what the label says; a point below what a module describes is told as what it is a point of. */
function tells(reference: CheckedReference, label: Label): boolean {
  const same = plain(label.id).startsWith(plain(reference.id))
  if (!overlaps(reference, label) || !same || reference.status !== label.status) return false
  const moved =
    [...(reference.moved_to ?? [])].sort().join(' ') === [...(label.moved_to ?? [])].sort().join(' ')
  return moved && (label.framework === null || reference.framework === label.framework)
}
