import { describe, expect, test } from 'vitest'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { measure, namedIn } from './measure.ts'
import { HARD_TRAPS, TRAPS } from './traps.ts'

const lexicon = buildLexicon(await realRegistry())

describe('what only looks like a name', () => {
  test.each(TRAPS)('%j names %j', (text, ids) => {
    expect(namedIn(lexicon, text)).toBe(ids)
  })
})

test('there are at least 80 traps', () => {
  expect(TRAPS.length).toBeGreaterThanOrEqual(80)
})

test('where chance puts a confirming word beside an ambiguous name, at most 16 of 20 texts are misread', () => {
  const { wrong, report } = measure(lexicon, HARD_TRAPS)
  expect(wrong.length <= 16 ? 'good enough' : report).toBe('good enough')
})

test.each([
  ['a decoy beside the real name', 'DORA metrics aside, does DORA bind a bank?', 'dora'],
  ['a neighbour that is a framework itself', 'HITRUST CSF or NIST CSF?', 'hitrust-csf nist-csf'],
  ['a neighbour beside the real name', 'NIST SP 800-172 or NIST SP 800-171?', 'nist-800-171 nist-800-172'],
  ['an assessment guide beside the catalog', 'SP 800-53A assesses SP 800-53 Rev. 5 controls', 'nist-800-53'],
  ['the report of another number', 'SOC 1 or SOC 2?', 'soc-1 soc-2'],
  [
    'another name whose words speak against it',
    'HIPAA and the GLBA Safeguards Rule',
    'glba-safeguards hipaa',
  ],
  ['two more of them', 'CCPA / CPRA and PIPEDA; NIST CSF and SWIFT CSCF', 'ccpa nist-csf pipeda swift-cscf'],
  ['an accredited assessor of each kind', 'A 3PAO is not a C3PAO', 'cmmc fedramp'],
])('%s does not hide it', (_case, text, ids) => {
  expect(namedIn(lexicon, text)).toBe(ids)
})
