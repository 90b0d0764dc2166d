import { describe, expect, test } from 'vitest'
import { modelSettings, readConfig } from '../../../src/config.ts'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { disclose, type Disclosure } from '../../../src/domain/grounding/disclosure.ts'
import { ground, pin } from '../../../src/domain/grounding/grounding.ts'
import { buildModels } from '../../../src/domain/models/models.ts'
import { realRegistry } from '../real-registry.ts'

const registry = await realRegistry()
const detector = new Detector(registry)
const [model] = buildModels(modelSettings(readConfig({})))

const say = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content })

async function disclosed(
  messages: readonly ChatMessage[],
  pins: readonly string[] = [],
): Promise<Disclosure> {
  if (!model) throw new Error('no model')
  return disclose(registry, await ground(detector, pin(registry, pins), messages), model, [])
}

const warned = async (...messages: ChatMessage[]): Promise<string[]> => (await disclosed(messages)).warnings
const user = (text: string): Promise<string[]> => warned(say('user', text))

describe('a control id without a framework', () => {
  test.each([
    ['What does A.5.20 require?', ['iso-27001']],
    ['What does CC6.1 require?', ['soc-2']],
    ['Explain AC-2, please', ['fedramp', 'nist-800-53']],
    ['And GV.OC-01?', ['nist-csf']],
    ['Does § 164.312(a)(1) bind us?', ['hipaa']],
    ['Is Safeguard 5.4 enough?', ['cis-controls']],
    ['Was heißt Art. 21(2)(d)?', ['nis2']],
    ['What is Article 64 about?', ['dora']],
    ['What is KSI-CMT-LMC?', ['fedramp']],
  ])('%s: the frameworks that have it are named', async (text, owners) => {
    const warnings = await user(text)
    expect(warnings).toHaveLength(1)
    const [, listed = ''] =
      /^bare_control_id: .* Ids like it exist in (.*?)\. Name/.exec(warnings[0] ?? '') ?? []
    expect(listed.replace(' and others', '').split(', ')).toEqual(expect.arrayContaining(owners))
  })

  test('the warning holds nothing of what the caller wrote', async () => {
    expect((await user('Our Zeppelin needs A.5.20')).join()).not.toMatch(/zeppelin|A\.5\.20/i)
  })

  test('an id in any user message counts, in others none', async () => {
    expect(await warned(say('user', 'CC6.1?'), say('assistant', 'Well.'), say('user', 'And?'))).toHaveLength(
      1,
    )
    for (const role of ['system', 'developer', 'assistant'] as const)
      expect(await warned(say(role, 'CC6.1'), say('user', 'And?'))).toEqual([])
  })

  test.each([
    'What does A.5.20 of ISO 27001 require?',
    'GDPR and CC6.1',
    'Art. 33 NIS2',
    'Hello',
    'Version 6.1.2 of our tool costs 5.20 dollars',
    'The meeting is at 10.2 or 3.1.1',
  ])('%s: nothing is said', async (text) => {
    expect(await user(text)).toEqual([])
  })

  test('nothing is said where the last assistant turn names a framework, or one is pinned', async () => {
    expect(await warned(say('assistant', 'SOC 2 it is.'), say('user', 'CC6.1?'))).toEqual([])
    expect((await disclosed([say('user', 'CC6.1?')], ['soc-2'])).warnings).toEqual([])
  })
})

describe('a framework that only a system or developer message names', () => {
  test.each(['system', 'developer'] as const)('%s', async (role) => {
    expect(await warned(say(role, 'Answer on TISAX and HIPAA.'), say('user', 'What now?'))).toEqual([
      'framework_in_unread_message: tisax, hipaa named only in a system or developer message, which detection does not read. Name it in a user message or pin it in svc.frameworks.',
    ])
  })

  test('is told beside one that the user names', async () => {
    const { warnings, frameworks } = await disclosed([say('system', 'TISAX, GDPR'), say('user', 'GDPR?')])
    expect(frameworks.map(({ id }) => id)).toEqual(['gdpr'])
    expect(warnings).toEqual([expect.stringMatching(/^framework_in_unread_message: tisax named only /)])
  })

  test.each<[what: string, messages: ChatMessage[]]>([
    ['the user names it too', [say('system', 'GDPR'), say('user', 'GDPR?')]],
    [
      'the last assistant turn names it too',
      [say('system', 'GDPR'), say('assistant', 'GDPR.'), say('user', 'And?')],
    ],
    ['the system message names none', [say('system', 'Be brief. Write French.'), say('user', 'Hello')]],
    [
      'only an older assistant turn names it',
      [say('assistant', 'GDPR.'), say('assistant', 'Well.'), say('user', '?')],
    ],
  ])('nothing is said where %s', async (_what, messages) => {
    expect(await warned(...messages)).toEqual([])
  })

  test('nothing is said where modules are pinned', async () => {
    expect((await disclosed([say('system', 'GDPR'), say('user', 'Hi')], ['soc-2'])).warnings).toEqual([])
  })
})

describe('an edition that no longer stands', () => {
  test.each([
    ['ISO 27001:2013', 'iso-27001', '2013'],
    ['ISO/IEC 27001:2013', 'iso-27001', '2013'],
    ['ISO 27001 (2013)', 'iso-27001', '2013'],
    ['ISO 27001-2005', 'iso-27001', '2005'],
    ['PCI DSS 3.2.1', 'pci-dss', '3.2.1'],
    ['PCI DSS v3.2.1', 'pci-dss', '3.2.1'],
    ['PCI-DSS version 3.2.1', 'pci-dss', '3.2.1'],
    ['PCI DSS 4.0', 'pci-dss', '4.0'],
    ['NIST 800-53 rev 4', 'nist-800-53', 'Rev. 4'],
    ['NIST SP 800-53 Rev. 4', 'nist-800-53', 'Rev. 4'],
    ['NIST 800-53r4', 'nist-800-53', 'Rev. 4'],
    ['CSF 1.1', 'nist-csf', '1.1'],
    ['NIST CSF v1.1', 'nist-csf', '1.1'],
    ['ISO 27701:2019', 'iso-27701', '2019'],
    ['ISO 22301:2012', 'iso-22301', '2012'],
    ['CIS Controls v7.1', 'cis-controls', '7.1'],
    ['TISAX ISA 5.0', 'tisax', 'ISA 5.0'],
    ['NIST 800-171 Rev. 1', 'nist-800-171', 'Rev. 1'],
  ])('%s: the module is injected, and its edition is told', async (text, id, edition) => {
    const { frameworks, warnings } = await disclosed([say('user', `Are we ready for ${text}, please?`)])
    expect(frameworks.map((framework) => framework.id)).toEqual([id])
    expect(warnings).toEqual([
      `superseded_edition: the conversation names the edition ${edition} of ${id}, which no longer stands; the module describes ${registry.get(id)?.version}.`,
    ])
  })

  test.each([
    'ISO 27001:2022',
    'ISO 27001, 2013 was a good year',
    'In 2013 we met ISO 27001',
    'PCI DSS 4.0.1',
    'PCI DSS v4.0.1',
    'PCI DSS 3.2.1.7',
    'NIST 800-53 rev 5',
    'NIST SP 800-53 Rev. 5',
    'NIST CSF 2.0',
    'NIST 800-171 Rev. 2',
    'NIST 800-171 Rev. 3',
    'ISO 27701:2025',
    'ISO 22301:2019',
    'ISO 42001:2023',
    'CIS Controls v8.1',
    'CSA CCM v4.0',
    'CMMC 2.0',
    'TISAX ISA 6.0.3',
    'SOC 2',
  ])('%s: nothing is said', async (text) => {
    const { frameworks, warnings } = await disclosed([say('user', `Are we ready for ${text}?`)])
    expect(frameworks).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  test('two of them are told one by one, and each once', async () => {
    const warnings = await user('ISO 27001:2013, PCI DSS 3.2.1, ISO 27001:2013 and ISO 27001:2022')
    expect(warnings.map((text) => /of (\S+), which/.exec(text)?.[1])).toEqual(['iso-27001', 'pci-dss'])
  })

  test('one in a system message is not spoken of', async () => {
    expect(await warned(say('system', 'GDPR. ISO 27001:2013.'), say('user', 'ISO 27001 and GDPR?'))).toEqual(
      [],
    )
  })
})

describe('more frameworks than are injected', () => {
  const eight = 'TISAX, SOC 2, PCI DSS, NIS2, HIPAA, GDPR, FedRAMP and CMMC'

  test('six are injected by the order of evidence, the rest is named', async () => {
    const { frameworks, warnings } = await disclosed([say('user', eight)])
    expect(Object.fromEntries(frameworks.map(({ id, evidence }) => [evidence, id]))).toEqual({
      1: 'tisax',
      2: 'soc-2',
      3: 'pci-dss',
      4: 'nis2',
      5: 'hipaa',
      6: 'gdpr',
    })
    expect(warnings).toEqual([
      'frameworks_left_out: fedramp, cmmc were named but not injected: at most 6 detected modules, and only those that fit the context window. Pin the ones you need in svc.frameworks.',
    ])
  })

  test('six are injected without a word, and eight pins too', async () => {
    expect(await user('TISAX, SOC 2, PCI DSS, NIS2, HIPAA, GDPR')).toEqual([])
    const pins = registry.frameworks.slice(0, 8).map(({ id }) => id)
    expect((await disclosed([say('user', eight)], pins)).warnings).toEqual([])
  })

  test('with every framework of the registry named, eight of those left out are listed', async () => {
    const [warning = ''] = await user(registry.frameworks.map(({ fullName }) => fullName).join('.\n'))
    expect(warning).toMatch(/^frameworks_left_out: (?:[\w-]+, ){7}[\w-]+ and others were named/)
  })
})

test('several warnings stand side by side, one for each cause', async () => {
  const eight = 'ISO 27001:2013, SOC 2, PCI DSS, NIS2, HIPAA, GDPR, FedRAMP'
  const warnings = await warned(say('system', 'TISAX'), say('user', eight))
  expect(warnings.map((text) => text.split(':')[0])).toEqual([
    'frameworks_left_out',
    'superseded_edition',
    'framework_in_unread_message',
  ])
})
