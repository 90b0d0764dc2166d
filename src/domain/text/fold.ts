/** Nothing in such a text is ever folded: most names are. */
const PLAIN = /^[\w ,;:()/\n-]*$/
export const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
/** Marks within a word that only dress it: `Fed<b>RAMP</b>`, `**T**ISAX`. */
export const INLINE_TAG = /<\/?(?:b|i|u|s|em|strong|mark|span|code|small)\b[^<>]{0,60}>/gi
const INLINE_MARKS = ['*', '~', '`']
export const INLINE_MARK = /(?<=\p{L})[*~`]{1,3}(?=\p{L})/gu
/** The dots of `S.O.C.` and `U.K.` behind the first letter: letters with dots are one word. Begins with a dot, which is quickly looked for. */
export const DOTTED = /\.(?=\p{L}\.)(?<=(?<![\p{L}\p{N}.])\p{L}\.)(?:\p{L}\.)+/gu
export const MARKS = /\p{M}+/gu
/** The marks that accents fold to, and what of every other mark some unit is: `MARKS` itself is slow to look for. */
const ACCENTS = /[\u0300-\u036f]+/g
const OTHER_MARK =
  /[^\0-\u0482\u048a-\u0590\u2000-\u20cf\u2100-\u2bff\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ud7ff\uff00-\uffff]/
/** `7º` is 7. */
export const ORDINAL = /(?<=\p{N})[ºª°]/gu
/** Words and phrases in one character, which unfold to as many as eighteen letters: no name is written with them, and folding must not multiply a text. */
export const PHRASES = /[\ufdfa\ufdfb\u321d\u321e\u327c\u3300-\u3357\u33ae\u33af]/g
/** Small capitals are letters of their own in Unicode, with no compatibility form. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u0000ʏᴢ'
export const SMALL_CAPITAL = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ]/gu
/** The marks of quoted mail in front of a line. */
export const QUOTE = /^[ \t]{0,3}(?:>[ \t]?)+/gm

/**
 * Makes ways of writing one name alike: compatibility forms unified (full-width digits, ligatures), accents, invisible
 * characters and dressing marks removed. Case stays. Linear in the text; nothing in it can backtrack.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text
  return withoutDress(isAscii(text) ? text : withoutForms(text))
}

/** Whether a text has as many bytes as units, which the machine counts in its widest steps, as it does no pattern's. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** Compatibility forms and case-like variants: in ASCII there are none. */
function withoutForms(text: string): string {
  return (
    // Marks before too: putting a long run of them in order takes the square of its length.
    withoutMarks(
      withoutMarks(text.replace(INVISIBLE, '').replace(ORDINAL, '').replace(PHRASES, ' ')).normalize('NFKD'),
    )
      .replaceAll('ß', 'ss')
      // Turkish writes the small I without a dot, and capitals of either kind.
      .replaceAll('ı', 'i')
      .replace(SMALL_CAPITAL, letterOf)
  )
}

function withoutMarks(text: string): string {
  const bare = text.replace(ACCENTS, '')
  return OTHER_MARK.test(bare) ? bare.replace(MARKS, '') : bare
}

function withoutDress(text: string): string {
  const unquoted = text.includes('>') ? text.replace(QUOTE, '').replace(INLINE_TAG, '') : text
  const unmarked = INLINE_MARKS.some((mark) => unquoted.includes(mark))
    ? unquoted.replace(INLINE_MARK, '')
    : unquoted
  return mayBeDotted(unmarked) ? unmarked.replace(DOTTED, undotted) : unmarked
}

const DOT = 0x2e

/** Whether two dots stand about one letter anywhere, of one unit or two: nothing else is `DOTTED`. */
function mayBeDotted(text: string): boolean {
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1))
    if (text.charCodeAt(at + 2) === DOT || text.charCodeAt(at + 3) === DOT) return true
  return false
}

/** The letter that a small capital is. */
export function letterOf(smallCapital: string): string {
  return String.fromCharCode(97 + SMALL_CAPITALS.indexOf(smallCapital))
}

/** `.O.C.` behind the S of `S.O.C.`, as letters of one word. */
export function undotted(letters: string): string {
  return `${letters.replaceAll('.', '')} `
}
