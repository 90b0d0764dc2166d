import { describe, expect, test } from 'vitest'
import { pick, realRegistry } from '../real-registry.ts'
import { idsIn, referencesOf } from './scanning.ts'
import { PROSE, SEEDED } from './seeded-answers.ts'

const registry = await realRegistry()

/** `03.01.01` and `3.1.1` are one id here: how an unknown id is spelled is not what is counted. */
function withoutZeros(id: string): string {
  return id.replaceAll(/\b0+(?=\d)/g, '')
}

const measured = SEEDED.map(({ framework, real, invented, text }) => {
  const found = referencesOf(pick(registry, framework), text)
  const ids = (known: boolean): string[] =>
    found.filter((one) => one.known === known).map(({ id }) => withoutZeros(id))
  const missing = (wanted: readonly string[], given: readonly string[]): string[] =>
    wanted.map(withoutZeros).filter((id) => !given.includes(id))
  return {
    framework,
    missedInvented: missing(invented, ids(false)),
    missedReal: missing(real, ids(true)),
    falseAlarms: missing(ids(false), invented.map(withoutZeros)),
    strangers: missing(ids(true), real.map(withoutZeros)),
  }
})

const invented = SEEDED.length * 3
const all = (list: 'missedInvented' | 'missedReal' | 'falseAlarms' | 'strangers'): string[] =>
  measured.flatMap((one) => one[list].map((id) => `${one.framework} ${id}`))
const report = [
  `invented ids found: ${invented - all('missedInvented').length} of ${invented}, missed: ${all('missedInvented').join(', ') || 'none'}`,
  `real ids found: ${invented - all('missedReal').length} of ${invented}, missed: ${all('missedReal').join(', ') || 'none'}`,
  `false alarms: ${all('falseAlarms').join(', ') || 'none'}; known, but not written: ${all('strangers').join(', ') || 'none'}`,
].join('\n')

describe('answers with three real and three invented ids each', () => {
  test('are of nearly every framework, and the ids are what they say', () => {
    expect(new Set(SEEDED.map(({ framework }) => framework)).size).toBeGreaterThanOrEqual(64)
    for (const { framework, real, invented: made } of SEEDED) {
      const ids = new Set(pick(registry, framework).flatMap(({ controls }) => controls.map(({ id }) => id)))
      const wrong = { missing: real.filter((id) => !ids.has(id)), existing: made.filter((id) => ids.has(id)) }
      expect({ framework, ...wrong }).toEqual({ framework, missing: [], existing: [] })
    }
  })

  test.each([
    ['every real id is found and known', all('missedReal').length === 0],
    ['nothing is called invented that is not', all('falseAlarms').length === 0],
    ['all but a few invented ids are told', all('missedInvented').length <= 7],
    ['no invented id is taken for one that exists', all('strangers').length === 0],
  ])('%s', (_promise, kept) => {
    expect(kept ? 'kept' : report).toBe('kept')
  })
})

describe('plain prose with versions, dates, prices, addresses and the like cites nothing', () => {
  test.each(registry.frameworks.map((framework) => [framework.id, framework] as const))(
    'read for %s',
    (_id, framework) => {
      const alarms = PROSE.flatMap((line) => idsIn([framework], line).map((id) => `${id} in: ${line}`))
      expect(alarms).toEqual([])
    },
  )

  test('read for every framework at once', () => {
    expect(idsIn(registry.frameworks, PROSE.join('\n'))).toEqual([])
  })
})

describe('sections of other documents', () => {
  test.each([
    ['gdpr', 'Section 4.2 of the lease, § 823 BGB and paragraph 12 of the contract'],
    ['soc-2', 'Section 6.1 of the handbook and clause 3.2 of the contract'],
    ['hipaa', 'Section 230, § 512 of the Copyright Act and 17 U.S.C. § 107'],
    ['nist-csf', 'RFC 9110 section 5.1 and chapter 2.0'],
    ['nist-800-53', 'Section 4.2 of the manual, appendix A-1 and chapter 3.1'],
    ['ccpa', 'Section 230, 16 CFR 312.5 and Section 5 of the FTC Act'],
  ])('are no ids of %s: %s', (framework, text) => {
    expect(idsIn(pick(registry, framework), text)).toEqual([])
  })
})
