import type { Framework } from '../registry/framework.ts'
import type { Lexicon } from './lexicon.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { AND } from './and-words.ts'
import { isNumber, type TextToken } from '../text/tokens.ts'

/**
 * The numbers that follow a name's stem one after another: "ISO 27001/27002", "ISO 9001, 27701 and 42001", "NIST 800-53/171".
 * The first is a name by itself or none; each further one counts if it makes a clear name with the stem.
 */
export function numberSeries(
  lexicon: Lexicon,
  tokens: readonly TextToken[],
  meter: Meter | undefined,
): { framework: Framework; at: number }[] {
  const named: { framework: Framework; at: number }[] = []
  const stems = lexicon.stems.find(tokens, meter)
  for (let index = 0; index < stems.length; index += 1) {
    const { from, to } = stems[index] ?? { from: 0, to: 0 }
    // The next stem ends the series: "EN" is a stem and an "and", and each number is read once.
    const end = stems[index + 1]?.from ?? tokens.length
    const first = tokens[to]
    if (!first || !isNumber(first) || first.gap === 'hard' || first.gap === 'stop') continue
    for (let at = nextNumber(tokens, to + 1, end); at !== undefined; at = nextNumber(tokens, at + 1, end)) {
      const stem = tokens.slice(from, to).map(({ text }) => text)
      const number = tokens[at]?.text ?? ''
      for (const framework of clearNames(lexicon, stem, number)) named.push({ framework, at })
    }
  }
  return named
}

/** Where the series goes on behind a number: at once, behind a separator, or behind "and". */
function nextNumber(tokens: readonly TextToken[], at: number, end: number): number | undefined {
  if (at >= end) return undefined
  const next = AND.has(tokens[at]?.text ?? '') ? at + 1 : at
  const number = tokens[next]
  // A dot goes on with the number itself: "ISO 9001.2".
  const goesOn =
    number && isNumber(number) && number.gap !== 'stop' && number.between !== '.' && number.between !== ':'
  return goesOn ? next : undefined
}

/** "NIST SP 800-" and "171" make a name although only "800-171" is listed: the stem may be shortened from the left. */
function clearNames(lexicon: Lexicon, stem: readonly string[], number: string): Framework[] {
  for (let skip = 0; skip < stem.length; skip += 1) {
    const clear = lexicon.names.exact([...stem.slice(skip), number]).filter(({ kind }) => kind === 'clear')
    if (clear.length > 0) return clear.map(({ framework }) => framework)
  }
  return []
}
