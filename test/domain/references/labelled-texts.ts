import { readFileSync } from 'node:fs'
import type { ReferenceStatus } from '../../../src/domain/references/reference-state.ts'

/** An id that stands in a text, as a reader with the frameworks at hand would label it. */
export interface Label {
  written: string
  /** Where `written` stands. */
  at: number
  id: string
  /** Null where several have it. */
  framework: string | null
  status: ReferenceStatus
  moved_to?: readonly string[]
  candidates?: readonly string[]
  /** The nearest id that the module describes, where the one that is cited is a point of it. */
  under?: string
}

/** A text as people write it, with the ids it cites. Null: the text itself names its frameworks. */
export interface CitedText {
  text: string
  frameworks: readonly string[] | null
  expect: readonly Label[]
}

/** A text that cites nothing, full of what looks like an id, with frameworks that it is checked against. */
export interface ProseText {
  text: string
  frameworks: readonly string[]
}

export interface LabelledTexts {
  cited: readonly CitedText[]
  prose: readonly ProseText[]
}

/** The texts that the check was worked on with. */
export const WORKED_ON: LabelledTexts = textsIn('')

/** The texts that are measured in totals and never looked at: written before anybody had seen what the check misses. */
export const KEPT_ASIDE: LabelledTexts = textsIn('kept-aside/')

/** Fifty more, by somebody else, on the frameworks of 2026 too: kept aside as well, and measured by themselves. */
export const KEPT_ASIDE_LATER: LabelledTexts = {
  cited: read<CitedText>('kept-aside/later-cited-texts.json'),
  prose: [],
}

/** Forty more on seventy frameworks, whose misses were read; and forty by the same hand that are kept aside, measured by themselves. */
export const WORKED_ON_LATER: LabelledTexts = { cited: read<CitedText>('later-cited-texts.json'), prose: [] }
export const KEPT_ASIDE_LATEST: LabelledTexts = {
  cited: read<CitedText>('kept-aside/latest-cited-texts.json'),
  prose: [],
}

/** The same once more, on sixty-six frameworks: written when what the check misses was known to nobody who wrote them. */
export const WORKED_ON_NEWEST: LabelledTexts = {
  cited: read<CitedText>('newest-cited-texts.json'),
  prose: [],
}
export const KEPT_ASIDE_NEWEST: LabelledTexts = {
  cited: read<CitedText>('kept-aside/newest-cited-texts.json'),
  prose: [],
}

function textsIn(folder: string): LabelledTexts {
  return {
    cited: read<CitedText>(`${folder}cited-texts.json`),
    prose: read<ProseText>(`${folder}prose-texts.json`),
  }
}

function read<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly T[]
}
