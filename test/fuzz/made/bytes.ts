import * as fc from 'fast-check'

/** A change of bytes: so many go at a place, and others come in. */
export interface ByteChange {
  at: number
  remove: number
  insert: string
}

/** None to a few changes of bytes; what comes in is latin1. */
const byteChanges = (maxLength: number): fc.Arbitrary<ByteChange[]> =>
  fc.array(
    fc.record({
      at: fc.nat({ max: 5_000 }),
      remove: fc.oneof(fc.constant(0), fc.nat({ max: 8 }), fc.constant(100_000)),
      insert: fc.oneof(
        fc.constant(''),
        fc.constantFrom(
          '\r',
          '\n',
          '\r\n',
          '\n\n',
          '\0',
          '\xff',
          '\xef\xbb\xbf',
          '"',
          '{',
          '}',
          ',',
          ':',
          ' ',
          '\\',
          '\xed\xa0\x80',
        ),
        fc.string({
          unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
          maxLength: 8,
        }),
      ),
    }),
    { maxLength, size: 'max' },
  )

/** Changes of bytes in so many of a hundred cases. */
export const sometimesBytes = (percent: number, maxLength = 2): fc.Arbitrary<ByteChange[]> =>
  fc.oneof(
    { weight: 100 - percent, arbitrary: fc.constant<ByteChange[]>([]) },
    { weight: percent, arbitrary: byteChanges(maxLength) },
  )

/** The bytes after the changes. */
export function changedBytes(bytes: Buffer, changes: readonly ByteChange[]): Buffer {
  return changes.reduce((before, { at, remove, insert }) => {
    const place = at % (before.length + 1)
    return Buffer.concat([
      before.subarray(0, place),
      Buffer.from(insert, 'latin1'),
      before.subarray(place + remove),
    ])
  }, bytes)
}

/** The same bytes in several pieces. `cuts` wrap around, so that any numbers are places. */
export function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}
