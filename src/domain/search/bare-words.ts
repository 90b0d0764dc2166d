import type { TextToken } from '../text/tokens.ts'

/** What Korean writes behind a word: particles. */
const PARTICLE = /(?:에서는|에서|에게|에는|에도|으로|까지|부터|이란|은|는|이|가|을|를|의|에|로|와|과|도|만)$/

/** What Arabic writes before one: the article, "and", "with", "for", "like". */
const BEFORE = /^(?:وال|بال|كال|فال|ولل|لل|ال|و)(?=.{3})/

const HANGUL = /^\p{Script=Hangul}/u
const ARABIC = /^\p{Script=Arabic}/u

/** Words without what Korean writes behind them and Arabic before them, so that a term is found as it stands in a sentence. */
export function bareWords(tokens: readonly TextToken[]): TextToken[] {
  return tokens.map((token) => {
    const text = bare(token.text)
    return text === token.text ? token : { ...token, text }
  })
}

function bare(word: string): string {
  if (ARABIC.test(word)) return word.replace(BEFORE, '')
  if (!HANGUL.test(word)) return word
  // Tokens have syllables taken apart.
  const rest = word.normalize('NFC').replace(PARTICLE, '')
  return rest.length > 1 ? rest.normalize('NFKD') : word
}
