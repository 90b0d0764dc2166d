import { AND } from '../detection/and-words.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'
import { isPart } from './id-part.ts'
import type { WrittenId } from './written-id.ts'

/** An id in a text, and the place where it ended. */
export interface EndedId {
  written: WrittenId
  ended: number
}

/** Between an id and what goes on with its last part alone: "3.1.1, .2", "AC-2(1),(3)". */
const GOES_ON = /^\)?[,;/] ?[.(]$/

/** The same behind an "and": "and (c)", "and .30". */
const GOES_ON_BEHIND_AND = /^ [.(]$/
const BEFORE_AND = /^\)?,? $/

/** Fewer pieces with a dot before the last one are a decimal as well: "8.2 and .5". */
const DOTTED_LEAST = 3

/** What is written of an id by its last part only, behind another that has the parts before: `.30` of "3.1.1, .2 and .30". */
export function siblingAt(
  tokens: readonly TextToken[],
  from: number,
  { written, ended }: EndedId,
): WrittenId | undefined {
  const first = tokens[from]
  if (!first || !isPart(first) || !goesOn(tokens, from, ended)) return undefined
  const next = tokens[from + 1]
  const { parts } = written
  const at = first.between.endsWith('(') ? levelOf(parts, first, next) : lastDotted(written, first, next)
  if (at === undefined) return undefined
  return { ...written, parts: [...parts.slice(0, at), first.text], length: 1, inserted: false }
}

function goesOn(tokens: readonly TextToken[], from: number, ended: number): boolean {
  const between = tokens[from]?.between ?? ''
  if (from === ended) return GOES_ON.test(between)
  const word = tokens[ended]
  return (
    from === ended + 1 &&
    word !== undefined &&
    AND.has(word.text) &&
    BEFORE_AND.test(word.between) &&
    GOES_ON_BEHIND_AND.test(between)
  )
}

/** The place of the last part, if a number behind a dot may stand for it. */
function lastDotted(
  { words, parts }: WrittenId,
  first: TextToken,
  next: TextToken | undefined,
): number | undefined {
  const isWhole = next === undefined || (next.gap !== 'none' && next.between !== '.')
  const last = parts.length - 1
  return isWhole &&
    isNumber(first) &&
    words.length + parts.length >= DOTTED_LEAST &&
    /^\d/.test(parts[last] ?? '')
    ? last
    : undefined
}

/** The place of the last part that is of one kind with what stands in brackets. */
function levelOf(
  parts: readonly string[],
  first: TextToken,
  next: TextToken | undefined,
): number | undefined {
  if (next !== undefined && !next.between.startsWith(')')) return undefined
  const level = parts.findLastIndex((part) => areAlike(part, first.text))
  return level > 0 ? level : undefined
}

function areAlike(part: string, other: string): boolean {
  if (/^\d/.test(part) || /^\d/.test(other)) return /^\d/.test(part) && /^\d/.test(other)
  if (part.length === 1 && other.length === 1) return true
  return ROMAN.test(part) && ROMAN.test(other)
}

const ROMAN = /^[ivx]+$/
