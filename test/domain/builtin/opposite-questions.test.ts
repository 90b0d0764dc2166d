import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

/** The first words of an answer, behind the name of the framework. */
async function lead(framework: string, content: string): Promise<string> {
  const answer = await composer.compose(pick(registry, framework), [{ role: 'user', content }])
  return answer.replace(/^## .*\n+/, '')
}

test.each([
  ['hipaa', 'Does HIPAA apply to us?'],
  ['dora', 'Do we have to comply with DORA?'],
  ['psd2', 'Does PSD2 apply to us?'],
])('%s: "%s" tells of no case, so it gets who is bound and no verdict', async (framework, question) => {
  expect(await lead(framework, question)).not.toMatch(/^(?:Yes|No|It depends)\./)
})

test.each([
  ['nis2', 'Can we ignore supply chain security?', 'Yes'],
  ['psd2', 'Is strong customer authentication optional?', 'Yes'],
  ['gdpr', 'Does GDPR apply to small businesses?', 'No'],
  ['gdpr', 'Are small companies out?', 'Yes'],
  ['appi', 'Are press and religious bodies covered?', 'Yes'],
  ['au-privacy-act', 'Are job applicants and contractors out of scope?', 'Yes'],
  ['cra', 'Are microenterprises and startups bound?', 'No'],
  ['cmmc', 'Is a system security plan optional?', 'Yes'],
  ['cobit-2019', 'May we skip COBIT 2019?', 'No'],
])('%s: "%s" is not answered by the verdict of the opposite question', async (framework, question, wrong) => {
  expect((await lead(framework, question)).startsWith(`${wrong}.`)).toBe(false)
})
