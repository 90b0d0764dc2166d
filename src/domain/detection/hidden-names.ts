import { AND } from './and-words.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import type { PhraseMatch } from '../text/phrase-trie.ts'
import type { TextToken } from '../text/tokens.ts'

/**
 * Adds a match to those found, and what it may not hide: a decoy hides the names of its own framework only, and a clear name counts as well that begins
 * within an ambiguous one and goes on behind it ("relatório SOC 2"), or that shares the end of a clear one ("EU and UK GDPR").
 */
export function addWithHidden(
  lexicon: Lexicon,
  match: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
  found: PhraseMatch<Meaning>[],
): void {
  const { from, to, values } = match
  if (values.some(isClear)) {
    const shared = withSharedEnd(lexicon, match, tokens)
    if (shared) found.push(shared)
    found.push(match)
    return
  }
  found.push(match)
  const isDecoy = values.some(({ kind }) => kind === 'decoy')
  for (let at = from; at < to; at += 1) {
    const other = lexicon.names.longestAt(tokens, at, at === from ? to - 1 : tokens.length)
    if (!other || !(isDecoy || other.to > to)) continue
    const counted =
      other.to > to
        ? other.values.filter(isClear)
        : other.values.filter(
            ({ kind, framework }) =>
              kind !== 'decoy' &&
              !values.some((decoy) => decoy.kind === 'decoy' && decoy.framework === framework),
          )
    if (counted.length > 0) found.push({ ...other, values: counted })
  }
}

/** The clear name that shares its end with a match behind it: "EU and UK GDPR", "the EU/UK GDPR". */
function withSharedEnd(
  lexicon: Lexicon,
  { from, to }: PhraseMatch<Meaning>,
  tokens: readonly TextToken[],
): PhraseMatch<Meaning> | undefined {
  const before = tokens[from - 1]
  if (to - from < 2 || !before) return undefined
  const and = AND.has(before.text)
  const first = tokens[and ? from - 2 : from - 1]
  if (!first || !(and || tokens[from]?.between.trim() === '/')) return undefined
  const rest = tokens.slice(from + 1, to).map(({ text }) => text)
  const values = lexicon.names.exact([first.text, ...rest]).filter(isClear)
  return values.length > 0 ? { values, from, to } : undefined
}

function isClear({ kind }: Meaning): boolean {
  return kind === 'clear'
}
