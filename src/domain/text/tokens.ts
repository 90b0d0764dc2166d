/** One run of letters or digits of a text, folded so that ways of writing a name become equal. */
export interface TextToken {
  text: string
  /** What kind of gap stands between the token before and this one, and the gap itself; empty where it is long. */
  gap: Gap
  between: string
  /** Short and written as the name of a person is: `Dora`, not `DORA` or `dora`. */
  title: boolean
  /** Short and in capitals only: `APP`, not `app`. */
  capitals: boolean
  /** The words of an identifier written with humps (`ukGdprScope`); empty for any other word. */
  humps: readonly TextToken[]
}

/**
 * `none`: nothing (a border between letters, digits and scripts); `tight`: hyphen, slash, bracket and the like; `space`: white space;
 * `stop`: a dot or colon with white space behind it, which ends a sentence or an abbreviation; `hard`: the end of a phrase.
 */
export type Gap = 'none' | 'tight' | 'space' | 'stop' | 'hard'

// Ideographs and kana carry no spaces between words, so each is a token of its own; a Latin name within another script is one too.
const TOKEN =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]&&\p{L}]|ー|[\p{Script=Latin}&&\p{L}]+|[\p{L}--[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+|\p{N}+/gv
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Marks within a word that only dress it: `Fed<b>RAMP</b>`, `**T**ISAX`. */
const INLINE_TAG = /<\/?(?:b|i|u|s|em|strong|mark|span|code|small)\b[^<>]{0,60}>/gi
const INLINE_MARK = /(?<=\p{L})[*~`]{1,3}(?=\p{L})/gu
/** `S.O.C.`, `U.K.`: letters with dots are one word. */
const DOTTED = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}/gu
const MARKS = /\p{M}+/gu
/** `7º` is 7. */
const ORDINAL = /(?<=\p{N})[ºª°]/gu
/** Words and phrases in one character, which unfold to as many as eighteen letters: no name is written with them, and folding must not multiply a text. */
const PHRASES = /[\ufdfa\ufdfb\u321d\u321e\u327c\u3300-\u3357\u33ae\u33af]/g
/** Small capitals are letters of their own in Unicode, with no compatibility form. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u0000ʏᴢ'
const SMALL_CAPITAL = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ]/gu
/** Nothing in such a text is ever folded: most names are. */
const PLAIN = /^[\w ,;:()/\n-]*$/
const HARD = /[,;!?|<>{}=+]|\n\s*\n/
const STOP = /[.:][\s"'”’)*_`]/
const TITLE = /^\p{Lu}\p{Ll}{2,4}$/u
const CAPITALS = /^\p{Lu}{1,5}$/u
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Longer runs of letters are no identifier. */
const LONGEST_IDENTIFIER = 80
/** The marks of quoted mail in front of a line. */
const QUOTE = /^[ \t]{0,3}(?:>[ \t]?)+/gm

/**
 * Splits a text into tokens for matching: compatibility forms unified (full-width digits, ligatures), case and accents
 * dropped, soft hyphens and zero-width characters removed, letters and digits separated, so that `ISO27001`,
 * `iso/iec-27001` and `ＩＳＯ 27001` read alike. Linear in the text; nothing in it can backtrack.
 */
export function tokenize(text: string): TextToken[] {
  return [...tokensOf(text)]
}

/** The tokens one by one, for work that must be able to stop between two of them: one character can stand for several. */
export function* tokensOf(text: string): Generator<TextToken, void> {
  const folded = PLAIN.test(text) ? text : fold(text)
  let end: number | undefined
  for (const match of folded.matchAll(TOKEN)) {
    const [written] = match
    const between =
      end !== undefined && match.index - end <= LONGEST_GAP ? folded.slice(end, match.index) : undefined
    yield {
      text: written.toLowerCase(),
      gap: gapOf(between),
      between: between ?? '',
      title: TITLE.test(written),
      capitals: CAPITALS.test(written),
      humps: humpsOf(written),
    }
    end = match.index + written.length
  }
}

function humpsOf(written: string): readonly TextToken[] {
  if (written.length > LONGEST_IDENTIFIER || !HUMP.test(written)) return NO_HUMPS
  return written.split(HUMP).map((word) => ({
    text: word.toLowerCase(),
    gap: 'none',
    between: '',
    title: false,
    capitals: false,
    humps: NO_HUMPS,
  }))
}

const NO_HUMPS: readonly TextToken[] = []

/** Compatibility forms, case-like variants and dressing marks removed; see `tokenize`. */
function fold(text: string): string {
  return (
    text
      .replace(INVISIBLE, '')
      .replace(ORDINAL, '')
      .replace(PHRASES, ' ')
      // Before too: putting a long run of marks in order takes the square of its length.
      .replace(MARKS, '')
      .normalize('NFKD')
      .replace(MARKS, '')
      .replaceAll('ß', 'ss')
      // Turkish writes the small I without a dot, and capitals of either kind.
      .replaceAll('ı', 'i')
      .replace(SMALL_CAPITAL, (letter) => String.fromCharCode(97 + SMALL_CAPITALS.indexOf(letter)))
      .replace(QUOTE, '')
      .replace(INLINE_TAG, '')
      .replace(INLINE_MARK, '')
      .replace(DOTTED, (letters) => `${letters.replaceAll('.', '')} `)
  )
}

/** Longer gaps than this end a phrase: no name is written with more between two of its words. */
const LONGEST_GAP = 16

function gapOf(between: string | undefined): Gap {
  if (between === undefined) return 'hard'
  if (between === '') return 'none'
  if (HARD.test(between)) return 'hard'
  if (between.includes('(')) return 'tight'
  if (STOP.test(between)) return 'stop'
  return /\s/.test(between) ? 'space' : 'tight'
}

const DIGIT = /^\p{N}/u

/** A token is of letters or of digits, so its first character tells. */
export function isNumber(token: TextToken | undefined): boolean {
  const first = token?.text.charCodeAt(0) ?? 0
  return first < 128 ? first >= 48 && first <= 57 : DIGIT.test(token?.text ?? '')
}
