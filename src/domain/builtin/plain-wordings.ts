import type { PlainQuestion, Profile } from '../registry/knowledge-data.ts'
import { RULED_WORDINGS } from './ruled-wordings.ts'
import { TOLD_WORDINGS } from './told-wordings.ts'

/** What a plain question asks for: a ruling, a row of the profile, how much there is of what the framework is made of, what changed,
 * since when it applies, or who issued it. */
export type PlainPoint = PlainQuestion | keyof Profile | 'structure' | 'changes' | 'since' | 'issuer'

/** How people ask one, and how they ask the opposite. */
export interface Asked {
  so: readonly string[]
  otherwise: readonly string[]
}

/** The wordings of each without the framework's name, in the languages that people ask in. */
export const PLAINLY_ASKED: Readonly<Partial<Record<PlainPoint, Asked>>> = {
  ...RULED_WORDINGS,
  ...TOLD_WORDINGS,
}
