import type { Framework } from '../registry/framework.ts'
import { ends, READ_EITHER_SIDE } from './read-forms.ts'

/** So many words of a text are looked up; of those that are ids so many are told, and of each so many frameworks that have it. */
const LOOKED_UP_MOST = 16
const IDS_MOST = 3
const HOLDERS_MOST = 3

/** Something written without a blank: `CC6.1`, `GV.RM-02`, `164.312(b)`. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.()/:_-]*/gu

/** No id is longer. */
const LENGTH_MAX = 40

/** What a sentence may put behind an id. */
const BEHIND = /[.:/_-]+$/

/** A control id in a text that names no framework, and those that have it. */
export interface WhoseId {
  /** As the first of them writes it. */
  id: string
  /** At most three, those first that are told in most depth. */
  holders: readonly [Framework, ...Framework[]]
  /** How many more have it. */
  others: number
}

/**
 * Whose the ids are that stand in a text: a bare one injects nothing (description 2.7), but who wrote it should learn which framework to
 * name. A number that many frameworks have, such as 5.1, tells nothing; a code does, as `AC-2`.
 */
export function whoseIds(frameworks: readonly Framework[], text: string): WhoseId[] {
  const read = text.length > 2 * READ_EITHER_SIDE ? ends(text) : text
  const written = (read.match(WORD) ?? [])
    .filter((word) => word.length <= LENGTH_MAX && /\d/.test(word))
    .map((word) => closed(word.replace(BEHIND, '')).toLowerCase())
  return [...new Set(written)]
    .slice(0, LOOKED_UP_MOST)
    .flatMap((word) => holdersOf(word, frameworks) ?? [])
    .slice(0, IDS_MOST)
}

/** Without a bracket that closes none of its own. */
function closed(word: string): string {
  const within = word.split('(').length === word.split(')').length
  return within || !word.endsWith(')') ? word : word.slice(0, -1)
}

function holdersOf(written: string, frameworks: readonly Framework[]): WhoseId | undefined {
  // A mere figure is no id.
  if (/^\d+$/.test(written)) return undefined
  const isIt = (id: string): boolean => id.length === written.length && id.toLowerCase() === written
  const [first, ...rest] = frameworks
    .filter(({ controlIds }) => controlIds.some(isIt))
    .toSorted((a, b) => depth(a) - depth(b))
  const id = first?.controlIds.find(isIt)
  const others = Math.max(0, rest.length + 1 - HOLDERS_MOST)
  if (!first || id === undefined || (others > 0 && !/\p{L}/u.test(id))) return undefined
  return { id, holders: [first, ...rest.slice(0, HOLDERS_MOST - 1)], others }
}

function depth({ supportLevel }: Framework): number {
  return ['deep', 'standard', 'compact'].indexOf(supportLevel)
}
