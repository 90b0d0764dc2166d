import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEPTH_MAX,
  FIELDS_IN_ALL_MAX,
  FIELDS_MAX,
  JsonBounds,
  VALUES_MAX,
} from '../../../src/plugins/json-surface/json-bounds.ts'

/** What the bounds say of a text that arrives in these pieces. */
function refusal(...pieces: string[]): string | undefined {
  const bounds = new JsonBounds()
  try {
    for (const piece of pieces) bounds.take(piece)
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
  return undefined
}

const fields = (count: number, first = 0): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${first + index}":0`).join(',')}}`

describe('a body is as large as its bounds and no larger', () => {
  test.each([
    ['values', `[${'0,'.repeat(VALUES_MAX - 3)}0]`, `[${'0,'.repeat(VALUES_MAX)}0]`],
    [
      'levels',
      '['.repeat(DEPTH_MAX) + ']'.repeat(DEPTH_MAX),
      '['.repeat(DEPTH_MAX + 1) + ']'.repeat(DEPTH_MAX + 1),
    ],
    ['fields of one object', fields(FIELDS_MAX), fields(FIELDS_MAX + 1)],
    [
      'fields in all',
      `[${Array.from({ length: FIELDS_IN_ALL_MAX / 2 }, () => '{"a":0,"b":0}').join(',')}]`,
      `[${Array.from({ length: FIELDS_IN_ALL_MAX / 2 + 1 }, () => '{"a":0,"b":0}').join(',')}]`,
    ],
  ])('%s', (_name, within, beyond) => {
    expect(refusal(within)).toBeUndefined()
    expect(refusal(beyond)).toMatch(/^The request body /)
  })

  test('ten thousand messages with a text part each are within them', () => {
    const message = { role: 'user', content: [{ type: 'text', text: 'x' }] }
    expect(
      refusal(JSON.stringify({ model: 'm', messages: Array.from({ length: 10_000 }, () => message) })),
    ).toBeUndefined()
  })
})

test('marks within a text count nothing, whatever is escaped and wherever the text is cut', () => {
  const marks = '{[,:]}'.repeat(VALUES_MAX / 2)
  const strings = [
    marks,
    `\\${marks}`,
    `${marks}"`,
    `"${marks}\\`,
    `\\"${marks}`,
    `\\\\"${marks}`,
    `${marks}\n`,
  ]
  for (const string of strings) {
    const text = JSON.stringify({ [string]: string })
    const middle = Math.floor(text.length / 2)
    expect(refusal(text)).toBeUndefined()
    expect(refusal(text.slice(0, middle), text.slice(middle))).toBeUndefined()
  }
})

test('a text that is cut anywhere is refused or taken as it is in one piece', () => {
  const quoted = fc.array(fc.constantFrom('\\', '"', ',', '{', '[', 'a'), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(quoted, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 10 }), (parts, cuts) => {
      const padding = ',0'.repeat(VALUES_MAX - 20)
      const text = JSON.stringify(parts.map((part) => part.join(''))).replace(/\]$/, `${padding}]`)
      const places = cuts.map((cut) => cut % 400).toSorted((a, b) => a - b)
      const pieces = [...places, text.length].map((place, index) => text.slice(places[index - 1] ?? 0, place))
      expect(refusal(...pieces)).toBe(refusal(text))
    }),
    { numRuns: 50 },
  )
})

describe('a name that may poison the object that is made of it', () => {
  const mayPoison = (...pieces: string[]): boolean => {
    const bounds = new JsonBounds()
    for (const piece of pieces) bounds.take(piece)
    return bounds.mayPoison
  }

  test('is never missed, however it is escaped and wherever the text is cut', () => {
    const letters = fc.constantFrom('__proto__', 'constructor').chain((name) =>
      fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((escaped) =>
        Array.from(name)
          .map((letter, at) =>
            escaped[at] ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
          )
          .join(''),
      ),
    )
    fc.assert(
      fc.property(letters, fc.string(), fc.nat(), (name, other, at) => {
        const text = `{${JSON.stringify(other)}:[{"${name}":{}}]}`
        const cut = at % text.length
        expect(mayPoison(text)).toBe(true)
        expect(mayPoison(text.slice(0, cut), text.slice(cut))).toBe(true)
      }),
    )
  })

  test('is not seen in the bodies that clients send', () => {
    const content = 'The "constructor" of a __proto__ in a long text, with \\u0061 in it.'.repeat(3)
    const body = { model: 'svc-fast', messages: [{ role: 'user', content }], stream: true, max_tokens: 9 }
    expect(mayPoison(JSON.stringify(body))).toBe(false)
  })
})
