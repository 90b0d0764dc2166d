import type { TextToken } from '../text/tokens.ts'

/*
 * Words of scripts that no space or no ending tells apart. Chinese, Japanese, Korean and Thai are read in pairs of characters, which
 * stay the same however a compound is cut; Arabic, Hebrew and Korean words without what grammar puts before and behind them.
 */

const HAN = /^\p{Script=Han}$/u
const KATAKANA = /^[\p{Script=Katakana}ー]$/u
const HIRAGANA = /^\p{Script=Hiragana}$/u
const HANGUL = /^\p{Script=Hangul}/u
const ARABIC = /^\p{Script=Arabic}/u
const HEBREW = /^\p{Script=Hebrew}/u
const THAI = /^\p{Script=Thai}/u

/** The first character of any of these scripts. */
const HEBREW_FROM = 0x0590

/** Chinese characters that only join words. */
const PARTICLES = new Set('的了吗呢吧是在和与及或们把被将对由其也都就还還这這那我你他您')

const KOREAN_ENDING =
  /(?:에서는|에서|에게|에는|에도|으로|까지|부터|이란|인가요|인가|입니까|입니다|하나요|하려면|해야|합니까|합니다|되나요|되는|됩니까|됩니다|했나요|하는|하면|하고|있나요|있습니까|나요|가요|까요|라고|이나|한가요|은|는|이|가|을|를|의|에|로|와|과|도|만|들|죠|한|할|된)$/
const KOREAN_ROUNDS = 2

const ARABIC_PREFIX = /^(?:وال|بال|كال|فال|ولل|لل|ال|و)(?=.{3})/
/** "And", "the", "in", "to", "from", "that", "as" are written together with the word behind them. */
const HEBREW_PREFIX = /^[והבלמשכ]{1,3}(?=.{3})/

const ARABIC_SUFFIX = /(?<=.{3})(?:ها|هم|نا|ات|ان|ون|ين|يه|ية|ه|ة|ي|ى)$/

/** The words of a text in the order they stand; those of other scripts as they are. */
export function wordsOf(tokens: readonly TextToken[]): string[] {
  const words: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    const { text } = token
    if (text.charCodeAt(0) < HEBREW_FROM) words.push(text)
    else if (HANGUL.test(text)) words.push(...pairsOf(withoutEnding(text.normalize('NFC'))))
    else if (ARABIC.test(text)) words.push(text.replace(ARABIC_PREFIX, '').replace(ARABIC_SUFFIX, ''))
    else if (HEBREW.test(text)) words.push(text.replace(HEBREW_PREFIX, ''))
    else if (THAI.test(text)) words.push(...pairsOf(text))
    else if (HAN.test(text) || KATAKANA.test(text)) {
      const run = runFrom(tokens, at)
      if (run === '') continue
      words.push(...pairsOf(run))
      at += Array.from(run).length - 1
    } else if (!HIRAGANA.test(text)) words.push(text)
  }
  return words
}

/** The characters of one script that stand together; kana between them are grammar. */
function runFrom(tokens: readonly TextToken[], from: number): string {
  const script = HAN.test(tokens[from]?.text ?? '') ? HAN : KATAKANA
  let run = ''
  for (let at = from; at < tokens.length; at += 1) {
    const { text = '', gap = 'hard' } = tokens[at] ?? {}
    if ((at > from && gap !== 'none') || !script.test(text) || PARTICLES.has(text)) break
    run += text
  }
  return run
}

function withoutEnding(word: string): string {
  let bare = word
  for (let round = 0; round < KOREAN_ROUNDS; round += 1) {
    const shorter = bare.replace(KOREAN_ENDING, '')
    if (shorter.length < 2) break
    bare = shorter
  }
  return bare
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}
