import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PhraseTrie } from '../../../src/domain/text/phrase-trie.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

const texts = (text: string): string[] => tokenize(text).map((token) => token.text)

describe('ways of writing one name read alike', () => {
  test.each([
    'ISO 27001',
    'iso27001',
    'ISO-27001',
    'Iso/27001',
    'ISO\u00a027001',
    'ISO\u201127001',
    'ISO\u202f27001',
    'ISO\n27001',
    'ISO\t27001',
    'ＩＳＯ２７００１',
    'I\u00adSO 27\u200b001',
    'ÍSÓ 27001',
    'I\u0301SO 27001',
    '\ufeffISO 27001',
    'ISO ２７００１',
    '"ISO" (27001)',
  ])('%j', (text) => {
    expect(texts(text)).toEqual(['iso', '27001'])
  })
})

test('accents are dropped, letters of other scripts stay', () => {
  expect(texts('Règlement Ciberresiliência ŻÓŁW')).toEqual(['reglement', 'ciberresiliencia', 'zołw'])
  expect(texts('欧州AI法')).toEqual(['欧', '州', 'ai', '法'])
})

test('marks on a letter are dropped, however many there are and in whichever order', () => {
  const marks = '\u0315\u0300\u0323\u20dd'.repeat(500)
  expect(texts(`I${marks}S${marks}O${marks} ${marks}27001`)).toEqual(['iso', '27001'])
})

test('a mark is made of nothing but marks, so that none can hide a letter or digit', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  )
  const marks = all
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /^\p{M}$/u.test(character))
  expect(marks.length).toBeGreaterThan(2_000)
  expect(marks.filter((mark) => !/^\p{M}+$/u.test(mark.normalize('NFKD')))).toEqual([])
})

test.each([
  ['ISO27001', 'none'],
  ['ISO-27001', 'tight'],
  ['ISO/27001', 'tight'],
  ['ISO.27001', 'tight'],
  ['ISO 27001', 'space'],
  ['ISO\r\n27001', 'space'],
  ['ISO - 27001', 'space'],
  ['ISO, 27001', 'hard'],
  ['ISO; 27001', 'hard'],
  ['ISO! 27001', 'hard'],
  ['ISO\n\n27001', 'hard'],
  [`ISO${' '.repeat(17)}27001`, 'hard'],
  [`ISO${'.'.repeat(40)}27001`, 'hard'],
])('%j: the gap is %s', (text, gap) => {
  expect(tokenize(text).map((token) => token.gap)).toEqual(['hard', gap])
})

test('no text makes it throw, and every token is a run of letters or of digits in lower case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const token of tokenize(text)) {
        expect(token.text).toMatch(/^(?:[\p{L}ー]+|\p{N}+)$/u)
      }
    }),
  )
})

test('reading twice gives the same: a folded text folds to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const once = texts(text)
      expect(texts(once.join(' '))).toEqual(once)
    }),
  )
})

describe('phrases over tokens', () => {
  const trie = new PhraseTrie<string>()
  for (const phrase of ['GDPR', 'UK GDPR', 'SOC 2', 'SOC 2 Type II', '800-53', 'ISO 27001', '2022/2555']) {
    trie.add(phrase, phrase)
  }
  const phrases = (text: string): string[] => trie.find(tokenize(text)).flatMap(({ values }) => values)

  test.each([
    ['the longest phrase wins', 'UK GDPR', ['UK GDPR']],
    ['a shorter one beside it counts', 'UK GDPR and GDPR', ['UK GDPR', 'GDPR']],
    ['a phrase that breaks off gives its longest part', 'SOC 2 Type I', ['SOC 2']],
    ['a name does not begin inside a word', 'XGDPR', []],
    ['nor end inside one', 'GDPRX', []],
    ['nor inside a number', 'ISO 270011', []],
    ['a sentence ends between its words', 'We use ISO. 27001 people came.', []],
    ['a list parts two names', 'ISO, 27001', []],
    ['numbers join by a hyphen', '800-53', ['800-53']],
    ['numbers do not join by a space', '800 53', []],
    ['nor as money', '2,022 / 2,555', []],
  ])('%s', (_case, text, expected) => {
    expect(phrases(text)).toEqual(expected)
  })

  test('all phrases at all places, where overlaps are asked for', () => {
    expect(trie.findAll(tokenize('UK GDPR')).flatMap(({ values }) => values)).toEqual(['UK GDPR', 'GDPR'])
  })

  test('a phrase without letters or digits is no phrase', () => {
    const empty = new PhraseTrie<string>()
    empty.add('...', 'nothing')
    expect(empty.find(tokenize('... a ...'))).toEqual([])
  })

  test('a phrase with an abbreviated word is found in a text written likewise', () => {
    const cited = new PhraseTrie<string>()
    cited.add('Art. 33', 'Art. 33')
    expect(cited.find(tokenize('See Art. 33 for that.')).flatMap(({ values }) => values)).toEqual(['Art. 33'])
  })
})
