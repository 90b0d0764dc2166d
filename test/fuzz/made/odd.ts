import * as fc from 'fast-check'
import type { Change } from './json-tree.ts'

/** A text that must never come out of a page as it went in. */
export const MARK = `<fuzz-mark a="b" c='d'>&`

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '2',
  '0.5',
  '1e-7',
  '1e-400',
  '1.7976931348623157e308',
  '1e309',
  '-1e309',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '0.1234567',
  '1E+2',
  '10000000',
  '10000001',
]

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\u001b[31m',
  '\ud800',
  '\udc00\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc',
  '\u2028',
  'é',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  'ﬃ',
  'İ',
  'ß',
  '𝒟𝒪ℛ𝒜',
  '\r\n\r\ndata: [DONE]\r\n\r\n',
  '[DONE]',
  '__proto__',
  'null',
  'NaN',
  '../../etc/passwd',
  '%00',
  '%s%n',
  "' or 1=1 --",
  'a'.repeat(257),
  'ISO 27001 '.repeat(400),
  '0'.repeat(5_000),
  MARK,
]

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'valueOf',
  '',
  'model',
  'messages',
  'svc',
  'stream',
  'content',
  'role',
  'name',
  'usage',
  'error',
  'choices',
  'metadata',
  'n',
  '0',
  'é',
  '\u0000',
  'x'.repeat(300),
]

/** Texts of any kind: names of frameworks, odd characters, halves of characters, long ones. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      maxLength: 40,
    }),
  },
)

/** What a client sends as a header's value: bytes, but no control characters beside tabs. */
export const headerText: fc.Arbitrary<string> = oddText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\P{Cc}\t\u0080-\u009f]/gu, ''),
)

/** A number as JSON writes it, at the edges and beyond. */
export const numberText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true }).map((number) => JSON.stringify(number)),
)

/** The raw text of a JSON value that is not what is expected. */
export const valueText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]') },
  { weight: 3, arbitrary: numberText },
  { weight: 3, arbitrary: oddText.map((text) => JSON.stringify(text)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"toString":1,"valueOf":2}',
      '{"then":1}',
      '"\\ud83d"',
      '"\\u0000"',
      '"\\/\\b"',
    ),
  },
  // What is no JSON at all.
  {
    weight: 1,
    arbitrary: fc.constantFrom('undefined', 'NaN', "'a'", '"\\x"', '01', '+1', '.5', '"', '{', ']', ''),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
)

const nameText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NAMES).map((name) => JSON.stringify(name)),
  fc.constantFrom('"\\u005f_proto__"', '"mo\\u0064el"', 'model', "'a'", '1'),
)

const at = fc.nat({ max: 500 })

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at, do: fc.constant('replace' as const), text: valueText }) },
  { weight: 2, arbitrary: fc.record({ at, do: fc.constant('remove' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      at,
      do: fc.constant('repeat' as const),
      times: fc.constantFrom(2, 2, 3, 5, 9, 65, 1_025, 10_001),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ at, do: fc.constant('add' as const), name: nameText, text: valueText }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      at,
      do: fc.constant('nest' as const),
      depth: fc.constantFrom(1, 2, 60, 64, 65, 2_000),
      within: fc.constantFrom('lists' as const, 'objects' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ at, do: fc.constant('rename' as const), name: nameText }) },
)

/** None to a few structural changes. */
export const changes: fc.Arbitrary<Change[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Change[]>([]) },
  { weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
)
