import { isOfLaw } from './stem-words.ts'
import { splitId } from './written-id.ts'

/** A module that has fewer than one of so many numbers describes a selection: `ISM-0100`, `ISM-1570`. */
const SELECTION = 10

/** So does one that leaves out more than one in so many sections of a law, if it does not say which others there are. */
const LEFT_OUT = 3

/** Numbers of which so many hang together are no selection, however high some of them are: `PE-1` to `PE-20` and `PE-400`. */
const RUN = 3

/** Between two that hang together others may have gone. */
const STEP = 3

/** Ids that go deeper may be so many times as many as the numbers of a series. */
const SERIES = 8

/** A law has more articles than these. */
const WHOLE_LEAST = 10

/** The stems whose ids have one number each, few of the numbers up to the largest, and no word on which others there are; with the largest. */
export function selectionsOf(ids: readonly string[], others: readonly string[]): Map<string, number> {
  const complete = new Set(others.map((id) => splitId(id).words.join(' ')))
  const numbers = new Map<string, Set<number>>()
  const deeper = new Map<string, number>()
  for (const { words, parts } of ids.map(splitId)) {
    const stem = words.join(' ')
    if (stem === '' || complete.has(stem)) continue
    if (parts.length > 1) deeper.set(stem, (deeper.get(stem) ?? 0) + 1)
    if (parts.length === 1) numbers.set(stem, (numbers.get(stem) ?? new Set<number>()).add(Number(parts[0])))
  }
  const few = [...numbers].filter(([stem, known]) => {
    // Few numbers alone beside many with a second one (`APP.6`, `APP.1.4`) are no series.
    if (known.size * SERIES < (deeper.get(stem) ?? 0)) return false
    const last = Math.max(...known)
    const leftOut = isOfLaw(stem.split(' ')) && last - known.size > last / LEFT_OUT
    return leftOut || (last > SELECTION * known.size && runsOf(known) * RUN > known.size)
  })
  return new Map(few.map(([stem, known]) => [stem, Math.max(...known)]))
}

/** The stems of laws of whose articles none is missing, from the first to the last, with the last. */
export function wholeSeriesOf(ids: readonly string[]): Map<string, number> {
  const numbers = new Map<string, Set<number>>()
  for (const { words, parts } of ids.map(splitId)) {
    const [number = '', ...more] = parts
    const stem = words.join(' ')
    if (!isOfLaw(words) || more.length > 0 || !/^\d+$/.test(number)) continue
    numbers.set(stem, (numbers.get(stem) ?? new Set<number>()).add(Number(number)))
  }
  const last = [...numbers].map(([stem, known]) => [stem, Math.max(...known)] as const)
  return new Map(last.filter(([stem, most]) => most >= WHOLE_LEAST && numbers.get(stem)?.size === most))
}

/** How many stretches of numbers that hang together there are. */
function runsOf(numbers: ReadonlySet<number>): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted.filter((number, at) => at === 0 || number - (sorted[at - 1] ?? 0) > STEP).length
}
