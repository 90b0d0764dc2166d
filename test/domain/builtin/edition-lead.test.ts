import { expect, test } from 'vitest'
import { AnswerComposer } from '../../../src/domain/builtin/compose-answer.ts'
import { pick, realRegistry, realSearches } from '../real-registry.ts'

/** Thousands of questions take their time on a busy machine. */
const HANG_MS = 600_000

const registry = await realRegistry()
const composer = new AnswerComposer(registry, await realSearches())

async function answerOf(id: string, content: string): Promise<string> {
  return composer.compose(pick(registry, id), [{ role: 'user', content }])
}

test(
  'every framework says which of its editions is current',
  async () => {
    for (const { id, name, version } of registry.frameworks) {
      const answer = await answerOf(id, `What is the latest version of ${name}?`)
      expect(answer).toContain(`## ${name}\n\n**Current edition**: ${version}.`)
    }
  },
  HANG_MS,
)

test.each([
  ['nist-800-82', 'Which revision of NIST SP 800-82 should we cite today?', 'Rev. 3 (September 2023)'],
  ['iso-27002', 'which edition of ISO 27002 is current', '2022'],
  ['pci-dss', 'Which PCI DSS version is valid now?', '4.0.1 (2024)'],
  ['cis-controls', 'what version of the cis controls is in force', 'v8.1 (2024)'],
  ['iso-27001', 'Welche Version der ISO 27001 ist aktuell?', '2022'],
  ['iso-27001', 'Quelle est la dernière version d’ISO 27001 ?', '2022'],
  ['pci-dss', '¿Cuál es la última versión de PCI DSS?', '4.0.1'],
  ['iso-27001', '¿Qué edición de ISO 27001 está vigente?', '2022'],
  ['pci-dss', 'PCI DSSの最新バージョンは?', '4.0.1'],
  ['pci-dss', 'PCI DSS最新版本是什么?', '4.0.1'],
  ['iso-27001', 'Jaka jest aktualna wersja ISO 27001?', '2022'],
  ['iso-27001', 'Wat is de nieuwste versie van ISO 27001?', '2022'],
])('%s: %s', async (id, asked, version) => {
  const [, lead = ''] = (await answerOf(id, asked)).split(/## .*\n\n/)
  expect(lead).toMatch(/^\*\*[^*]+\*\*: /)
  expect(lead.split('\n', 1)[0]).toContain(version)
})

test('earlier editions and drafts are told with their dates', async () => {
  const answer = await answerOf('pci-dss', 'What is the current version of PCI DSS?')
  expect(answer).toContain('**Earlier editions**: 4.0 (2022-03-31), 3.2.1 (2018-05-17).')
  expect(await answerOf('nist-800-82', 'What is the latest revision of NIST SP 800-82?')).toMatch(
    /\*\*In draft\*\*: Rev\. 4 .*2026-01-22/,
  )
})

test.each([
  ['pci-dss', 'What changed in the latest version of PCI DSS?'],
  ['pci-dss', 'Does the current version of PCI DSS require MFA for all access to the CDE?'],
  ['iso-27001', 'How many controls are there in the latest version of ISO 27001?'],
])('a question about the current edition asks for more than its name: %s, %s', async (id, asked) => {
  expect(await answerOf(id, asked)).not.toContain('**Current edition**')
})
