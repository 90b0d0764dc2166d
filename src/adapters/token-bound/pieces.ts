/*
 * How the encoding's pattern cuts a text into pieces, for bytes of UTF-8. The pattern, from left to right at each place:
 *
 *   [^\r\n\p{L}\p{N}]?  [\p{Lu}...]*[\p{Ll}...]+  (?i:'s|'t|'re|'ve|'m|'ll|'d)?     a word, with one mark or blank before it
 *   [^\r\n\p{L}\p{N}]?  [\p{Lu}...]+[\p{Ll}...]*  (?i:'s|'t|'re|'ve|'m|'ll|'d)?     a word in capitals
 *   \p{N}{1,3}                                                                      digits
 *   ?[^\s\p{L}\p{N}]+[\r\n/]*                                                       marks, with one space before them
 *   \s*[\r\n]+                                                                      white space to its last line break
 *   \s+(?!\S)                                                                       white space but its last character
 *   \s+                                                                             that character
 *
 * Each needs one look at each character and a few states. What a letter outside ASCII is to the pattern takes a table of Unicode, so a
 * byte outside ASCII is only `other`: its piece goes on to the next place where a piece ends whatever stood before. That is
 * ASCII white space with ASCII after it, unless it is a line break before a slash, which marks may have taken along.
 */

/** The columns of the table. */
const KINDS = ['lower', 'upper', 'digit', 'mark', 'slash', 'space', 'tab', 'line', 'other'] as const

/**
 * The state after a character, by the state before it and the character's kind. The sign says which pieces end there: `+` none,
 * `|` one before the character, `<` one before the character before it, `=` both, `-` takes the last end back. The
 * states `line...` are blanks that stand behind a line break: the end after it is taken back where another one follows.
 */
const TABLE = `
              lower   upper   digit   mark    slash   space        tab         line       other
  lower       +lower  |upper  |one    |mark   |mark   |space       |tab        |line      +other
  upper       +lower  +upper  |one    |mark   |mark   |space       |tab        |line      +other
  one         |lower  |upper  +two    |mark   |mark   |space       |tab        |line      +other
  two         |lower  |upper  +three  |mark   |mark   |space       |tab        |line      +other
  three       |lower  |upper  |one    |mark   |mark   |space       |tab        |line      +other
  mark        +lower  +upper  |one    +marks  +marks  |space       |tab        +tail      +other
  marks       |lower  |upper  |one    +marks  +marks  |space       |tab        +tail      +other
  tail        |lower  |upper  |one    |mark   +tail   |space       |tab        +tail      +other
  space       +lower  +upper  |one    +marks  +marks  +spaces      +tabs       +line      +other
  tab         +lower  +upper  |one    |mark   |mark   +spaces      +tabs       +line      +other
  spaces      <lower  <upper  =one    <marks  <marks  +spaces      +tabs       +line      +other
  tabs        <lower  <upper  =one    =mark   =mark   +spaces      +tabs       +line      +other
  line        |lower  |upper  |one    |mark   |mark   |lineSpace   |lineTab    +line      +other
  lineSpace   +lower  +upper  |one    +marks  +marks  +lineSpaces  +lineTabs   -line      -other
  lineTab     +lower  +upper  |one    |mark   |mark   +lineSpaces  +lineTabs   -line      -other
  lineSpaces  <lower  <upper  =one    <marks  <marks  +lineSpaces  +lineTabs   -line      -other
  lineTabs    <lower  <upper  =one    =mark   =mark   +lineSpaces  +lineTabs   -line      -other
  other       +other  +other  +other  +other  +other  +spaces      +tabs       +otherLine +other
  otherLine   |lower  |upper  |one    |mark   +other  |lineSpace   |lineTab    +otherLine +other
`

const [NONE, BEFORE, EARLIER, BOTH, BACK] = [0, 1, 2, 3, 4]
const SIGNS: Record<string, number> = { '+': NONE, '|': BEFORE, '<': EARLIER, '=': BOTH, '-': BACK }

/** Cells of a state; a state is the index of its first cell. */
const ROW = 16

/** The state and the kind of small letters, both the first of theirs. */
const LOWER = 0

const { next, ends: endings, begin } = readTable()
const kindOf = kindsOfBytes()

/**
 * Writes where the pieces of `bytes` end, the last at `length`, and gives how many there are. Some may be empty. A contraction stands
 * by itself in them: `contractionEnd` joins it to its word. `into` has room for one more than `length`.
 */
export function pieceEnds(bytes: Uint8Array, length: number, into: Uint16Array): number {
  let state = begin
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const cell = state | (kindOf[bytes[at] ?? 0] ?? 0)
    state = next[cell] ?? 0
    const ended = endings[cell] ?? 0
    // Of the two cases that matter for speed neither needs a branch that depends on the text.
    if (ended <= BEFORE) {
      into[count] = at
      count += ended
    } else if (ended === BACK) {
      count -= 1
    } else {
      into[count] = at - 1
      into[count + 1] = at
      count += ended === BOTH ? 2 : 1
    }
    // Small letters behind one another end nothing, and are most of a text.
    if (state === LOWER) while (at + 1 < length && kindOf[bytes[at + 1] ?? 0] === LOWER) at += 1
  }
  into[count] = length
  return count + 1
}

const APOSTROPHE = 0x27
const LOWER_CASE = 0x20
const [S, T, M, D, R, V, L, E] = [0x73, 0x74, 0x6d, 0x64, 0x72, 0x76, 0x6c, 0x65]

/**
 * Where a piece really ends that seems to end at `end`: behind the contraction that follows its word, if one does. A byte outside ASCII
 * that leaves this open (the long s counts as an s) is taken along.
 */
export function contractionEnd(bytes: Uint8Array, end: number): number {
  if (bytes[end] !== APOSTROPHE || (kindOf[bytes[end - 1] ?? 0] ?? 0) > 1) return end
  const first = bytes[end + 1] ?? 0
  const second = bytes[end + 2] ?? 0
  if (first >= 0x80) return end + 2
  const letter = first | LOWER_CASE
  if (letter === S || letter === T || letter === M || letter === D) return end + 2
  if (letter !== R && letter !== V && letter !== L) return end
  if (second >= 0x80) return end + 3
  return (second | LOWER_CASE) === (letter === L ? L : E) ? end + 3 : end
}

function readTable(): { next: Uint16Array; ends: Uint8Array; begin: number } {
  const rows = TABLE.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  const states = rows.map(([state]) => state)
  const next = new Uint16Array(rows.length * ROW)
  const ends = new Uint8Array(rows.length * ROW)
  for (const [row, [, ...cells]] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      next[row * ROW + column] = states.indexOf(cell.slice(1)) * ROW
      ends[row * ROW + column] = SIGNS[cell.charAt(0)] ?? NONE
    }
  }
  // A text begins as a line does.
  return { next, ends, begin: states.indexOf('line') * ROW }
}

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256).fill(KINDS.indexOf('other'))
  for (let byte = 0; byte < 0x80; byte += 1)
    kinds[byte] = KINDS.indexOf(kindOfAscii(String.fromCharCode(byte)))
  return kinds
}

function kindOfAscii(character: string): (typeof KINDS)[number] {
  if (/[a-z]/.test(character)) return 'lower'
  if (/[A-Z]/.test(character)) return 'upper'
  if (/[0-9]/.test(character)) return 'digit'
  if (/[\r\n]/.test(character)) return 'line'
  if (character === ' ') return 'space'
  if (/\s/.test(character)) return 'tab'
  return character === '/' ? 'slash' : 'mark'
}
