import { expect, test } from 'vitest'
import { makingStatements, sentencesOf } from '../../../src/domain/search/statements.ts'
import { atOnce } from '../../../src/domain/text/turns.ts'
import { pick, realRegistry } from '../real-registry.ts'

test('a paragraph is cut at the ends of its sentences, and not behind abbreviations', () => {
  expect(
    sentencesOf(
      'Report it under Art. 23 within 24 hours, e.g. by mail. The final report follows (see No. 4). "Without delay" is what Dir. 2022/2555 says.',
    ),
  ).toEqual([
    'Report it under Art. 23 within 24 hours, e.g. by mail.',
    'The final report follows (see No. 4).',
    '"Without delay" is what Dir. 2022/2555 says.',
  ])
  expect(sentencesOf('')).toEqual([])
})

test('a text of nothing but ends is cut too', () => {
  expect(sentencesOf('A. '.repeat(20_000)).length).toBeGreaterThan(1_000)
})

test('every statement is a piece of its module', async () => {
  const [gdpr] = pick(await realRegistry(), 'gdpr')
  const statements = gdpr ? atOnce(makingStatements(gdpr)) : []
  expect(statements.length).toBeGreaterThan(30)
  expect(statements.filter(({ text }) => gdpr?.body.includes(text) !== true)).toEqual([])
})

test('a ruling that is no sentence by itself stands behind the label of its line', async () => {
  const [dora] = pick(await realRegistry(), 'dora')
  const statements = dora ? atOnce(makingStatements(dora)) : []
  expect(statements.find(({ text }) => text.endsWith('micro, small or medium-sized'))?.text).toBe(
    '**Excluded** (Art. 2(3)): insurance intermediaries that are micro, small or medium-sized',
  )
  const whole = statements.filter(({ verdict, text }) => verdict !== undefined && /^[A-Z]/.test(text))
  expect(whole.length).toBeGreaterThan(20)
})
