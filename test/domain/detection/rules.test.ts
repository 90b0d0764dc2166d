import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { findMentions } from '../../../src/domain/detection/find-mentions.ts'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { namedIn } from './measure.ts'

const registry = await realRegistry()
const detector = new Detector(registry)
const lexicon = buildLexicon(registry)

const say = (role: ChatMessage['role'], content: string): ChatMessage => ({ role, content })
const found = async (...messages: ChatMessage[]): Promise<string[]> =>
  (await detector.detect(messages)).detections.map(({ framework, reason }) => `${framework.id} ${reason}`)

describe('which messages are read', () => {
  test('every user message is read, the latest first', async () => {
    expect(
      await found(say('user', 'HIPAA?'), say('user', 'And TISAX?'), say('user', 'And GDPR, then SOC 2?')),
    ).toEqual(['gdpr user_message', 'soc-2 user_message', 'tisax user_message', 'hipaa user_message'])
  })

  test('of the assistant only the last turn is read', async () => {
    expect(
      await found(
        say('user', 'Which one?'),
        say('assistant', 'Perhaps HIPAA.'),
        say('user', 'Another?'),
        say('assistant', 'Then TISAX.'),
        say('user', 'Tell me more.'),
      ),
    ).toEqual(['tisax assistant_message'])
  })

  test('the last assistant turn is read where the conversation ends with it', async () => {
    expect(await found(say('user', 'Which one?'), say('assistant', 'GDPR.'))).toEqual([
      'gdpr assistant_message',
    ])
  })

  test.each(['system', 'developer'] as const)(
    'a %s message is never read, wherever it stands',
    async (role) => {
      expect(await found(say(role, 'Use ISO 27001.'), say('user', 'Hello'))).toEqual([])
      expect(await found(say('user', 'Hello'), say(role, 'Use ISO 27001.'))).toEqual([])
    },
  )

  test('a system message does not confirm an ambiguous name either', async () => {
    expect(await found(say('system', 'Banks and ICT risk.'), say('user', 'What is DORA?'))).toEqual([])
  })

  test('a framework named by both is named by the later message', async () => {
    expect(await found(say('user', 'GDPR?'), say('assistant', 'GDPR is a law.'))).toEqual([
      'gdpr assistant_message',
    ])
    expect(await found(say('assistant', 'GDPR is a law.'), say('user', 'GDPR?'))).toEqual([
      'gdpr user_message',
    ])
  })

  test('a framework named many times is found once', async () => {
    expect(await found(say('user', 'GDPR, DSGVO and RGPD: all GDPR'))).toEqual(['gdpr user_message'])
  })

  test('nothing is found in a conversation without text', async () => {
    expect(await found()).toEqual([])
    expect(await found(say('user', ''), say('assistant', ' \n\t '))).toEqual([])
  })
})

describe('a bare control id names nothing', () => {
  test.each(['A.5.20', 'CC6.1', 'Art. 33', '164.312(a)(1)', 'AC-2', 'clause 6.1.2', '5.20', '§ 1798.100'])(
    '%s',
    (id) => {
      expect(namedIn(lexicon, id)).toBe('')
      expect(namedIn(lexicon, `What does ${id} require of us?`)).toBe('')
    },
  )

  test.each(registry.frameworks.map((framework) => [framework.name, framework] as const))(
    'no id of %s, alone, with its word or in a question',
    (_name, { controls, citePrefix }) => {
      // A headline in words alone ("Secure configuration") is no id that anybody cites.
      const numbered = controls.filter(({ id }) => /\d/.test(id))
      const taken = numbered.flatMap(({ id }) =>
        [id, `What does ${id} require?`, `Explain ${citePrefix ?? 'control'} ${id}, please.`].filter(
          (text) => namedIn(lexicon, text) !== '',
        ),
      )
      expect(taken).toEqual([])
    },
  )

  test('the same id counts for nothing more beside the name', async () => {
    expect(namedIn(lexicon, 'A.5.20 of ISO 27001, unlike CC6.1 and AC-2')).toBe('iso-27001')
  })
})

describe('talk of rules', () => {
  test.each([
    ['DSA: which article opens data to vetted researchers?', 'dsa'],
    ['How many chapters does DORA have?', 'dora'],
    ['Who supervises DORA in our case?', 'dora'],
    ['Who must appoint somebody under the AI Act?', 'eu-ai-act'],
    ['¿Qué exige ENS?', 'ens'],
    ["Que demande l'auditeur pour DORA ?", 'dora'],
    ['Part-IS: An wen müssen wir melden, und welcher Artikel regelt das?', 'easa-part-is'],
    ['Which CER paragraph speaks of background checks?', 'cer'],
  ])('is a signal for the names of those that it tells: %s', (text, ids) => {
    expect(namedIn(lexicon, text)).toBe(ids)
  })

  test.each(['Our SOC must comply with the requirements of the shift plan', 'The DSA key has to be audited'])(
    'is none for names that mean other things among rules too, nor against counter-signals: %s',
    (text) => {
      expect(namedIn(lexicon, text)).toBe('')
    },
  )
})

test('a stem that is also an "and" is read once where it stands, however often it is repeated', () => {
  const mentions = findMentions(lexicon, 'EN 27701 '.repeat(1_500))
  expect(new Set(mentions.map(({ framework }) => framework.id))).toEqual(new Set(['iso-27701']))
  expect(mentions.length).toBeLessThanOrEqual(3_000)
})

describe('names of the registry', () => {
  const entries = registry.frameworks.map((framework) => [framework.id, framework] as const)
  const fold = (name: string): string => name.toLowerCase()

  test.each(entries)('every clear name of %s is found in a plain sentence and in capitals', (id, entry) => {
    const unclear = new Set(entry.ambiguousNames.map(fold))
    const clear = [entry.name, entry.fullName, ...entry.names].filter((name) => !unclear.has(fold(name)))
    const missed = clear
      .flatMap((name) => [`Tell me about ${name}.`, `Tell me about ${name}.`.toUpperCase()])
      .filter((text) => namedIn(lexicon, text) !== id)
    expect(missed).toEqual([])
  })

  test.each(entries)('an ambiguous name of %s counts for nothing alone', (id, entry) => {
    // It may be the clear name of another framework.
    const taken = entry.ambiguousNames.filter((name) =>
      namedIn(lexicon, `Tell me about ${name}.`).split(' ').includes(id),
    )
    expect(taken).toEqual([])
  })

  test.each(entries)('an ambiguous name of %s counts beside each of its signals', (id, entry) => {
    const missed = entry.ambiguousNames.flatMap((name) =>
      entry.signals
        .map((signal) => `${signal}: tell me about ${name}`)
        .filter((text) => !namedIn(lexicon, text).split(' ').includes(id)),
    )
    expect(missed).toEqual([])
  })

  test('a signal before or after the name counts alike, one far away does not', async () => {
    const far = 'word '.repeat(60)
    expect(namedIn(lexicon, 'Is a verwerker bound by the AVG?')).toBe('gdpr')
    expect(namedIn(lexicon, 'Does the AVG bind a verwerker?')).toBe('gdpr')
    expect(namedIn(lexicon, `A verwerker ${far} AVG`)).toBe('')
    expect(namedIn(lexicon, `AVG ${far} a verwerker`)).toBe('')
  })
})
