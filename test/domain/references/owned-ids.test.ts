import { describe, expect, test } from 'vitest'
import { checkText } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'

const registry = await realRegistry()

/** The ids of a text as `framework id state`. */
async function told(frameworks: string, text: string): Promise<string[]> {
  const { references } = await checkText(text, pick(registry, ...frameworks.split(' ')))
  return references.map(({ framework, id, status }) => `${framework} ${id} ${status}`)
}

describe('a number with a letter, of a framework whose numbers all end in it, beside one that has the number', () => {
  test.each([
    [
      'nist-800-171 nist-800-172',
      'SP 800-171 and SP 800-172: 3.1.1, 3.1.2e, requirement 3.7.2e',
      ['nist-800-171 3.1.1 current', 'nist-800-172 3.1.2e current', 'nist-800-172 3.7.2e unknown'],
    ],
    [
      'nist-800-171 nist-800-172',
      'NIST SP 800-172 beside 800-171: 3.2.1e; also 3.8.9e and 3.8.9.',
      ['nist-800-172 3.2.1e current', 'nist-800-172 3.8.9e unknown', 'nist-800-171 3.8.9 current'],
    ],
    [
      'nist-800-171 nist-800-172',
      'SP 800-171 3.1.2e is what the auditor wrote, a point of it.',
      ['nist-800-171 3.1.2 current'],
    ],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await told(frameworks, text)).toEqual(wanted)
  })
})

test('of two that have a number, the one that has it with its letter', async () => {
  expect(await told('iso-27002 swift-cscf', 'ISO 27002 and SWIFT CSCF: 5.3A, 5.3')).toEqual([
    'swift-cscf 5.3A current',
    'iso-27002 5.3 current',
  ])
})

test('of two laws that have an article, a point that one describes tells nothing', async () => {
  const [one] = await told('gdpr nis2', 'GDPR and NIS2: Art. 21(2)')
  expect(one).toContain('ambiguous')
})
