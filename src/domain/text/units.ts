/** Units that the table below has room for: a slice of a long text with its surroundings. */
const ROOM = 24_576

const table = new Uint16Array(ROOM)
const bytes = Buffer.from(table.buffer)
let taken = false

/** The units of a text, laid out flat: reading a string one by one takes three times as long, wherever strings of several kinds are read. */
export function unitsOf(text: string): Uint16Array {
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le')
  return new Uint16Array(buffer, byteOffset, text.length)
}

/**
 * Runs work that reads the units of a text and is over when it returns. They stand at the beginning of a table that all texts share, and
 * are wiped behind it: a new table for each slice took a sixth of the time that its words take.
 */
export function withUnits<Result>(text: string, work: (units: Uint16Array) => Result): Result {
  if (taken || text.length > ROOM) return work(unitsOf(text))
  taken = true
  bytes.write(text, 0, 'utf16le')
  try {
    return work(table)
  } finally {
    table.fill(0, 0, text.length)
    taken = false
  }
}
