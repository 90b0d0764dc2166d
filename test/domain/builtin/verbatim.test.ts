import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000
/** Of so many wordings one is asked. */
const SHARE = 20
/** So much of a statement tells it from the others. */
const OPENING = 40

const composer = new AnswerComposer(registry, await realSearches())

async function lead(id: string, content: string): Promise<string> {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  return answer.replace(/^(?:_.*_\n+)?## .*\n+/, '').split(/\n(?=\S.*:\n\n- )/)[0] ?? ''
}

test(
  'a question that the data has word by word is answered by the statement that it stands at',
  async () => {
    const wordings = registry.frameworks.flatMap(({ id, data }) =>
      [...data.facts, ...data.deadlines, ...data.rulings].flatMap(({ says, asked = [] }) =>
        asked.map((question) => ({ id, says, question })),
      ),
    )
    const some = wordings.filter((_, index) => index % SHARE === 0)
    const others: string[] = []
    for (const { id, says, question } of some) {
      const opening = says.slice(1, OPENING).toLowerCase()
      if (!(await lead(id, question)).toLowerCase().includes(opening)) others.push(`${id}: ${question}`)
    }
    expect(some.length).toBeGreaterThan(5_000)
    expect(others.length / some.length > 0.02 ? others : []).toEqual([])
  },
  HANG_MS,
)

test.each([
  ['cis-controls', 'How many CIS Controls are there?', /^18 Controls/],
  ['nist-csf', 'Where is incident response in NIST CSF?', /RESPOND/],
  ['iso-9001', 'Which clause is about customer complaints ISO 9001', /8\.2\.1/],
  ['ccpa', 'Is the CCPA the same as the CPRA?', /^No\. The CPRA/],
  ['bsi-it-grundschutz', 'What does MUSS mean in IT-Grundschutz?', /MUSS \/ DARF NICHT without exception/],
  ['colorado-ai-act', 'Was the Colorado AI Act repealed?', /^Yes\. SB 24-205/],
  // The initials and the year of a name are the name.
  ['uk-dpa-2018', 'Is a DPO mandatory under the DPA 2018?', /^It depends\. .*data protection officer/],
  ['iso-27017', 'Is ISO 27017 for cloud providers or for cloud customers?', /for infrastructure, platform/],
])('whatever its form and however little it says beside the name: %s, %s', async (id, question, wanted) => {
  expect(await lead(id, question)).toMatch(wanted)
})

test.each([
  ['csa-ccm', 'Is the CSA CCM only for SaaS?', /^No\./],
  ['csa-ccm', 'Is the CSA CCM for SaaS?', /^Yes\./],
])('"only" makes another question: %s, %s', async (id, question, wanted) => {
  expect(await lead(id, question)).toMatch(wanted)
})

test('the very question of one ruling gets its verdict, not that of another with the same text', async () => {
  const answer = await lead('cra', 'Must the SBOM be published under the Cyber Resilience Act?')
  expect(answer).toMatch(/^No\. SBOM need not be published/)
})
