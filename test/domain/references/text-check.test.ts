import { describe, expect, test } from 'vitest'
import { checkText, LISTED_MAX } from '../../../src/domain/references/text-check.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { scoreCheck } from './checked-texts.ts'
import {
  KEPT_ASIDE,
  KEPT_ASIDE_LATER,
  KEPT_ASIDE_LATEST,
  KEPT_ASIDE_NEWEST,
  WORKED_ON,
  WORKED_ON_LATER,
  WORKED_ON_NEWEST,
} from './labelled-texts.ts'
import { SEEDED } from './seeded-answers.ts'

const registry = await realRegistry()
const workedOn = await scoreCheck(registry, WORKED_ON)
const keptAside = await scoreCheck(registry, KEPT_ASIDE)
const keptAsideLater = await scoreCheck(registry, KEPT_ASIDE_LATER)
const workedOnLater = await scoreCheck(registry, WORKED_ON_LATER)
const keptAsideLatest = await scoreCheck(registry, KEPT_ASIDE_LATEST)
const [newest, newestAside] = [
  await scoreCheck(registry, WORKED_ON_NEWEST),
  await scoreCheck(registry, KEPT_ASIDE_NEWEST),
]

describe('texts of all kinds, with every state', () => {
  test('there are over four hundred, and as many of ordinary prose', () => {
    const texts = [...WORKED_ON.cited, ...KEPT_ASIDE.cited, ...WORKED_ON.prose, ...KEPT_ASIDE.prose]
    expect(WORKED_ON.cited.length + KEPT_ASIDE.cited.length).toBeGreaterThanOrEqual(400)
    expect(WORKED_ON.prose.length + KEPT_ASIDE.prose.length).toBeGreaterThanOrEqual(400)
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
    const cited = [...WORKED_ON.cited, ...KEPT_ASIDE.cited].flatMap(({ expect: labels }) => labels)
    expect(new Set(cited.map(({ framework }) => framework)).size).toBeGreaterThanOrEqual(80)
  })

  /** What is reached, in percent: of the texts worked on, of those kept aside, and of the later ones kept aside. */
  test.each([
    ['current', 99, 97, 94],
    ['renumbered', 99, 96, 88],
    ['withdrawn', 98, 98, 66],
    ['unknown', 98, 90, 81],
    ['ambiguous', 97, 88, 50],
  ] as const)('%s ids are told as such in %d %%, %d %% and %d %%', (status, reached, unseen, later) => {
    const { right, of, missed } = workedOn.told[status]
    expect((100 * right) / of >= reached ? [] : [`${right} of ${of}`, ...missed]).toEqual([])
    const aside = keptAside.told[status]
    expect((100 * aside.right) / aside.of).toBeGreaterThanOrEqual(unseen)
    const asideLater = keptAsideLater.told[status]
    expect((100 * asideLater.right) / asideLater.of).toBeGreaterThanOrEqual(later)
  })

  /** The same of the latest texts: of those whose misses were read, and of those kept aside. */
  test.each([
    ['current', 96, 96],
    ['renumbered', 88, 91],
    ['unknown', 93, 85],
    ['ambiguous', 85, 66],
  ] as const)('of texts on seventy frameworks %s ids are told in %d %% and %d %%', (status, seen, unseen) => {
    const [read, aside] = [workedOnLater.told[status], keptAsideLatest.told[status]]
    expect((100 * read.right) / read.of).toBeGreaterThanOrEqual(seen)
    expect((100 * aside.right) / aside.of).toBeGreaterThanOrEqual(unseen)
    expect(workedOnLater.strangers.wrong.length).toBeLessThanOrEqual(1)
    expect(keptAsideLatest.strangers.wrong.length).toBeLessThanOrEqual(3)
  })

  /** The same of the newest texts, as they were read when they came. */
  test.each([
    ['current', 97, 94],
    ['renumbered', 100, 96],
    ['unknown', 88, 88],
  ] as const)(
    'of the newest texts: %s, %s %% of those read, %s %% of those kept aside',
    (status, seen, unseen) => {
      const [read, aside] = [newest.told[status], newestAside.told[status]]
      expect((100 * read.right) / read.of).toBeGreaterThanOrEqual(seen)
      expect((100 * aside.right) / aside.of).toBeGreaterThanOrEqual(unseen)
      expect(newest.strangers.wrong.length + newestAside.strangers.wrong.length).toBeLessThanOrEqual(2)
    },
  )

  test('nothing is called withdrawn, renumbered or unknown that is not cited', () => {
    expect(workedOn.strangers.wrong).toEqual([])
    expect(keptAside.strangers.wrong.length + keptAsideLater.strangers.wrong.length).toBe(0)
  })

  test('what is of another law or document is hardly ever called current', () => {
    expect(workedOn.strangers.current.length).toBeLessThanOrEqual(2)
    expect(keptAside.strangers.current.length).toBeLessThanOrEqual(3)
    expect(keptAsideLater.strangers.current.length).toBe(0)
  })

  test.each([
    ['soc-2', 'We accept the exception on CC6.3 (7 leavers of 40).', ['soc-2 CC6.3 current']],
    [
      'nist-800-53',
      'AC-2 (1) is open, AC-2 (12 accounts) as well.',
      ['nist-800-53 AC-2(1) current', 'nist-800-53 AC-2 current'],
    ],
    [
      'nist-800-53',
      'SP 800-53: AC-13 went, SI-7(17) is there, SI-7(19) never was, AU-15 moved.',
      [
        'nist-800-53 AC-13 renumbered AC-2 AU-6',
        'nist-800-53 SI-7(17) current',
        'nist-800-53 SI-7(19) unknown',
        'nist-800-53 AU-15 renumbered AU-5(5)',
      ],
    ],
    [
      'soc-2',
      'SOC 2: CC6.1/6.2/6.9 failed, CC7.1/2026 is a file.',
      ['soc-2 CC6.1 current', 'soc-2 CC6.2 current', 'soc-2 CC6.9 unknown', 'soc-2 CC7.1 current'],
    ],
    [
      'nist-800-171',
      'SP 800-171: 3.14.4-3.14.5 are done, 3.1.1-3.1.40 is a typo, the host is 10.2.30.4.',
      [
        'nist-800-171 3.14.4 current',
        'nist-800-171 3.14.5 current',
        'nist-800-171 3.1.1 current',
        'nist-800-171 3.1.40 unknown',
      ],
    ],
    [
      'gdpr',
      'GDPR Art. 22a does not exist, Art. 22 does.',
      ['gdpr Art. 22a unknown', 'gdpr Art. 22 current'],
    ],
    ['nca-ccc', 'CCC: 2-3-P-1-4 yes.', ['nca-ccc 2-3-P-1-4 current']],
    ['nzism', 'NZISM 2.4.13.C.04 is open.', ['nzism 2.4.13.C.04 current']],
    ['iso-21434', 'Work product WP-15-05 is missing.', ['iso-21434 WP-15-05 current']],
    ['kritis-bsig', 'Die Registrierung nach § 33 BSIG ist Pflicht.', ['kritis-bsig Section 33 current']],
    ['kvkk', 'KVKK m. 12 ve md. 9 uyarınca 5 m. kablo.', ['kvkk Art. 12 current', 'kvkk Art. 9 current']],
    [
      'iso-14001',
      'ISO 14001 9.1.1 and ISO 14001 10.3.',
      ['iso-14001 9.1.1 current', 'iso-14001 10.3 renumbered 10.1'],
    ],
    [
      'ismap',
      'ISMAP 監査: 8.1.2資産の管理、12.1運用手順。3.2名、5.1件。',
      ['ismap 8.1.2 current', 'ismap 12.1 current'],
    ],
    ['cisa-cpg', 'CPG 3.S no, 5.B yes.', ['cisa-cpg 3.S current', 'cisa-cpg 5.B current']],
    [
      'secnumcloud',
      'Points de contrôle 7.2, 9.5 et 12.2.',
      ['secnumcloud 7.2 current', 'secnumcloud 9.5 current', 'secnumcloud 12.2 current'],
    ],
    ['nis2', 'NIS2: Art. 21, ale Art. 296 k.k. omawia kancelaria.', ['nis2 Art. 21 current']],
  ])('as people write it, for %s: %s', async (framework, text, expected) => {
    const { references } = await checkText(text, pick(registry, framework))
    expect(
      references.map(
        ({ id, status, moved_to: to }) => `${framework} ${id} ${status}${to ? ` ${to.join(' ')}` : ''}`,
      ),
    ).toEqual(expected)
  })

  test('every place is where the id stands', () => {
    expect([workedOn.misplaced, keptAside.misplaced, keptAsideLater.misplaced]).toEqual([[], [], []])
  })
})

test('texts of ordinary prose: nothing is called wrong, and hardly anything cited', () => {
  expect(workedOn.prose.wrong).toEqual([])
  expect(workedOn.prose.current.length).toBeLessThanOrEqual(33)
  expect(keptAside.prose.wrong.length).toBe(0)
  expect(keptAside.prose.current.length).toBeLessThanOrEqual(7)
})

test('answers of before, with three real and three invented ids each, are read as well', async () => {
  const plain = (id: string): string => id.replaceAll(/\b0+(?=\d)/g, '')
  const missed = { real: [] as string[], invented: [] as string[], strange: [] as string[] }
  for (const { framework, real, invented, text } of SEEDED) {
    const { references } = await checkText(text, pick(registry, framework))
    const ids = (status: string): string[] =>
      references.filter((one) => one.status === status).map(({ id }) => plain(id))
    const [current, unknown] = [ids('current'), ids('unknown')]
    missed.real.push(...real.filter((id) => !current.includes(plain(id))))
    missed.invented.push(...invented.filter((id) => !unknown.includes(plain(id))))
    missed.strange.push(...unknown.filter((id) => !invented.map(plain).includes(id)))
  }
  expect(missed).toEqual({ real: ['19.6'], invented: [], strange: [] })
})

describe('states', () => {
  const check = (frameworks: string, text: string) =>
    checkText(text, pick(registry, ...frameworks.split(' ')))
  const states = async (frameworks: string, text: string): Promise<string[]> =>
    (await check(frameworks, text)).references.map(
      ({ id, framework, status, moved_to: to, candidates }) =>
        `${framework} ${id} ${status}${to ? ` ${to.join(' ')}` : ''}${candidates ? ` ${candidates.join(' ')}` : ''}`,
    )

  test.each([
    ['iso-27001', 'See A.5.20.', ['iso-27001 A.5.20 current']],
    ['iso-27001', 'See A.15.1.2.', ['iso-27001 A.15.1.2 renumbered A.5.20']],
    ['iso-27001', 'See A.18.2.3.', ['iso-27001 A.18.2.3 renumbered A.5.36 A.8.8']],
    ['iso-27001', 'See A.5.41.', []],
    ['iso-27001', 'ISO 27001, A.5.41', ['iso-27001 A.5.41 unknown']],
    ['nist-csf', 'PR.AC-1 of old', ['nist-csf PR.AC-1 renumbered PR.AA-01 PR.AA-05']],
    ['csa-ccm', 'CCM IVS-06', ['csa-ccm IVS-06 renumbered I&S-06']],
    ['gdpr nis2', 'GDPR and NIS2 both apply. Art. 23 says so.', ['nis2 Art. 23 ambiguous gdpr nis2']],
    ['gdpr nis2', 'GDPR and NIS2 both apply. Art. 23 of NIS2 says so.', ['nis2 Art. 23 current']],
    ['gdpr nis2', 'Art. 23 DSGVO, Art. 23 NIS2', ['gdpr Art. 23 current', 'nis2 Art. 23 current']],
    ['gdpr', 'Article 6 of the ECHR, § 823 BGB and Article 6 of our contract', []],
    ['pci-dss', 'PCI DSS 3.2.1 wanted it in Requirement 8.2.3.', ['pci-dss 8.2.3 renumbered 8.3.6']],
    ['pci-dss', 'PCI DSS wants it in Requirement 8.2.3.', ['pci-dss 8.2.3 current']],
    ['appi', '個人情報保護法の第26条第1項', ['appi Art. 26(1) current']],
    ['pipl', '个人信息保护法第三十八条', ['pipl Art. 38 current']],
    ['gdpr', 'GDPR 제33조는', ['gdpr Art. 33 current']],
    ['quebec-law-25', 'la Loi 25, article 3.5', ['quebec-law-25 Section 3.5 current']],
    ['eu-mdr', 'MDR, Rule 11', ['eu-mdr Annex VIII Rule 11 current']],
  ])('%s: %s', async (frameworks, text, wanted) => {
    expect(await states(frameworks, text)).toEqual(wanted)
  })

  test('mere numbers count where the text names their framework, not where it does not', async () => {
    expect(await states('iso-27002', 'ISO 27002: 12.6.1 (patching), 9.2.3 (privileged access)')).toEqual([
      'iso-27002 12.6.1 renumbered 8.8',
      'iso-27002 9.2.3 renumbered 8.2',
    ])
    expect(await states('iso-27002', 'Release 12.6.1 (patching), build 9.2.3 (privileged access)')).toEqual(
      [],
    )
  })

  test('one that does not exist comes with near ones that do', async () => {
    const { references } = await check('soc-2', 'SOC 2, CC6.11')
    expect(references[0]?.suggestions).toContain('CC6.1')
  })

  test('every place counts, a thousand are listed', async () => {
    const { references, counts } = await check('gdpr', 'Art. 5 and '.repeat(1_200))
    expect(references).toHaveLength(LISTED_MAX)
    expect(counts).toEqual({ current: 1_200, withdrawn: 0, renumbered: 0, unknown: 0, ambiguous: 0 })
  })

  test('places are those of the text as it was written, whatever folding does to it', async () => {
    const text = '> Ünïcode ﬁrst — “Ａ．５．２０”, <b>ISO 27001</b>: A.5.21 😀 A.\u00adx **A.5.23**\n> A.5.24'
    const { references } = await check('iso-27001', text)
    const places = references.map(({ start, end }) => text.slice(start, end))
    expect(places).toEqual(['Ａ．５．２０', 'A.5.21', 'A.5.23', 'A.5.24'])
  })
})
