import type { TextToken } from '../text/tokens.ts'

/** What makes the opposite of the word behind it; alone it is a small word that says nothing. */
const DENYING: ReadonlySet<string> = new Set(['non', 'not'])

/** Words whose opposite is another thing, which is asked after as such, and how it is written as one. */
const OPPOSITES: readonly (readonly [RegExp, string])[] = [
  [/^(?:non)?compl(?:y|ies|ied|ying|iance|iances|iant)$/, 'noncompliance'],
  [/^(?:non)?conform(?:s|ing|ity|ities|ance|ances|ant)?$/, 'nonconformity'],
]

/** The tokens of a text with "non-compliance", "not compliant" and "noncompliant" as one word, so that they do not read as "compliance". */
export function withDenied(tokens: readonly TextToken[]): readonly TextToken[] {
  if (!tokens.some(({ text }) => DENYING.has(text) || text.startsWith('non'))) return tokens
  return tokens.flatMap((token, at) => {
    const { text } = token
    if (DENYING.has(text) && oppositeOf(tokens[at + 1]) !== undefined) return []
    const denied = text.startsWith('non') || DENYING.has(tokens[at - 1]?.text ?? '')
    const opposite = denied ? oppositeOf(token) : undefined
    return [opposite === undefined ? token : { ...token, text: opposite }]
  })
}

function oppositeOf(token: TextToken | undefined): string | undefined {
  return token && OPPOSITES.find(([word]) => word.test(token.text))?.[1]
}
