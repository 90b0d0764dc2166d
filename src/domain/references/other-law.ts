import type { TextToken } from '../text/tokens.ts'
import { isOtherBefore } from './other-law-before.ts'
import { isOtherBehind } from './other-law-behind.ts'
import type { OwnNames } from './own-names.ts'

/** An article or section in a text: where it begins, where what stands behind it does, and whether it is a mere number. */
export interface ArticlePlace {
  from: number
  to: number
  isNumber: boolean
}

/**
 * Whether what stands at an article says that it is of something else: "Article 6 of the ECHR", "§ 823 BGB", "clause 7.4 of our lease",
 * "Penal Code § 502", 民法第709条.
 */
export function isOfOtherLaw(tokens: readonly TextToken[], place: ArticlePlace, names: OwnNames): boolean {
  return isOtherBehind(tokens, place.to, names) || isOtherBefore(tokens, place, names)
}
