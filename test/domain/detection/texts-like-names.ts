import * as fc from 'fast-check'
import type { Registry } from '../../../src/domain/registry/registry.ts'

/*
 * Random texts that come close to what detection looks for: names and parts of them, what speaks for and against them, ids, numbers
 * and what joins them, each written oddly now and then.
 */

const NUMBERS =
  '27001 27002 27701 9001 42001 2016 679 2022 2554 2555 800 53 171 2 1 4.0 2013 800-53 2016/679'.split(' ')
const JOINING = 'and or und et y e en of oraz plus'.split(' ')
const LABELS =
  'invoice Rechnung case file no. nr n part version order EU Regulation million % v rev not nicht'.split(' ')
const PROSE =
  'we must review access to systems each quarter because the auditor asks our bank hosts chips metrics Dora is a person'.split(
    ' ',
  )
const SEPARATORS = [
  ' ',
  '-',
  '/',
  '',
  ', ',
  '. ',
  ': ',
  '\r\n',
  '\n\n',
  '\u00a0',
  '\u2011',
  ' (',
  ') ',
  '_',
  '.',
  ':',
]
const ODD = [
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u0301',
  '**',
  '<b>',
  '<em class="a b">',
  '\u3316',
  'é',
  'ı',
  'º',
  '中',
  ' ',
  'x',
]

/** Several names and near names, with a little prose between. */
export function shortTexts(registry: Registry): fc.Arbitrary<string> {
  return textsOf(registry, 30)
}

/** So long that a text is read in several slices. */
export function longTexts(registry: Registry): fc.Arbitrary<string> {
  return fc
    .tuple(textsOf(registry, 30), textsOf(registry, 60), fc.integer({ min: 0, max: 20_000 }))
    .map(([unit, end, length]) => unit.repeat(1 + Math.ceil(length / (unit.length + 1))) + end)
}

/** A name that may mean something else, with what speaks for and against it about as far away as it may count. */
export function farSignals({ frameworks }: Registry): fc.Arbitrary<string> {
  const doubtful = frameworks.filter(
    ({ ambiguousNames, counterSignals }) => ambiguousNames.length > 0 && counterSignals.length > 0,
  )
  return fc
    .constantFrom(...doubtful)
    .chain(({ ambiguousNames, signals, counterSignals, names, controlIds }) => {
      const spoken = fc.oneof(
        ...[signals, counterSignals, names, controlIds].map((list) => fc.constantFrom(...list)),
      )
      const words = fc
        .integer({ min: 20, max: 34 })
        .map((count) => Array.from({ length: count }, (_, index) => PROSE[index % 12]).join(' '))
      const near = fc.constantFrom('', ...signals)
      return fc
        .tuple(
          fc.constantFrom('', 'not', 'not the'),
          spoken,
          words,
          near,
          fc.constantFrom(...ambiguousNames),
          words,
          spoken,
        )
        .map((parts) => parts.join(' '))
    })
}

function textsOf(registry: Registry, most: number): fc.Arbitrary<string> {
  const piece = piecesOf(registry)
  return fc
    .array(
      fc.tuple(piece, fc.oneof({ weight: 2, arbitrary: fc.constant(' ') }, fc.constantFrom(...SEPARATORS))),
      {
        maxLength: most,
      },
    )
    .map((pieces) => pieces.flat().join(''))
}

function piecesOf({ frameworks }: Registry): fc.Arbitrary<string> {
  const names = frameworks.flatMap(({ name, fullName, names: others, ambiguousNames }) => [
    name,
    fullName,
    ...others,
    ...ambiguousNames,
  ])
  const phrases = [
    names,
    names.filter((name) => name.length < 14),
    [...new Set(names.flatMap((name) => name.split(' ')))],
    frameworks.flatMap(({ decoys }) => decoys),
    frameworks.flatMap(({ signals }) => signals),
    frameworks.flatMap(({ counterSignals }) => counterSignals),
    frameworks.flatMap(({ controlIds }) => controlIds),
  ].map((list) => fc.constantFrom(...list))
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.oneof(...phrases), WRITTEN).map(([phrase, write]) => write(phrase)) },
    { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
    fc.constantFrom(...JOINING),
    fc.constantFrom(...LABELS),
    fc.array(fc.constantFrom(...PROSE), { maxLength: 40 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
}

/** A phrase as one word with humps. */
export function humped(phrase: string): string {
  return phrase.replace(
    /(\p{L})(\p{L}*)[^\p{L}\p{N}]*/gu,
    (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase(),
  )
}

/** Ways of writing a phrase, most often as it is. */
const WRITTEN: fc.Arbitrary<(phrase: string) => string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((phrase: string) => phrase) },
  fc.constantFrom<(phrase: string) => string>(
    (phrase) => phrase.toUpperCase(),
    (phrase) => phrase.toLowerCase(),
    (phrase) => phrase.normalize('NFD'),
    (phrase) => phrase.replace(/[aeou]/g, '$&\u0301'),
    (phrase) => phrase.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    (phrase) => phrase.replace(/[^\p{L}\p{N}]+/gu, ''),
    humped,
    (phrase) => `check${humped(phrase)}`,
    (phrase) => `${humped(phrase)}Status`,
    (phrase) => phrase.replace(/\d+$/, '5 and $&'),
    (phrase) => phrase.replace(/\d+$/, '5/$&'),
    (phrase) => phrase.replaceAll(' ', '\r\n'),
    (phrase) => Array.from(phrase).join('.'),
  ),
  fc.tuple(fc.nat(60), fc.constantFrom(...ODD)).map(
    ([at, odd]) =>
      (phrase: string) =>
        phrase.slice(0, at % (phrase.length + 1)) + odd + phrase.slice(at % (phrase.length + 1)),
  ),
  fc.tuple(fc.nat(60), fc.nat(2), fc.constantFrom('', 'e', 'r', 'ß', '1')).map(
    ([at, length, wrong]) =>
      (phrase: string) =>
        phrase.slice(0, at % (phrase.length + 1)) + wrong + phrase.slice((at % (phrase.length + 1)) + length),
  ),
  // Two letters change places.
  fc.nat(60).map((at) => (phrase: string) => {
    const from = at % (phrase.length + 1)
    return (
      phrase.slice(0, from) +
      phrase
        .slice(from, from + 2)
        .split('')
        .reverse()
        .join('') +
      phrase.slice(from + 2)
    )
  }),
)
