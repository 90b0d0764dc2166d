import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000

const composer = new AnswerComposer(registry, await realSearches())

/** One in so many is asked: they are tens of thousands. */
const ASKED_OF = 4

const VERDICTS = { yes: /^Yes\./, no: /^No\./, depends: /^It depends\./ }
const ASKS_WHETHER = /^(?:is|are|do|does|can|may|must|should|will|has|have)\b/i

test(
  'the questions of the data are answered by their own verdict, and hardly ever by another',
  async () => {
    const [none, other]: [string[], string[]] = [[], []]
    let [seen, asked] = [0, 0]
    for (const framework of registry.frameworks) {
      for (const { verdict, asked: questions = [] } of framework.data.rulings) {
        for (const content of questions.filter((question) => ASKS_WHETHER.test(question))) {
          seen += 1
          if (seen % ASKED_OF !== 0) continue
          asked += 1
          const answer = await composer.compose([framework], [{ role: 'user', content: `${content}?` }])
          const lead = answer.replace(/^## .*\n+/, '')
          if (VERDICTS[verdict].test(lead)) continue
          const isOther = Object.values(VERDICTS).some((one) => one.test(lead))
          const list = isOther ? other : none
          list.push(`${framework.id}: ${content}`)
        }
      }
    }
    expect(asked).toBeGreaterThan(3_000)
    expect(none.length / asked > 0.05 ? none : []).toEqual([])
    expect(other.length / asked > 0.005 ? other : []).toEqual([])
  },
  HANG_MS,
)

test(
  'what the data claims, asked whether it is true, is hardly ever answered by the opposite',
  async () => {
    const opposite: string[] = []
    let asked = 0
    for (const framework of registry.frameworks) {
      for (const { claim, verdict } of framework.data.rulings) {
        if (verdict === 'depends') continue
        asked += 1
        const content = `Is it true of ${framework.name} that ${claim}?`
        const answer = await composer.compose([framework], [{ role: 'user', content }])
        const other = verdict === 'yes' ? VERDICTS.no : VERDICTS.yes
        if (other.test(answer.replace(/^## .*\n+/, ''))) opposite.push(`${framework.id}: ${claim}`)
      }
    }
    expect(asked).toBeGreaterThan(3_000)
    expect(opposite.length / asked > 0.005 ? opposite : []).toEqual([])
  },
  HANG_MS,
)

test.each([
  ['is 11.5 part of IG1', 'no'],
  ['is 11.2 in IG1', 'yes'],
] as const)('a question for an id is answered by the verdict on that id: %s', async (content, verdict) => {
  const answer = await composer.compose(pick(registry, 'cis-controls'), [{ role: 'user', content }])
  expect(answer.replace(/^## .*\n+/, '')).toMatch(VERDICTS[verdict])
})

/** Things that these frameworks do not speak of: no ruling on something else answers for them. */
test.each([
  ['pci-dss', 'Does PCI DSS require a SIEM?'],
  ['pci-dss', 'Does PCI DSS require zero trust?'],
  ['csddd', 'Is zero trust mandatory under CSDDD?'],
  ['recyf', 'Does ReCyF require a data protection officer?'],
  ['nist-800-171', 'Must we have a bug bounty under NIST SP 800-171?'],
  ['nydfs-500', 'Does NYDFS Part 500 require a data protection officer?'],
  ['nerc-cip', 'Does NERC CIP require quantum-safe encryption?'],
  ['coppa', 'Must we have red teaming under COPPA?'],
  ['c2m2', 'Is biometric login mandatory under C2M2?'],
])('no yes or no is given on what is not told: %s, %s', async (id, content) => {
  const answer = await composer.compose(pick(registry, id), [{ role: 'user', content }])
  expect(answer.split(/## .*\n+/)[1]).not.toMatch(/^(?:Yes|No|It depends)[.:]/)
})
