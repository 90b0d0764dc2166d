import { expect, test } from 'vitest'
import { whoseIds } from '../../../src/domain/builtin/whose-id.ts'
import { realRegistry } from '../real-registry.ts'

const { frameworks } = await realRegistry()
const told = (text: string) =>
  whoseIds(frameworks, text).map(({ id, holders }) => [id, ...holders.map((one) => one.id)])

test.each([
  ['What is CC6.1?', [['CC6.1', 'soc-2']]],
  ['gv.rm-02 in plain words pls', [['GV.RM-02', 'nist-csf', 'cri-profile', 'cyfun']]],
  ['164.312(b)', [['164.312(b)', 'hipaa']]],
  [
    'our auditor asked about two (AC.L2-3.1.20, CC7.2).',
    [
      ['AC.L2-3.1.20', 'cmmc'],
      ['CC7.2', 'soc-2'],
    ],
  ],
])('an id without a framework is told whose it is: %s', (text, ids) => {
  expect(told(text)).toEqual(ids)
})

test('a number of many frameworks tells nothing; of a code the three told in most depth are named, the others counted', () => {
  expect(told('what does 5.1 ask of us?')).toEqual([])
  const [account] = whoseIds(frameworks, 'AC-2')
  expect(account?.holders.map(({ id }) => id)).toContain('nist-800-53')
  expect(account?.holders).toHaveLength(3)
  expect(account?.others).toBeGreaterThan(2)
})

test('of a text full of ids three are told', () => {
  expect(whoseIds(frameworks, 'CC6.1 AC-2 GV.RM-02 CC7.2 '.repeat(1_000))).toHaveLength(3)
})

test('figures, dates and versions are no ids', () => {
  expect(told('We had 72 hours on 2026-11-27, v1.2.3 of it, 50% done, in the 2nd year')).toEqual([])
})
