import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findControl, type FoundControl } from '../../../src/domain/references/find-control.ts'
import { citation, type Framework } from '../../../src/domain/registry/framework.ts'
import { realRegistry } from '../real-registry.ts'
import { WRITTEN } from './written-ids.ts'

const registry = await realRegistry()
const one = (id: string): Framework => {
  const framework = registry.get(id)
  if (!framework) throw new Error(`no framework ${id}`)
  return framework
}
const idOf = (found: FoundControl): string => (found.status === 'current' ? found.id : found.status)

const WAYS: [way: string, write: (framework: Framework, id: string) => string][] = [
  ['as it is', (_, id) => id],
  ['as it is cited', citation],
  ['in small letters', (_, id) => id.toLowerCase()],
  ['in capitals', (_, id) => id.toUpperCase()],
  ['with space around', (_, id) => ` ${id}\t`],
  ['with hard spaces', (_, id) => id.replaceAll(' ', '\u00a0')],
  ['in full width', (_, id) => id.replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['with a full stop', (framework, id) => `${citation(framework, id)}.`],
  ['in brackets', (_, id) => `(${id})`],
]

describe('every control of every framework finds itself', () => {
  test.each(WAYS)('written %s', async (_way, write) => {
    const missed: string[] = []
    for (const framework of registry.frameworks) {
      for (const [at, entry] of framework.controls.entries()) {
        const found = await findControl(framework, write(framework, entry.id))
        const itself = found.status === 'current' && found.id === entry.id && found.entry === entry
        if (!itself) missed.push(`${framework.id} ${framework.controlIds[at]}: ${idOf(found)}`)
      }
    }
    expect(missed).toEqual([])
  })
})

test.each(WRITTEN)('%s: %j is %s', async (framework, written, id) => {
  expect(idOf(await findControl(one(framework), written))).toBe(id)
})

describe('every superseded id that is none of today tells where it went', () => {
  /** Numbers as the old edition wrote them that today's has too: with other zeros, without a letter before, or a point of one. */
  const wanted = registry.frameworks.flatMap((framework) =>
    framework.data.editions.flatMap(({ moves }) =>
      moves
        .filter(({ kind }) => kind !== 'changed' && kind !== 'new')
        .flatMap(({ old, new: now }) =>
          old
            .filter((id) => !framework.controlIds.includes(id) && !framework.listed.includes(id))
            .map((id) => ({ framework, id, now })),
        ),
    ),
  )
  /** A part of today's appendix has the number of an old requirement. */
  const LOST = new Set(['pci-dss A2.1'])
  const name = ({ framework, id }: (typeof wanted)[number]): string => `${framework.id} ${id}`

  test('renumbered or withdrawn', async () => {
    const missed: string[] = []
    for (const move of wanted.filter((move) => !LOST.has(name(move)))) {
      const found = await findControl(move.framework, move.id)
      // `AM-1` is also a way to write `AM-01`, and ASVS 5 numbers anew what ASVS 4 numbered.
      const stays =
        found.status === 'current' && (move.now.includes(found.id) || NUMBERED_ANEW.has(name(move)))
      const moved = found.status === 'renumbered' && found.movedTo.length > 0
      const gone = found.status === 'withdrawn' && found.movedTo.length === 0
      if (!stays && !moved && !gone) missed.push(`${name(move)}: ${idOf(found)}`)
    }
    expect(wanted.length).toBeGreaterThan(1_000)
    expect(missed).toEqual([])
  })

  const NUMBERED_ANEW = new Set([
    'owasp-asvs 1.2.4',
    'owasp-asvs 6.2.1',
    'owasp-asvs 6.2.5',
    'owasp-asvs 6.3.3',
    'owasp-asvs 8.2.2',
    'glba-safeguards 314.4(e)',
    'reg-s-p 248.30(a)',
    'csa-aicm LOG-13',
    'csa-aicm TVM-09',
  ])

  // `1.1.3` of the older edition is 1.2.4; today's A1.1.3 is something else, and is never written without its letter.
  test.each([
    ['1.1.3', ['1.2.4']],
    ['1.1.4', ['1.4.1']],
    ['3.2.2', ['3.3.1.2']],
    ['3.2.3', ['3.3.1.3']],
  ])('pci-dss %s went to %s', async (id, now) => {
    expect(await findControl(one('pci-dss'), id)).toMatchObject({ status: 'renumbered', movedTo: now })
  })
})

describe('what is no id is unknown', () => {
  test.each([
    '',
    ' ',
    '\0',
    '.',
    '()',
    '§',
    'Art.',
    'Article',
    '😀',
    '\ud83d',
    'x'.repeat(5_000),
    'constructor',
  ])('%j', async (written) => {
    expect(await findControl(one('gdpr'), written)).toMatchObject({ status: 'unknown' })
  })

  test('with at most three near ids', async () => {
    const found = await findControl(one('soc-2'), 'CC6.11')
    if (found.status !== 'unknown') throw new Error(found.status)
    expect(found.suggestions).toContain('CC6.1')
    expect(found.suggestions.length).toBeLessThanOrEqual(3)
  })

  test.each(['Art. 33 and Art. 34', 'NIS2 Art. 23', 'not Art. 33'])(
    'nor is an id with other words before it: %j',
    async (written) => {
      expect(await findControl(one('gdpr'), written)).toMatchObject({ status: 'unknown' })
    },
  )

  test('and any text is answered: with an id of the framework, one that moved, or near ones', async () => {
    expect.hasAssertions()
    const frameworks = ['gdpr', 'iso-27001', 'pci-dss', 'lgpd', 'k-isms-p'].map(one)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...frameworks),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 130 }),
          fc.stringMatching(/^(?:Art\. ?|A\.|§ ?)?[\dIVXa-f.() -]{0,12}$/),
        ),
        async (framework, written) => {
          const found = await findControl(framework, written)
          const told = found.status === 'unknown' ? found.suggestions : []
          const own = found.status === 'current' && found.entry ? [found.id] : []
          expect([...told, ...own].filter((id) => !framework.controlIds.includes(id))).toEqual([])
        },
      ),
    )
  })
})
