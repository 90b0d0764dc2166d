import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import { Detector, type Findings } from '../../../src/domain/detection/detector.ts'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { realRegistry } from '../real-registry.ts'
import { detectInFull } from './in-full.ts'
import { farSignals, longTexts, shortTexts } from './texts-like-names.ts'

const registry = await realRegistry()
const detector = new Detector(registry)
const lexicon = buildLexicon(registry)

/** All that is found, in its order, by ids. */
function shown({ detections, superseded, unread, bareIds }: Findings): unknown {
  return {
    detections: detections.map(({ framework, reason, phrase }) => [framework.id, reason, phrase]),
    superseded: superseded.map(({ framework, edition }) => [framework.id, edition.id]),
    unread: unread.map(({ id }) => id),
    bareIds: bareIds.map(({ id }) => id),
  }
}

/** The conversations in which both ways find different things. */
async function unlike(...conversations: readonly ChatMessage[][]): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const messages of conversations) {
    const found = shown(await detector.detect(messages))
    const inFull = shown(await detectInFull(lexicon, messages))
    if (!isDeepStrictEqual(found, inFull)) wrong.push({ messages, found, inFull })
  }
  return wrong
}

function saying(content: string): ChatMessage[] {
  return [{ role: 'user', content }]
}

const role = fc.constantFrom<ChatMessage['role'][]>('user', 'user', 'assistant', 'system', 'developer')

function conversation(content: fc.Arbitrary<string>, most: number): fc.Arbitrary<ChatMessage[]> {
  return fc.array(fc.record({ role, content }), { minLength: 2, maxLength: most })
}

const ids = fc
  .array(fc.constantFrom(...registry.frameworks.flatMap(({ controlIds }) => controlIds)), { maxLength: 4 })
  .map((some) => some.join(' and '))

describe('what was found already changes nothing in what is found', () => {
  test('in conversations of several messages', async () => {
    const content = fc.oneof(shortTexts(registry), farSignals(registry), ids)
    await fc.assert(
      fc.asyncProperty(conversation(content, 6), async (messages) => {
        expect(await unlike(messages)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('in conversations of long messages', async () => {
    const content = fc.oneof(longTexts(registry), ids)
    await fc.assert(
      fc.asyncProperty(conversation(content, 3), async (messages) => {
        expect(await unlike(messages)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('where an edition is named far behind the name', async () => {
    const far = 'word '.repeat(8_000)
    const text = `ISO 27001 ${far}ISO 27001:2013 ${far}PCI DSS v3.2.1`
    expect(await unlike(saying(text))).toEqual([])
  })
})

describe('what is left out changes nothing in what is found', () => {
  test('in a series that goes on far beyond every signal', async () => {
    const numbers = Array.from({ length: 150 }, (_, index) => 3_000 + index)
    const texts = [', ', '/', ' and ', ', and '].map(
      (joint) => `NIST SP 800-171${joint}${numbers.join(joint)}${joint}53. Then ISO 1${joint}2${joint}27701.`,
    )
    expect(await unlike(...texts.map(saying))).toEqual([])
  })

  test('in halves of a name far apart, each among the words around another name', async () => {
    const words = (count: number): string => 'word '.repeat(count)
    const texts = Array.from({ length: 57 }, (_, behind) => 44 + behind).flatMap((behind) =>
      [28, 29, 30, 31, 32, 33, 34, 35, 36].map(
        (before) => `GDPR ${words(behind)}Gramm ${words(120)}Leach Bliley ${words(before)}HIPAA`,
      ),
    )
    expect(await unlike(...texts.map(saying))).toEqual([])
  })

  test('in ids that the border of a slice cuts off from the letters before them', async () => {
    const texts = Array.from({ length: 17 }, (_, more) => [
      `${'x'.repeat(16_376 + more)}CC6.1 and Art. 33`,
      `${'x'.repeat(16_376 + more)}<b CC6.1 ${'y'.repeat(20)} >`,
      `${'ab '.repeat(5_459)}<b ${'a'.repeat(more)} CC6.1>`,
      `${'ab '.repeat(5_454)}${'a'.repeat(more)} CC6.1 and Art. 33 ${'ab '.repeat(5_454)}`,
    ])
    expect(await unlike(...texts.flat().map(saying))).toEqual([])
  })
})
