/** Words that carry a series on: "ISO 27001 and 27701", in the languages people write. */
export const AND = new Set('and or und oder et ou y o e en of i oraz resp bzw plus'.split(' '))
