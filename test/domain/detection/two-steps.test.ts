import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { findMentions, judgedMentions, type Mention } from '../../../src/domain/detection/find-mentions.ts'
import { buildLexicon } from '../../../src/domain/detection/lexicon.ts'
import { inSlices, type Slice } from '../../../src/domain/text/slices.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'
import { realRegistry } from '../real-registry.ts'
import { keptAsideCases, workedOnCases } from './labelled-cases.ts'
import { farSignals, humped, longTexts, shortTexts } from './texts-like-names.ts'

/*
 * Detection looks a text through for places where a name could stand, and judges only what stands around them. The long way cuts and
 * judges every word. Both must say the same.
 */

const registry = await realRegistry()
const lexicon = buildLexicon(registry)
const detector = new Detector(registry)

/** Whatever a message says for the conversation it is all of, as a user's and as a system's. */
interface Said {
  mentions: string[]
  detections: string[]
  superseded: string[]
  unread: string[]
  bareIds: string[]
}

describe('the two steps say what the long way says', () => {
  test('of every labelled text', async () => {
    expect(await readOtherwise([...workedOnCases(), ...keptAsideCases()].map(({ text }) => text))).toEqual([])
  })

  test('of every module', async () => {
    expect(await readOtherwise(registry.frameworks.map(({ body }) => body))).toEqual([])
  })

  test('of every phrase of the registry, by itself and among others', async () => {
    const texts = registry.frameworks.flatMap(
      ({ name, fullName, names, ambiguousNames, decoys, signals, counterSignals, controlIds }) => {
        const someIds = controlIds.filter((_, index) => index % 10 === 0)
        const alone = [name, fullName, ...names, ...ambiguousNames, ...decoys, ...someIds]
        const all = [...alone, ...controlIds, ...signals, ...counterSignals]
        return [...alone, all.join(', '), all.join(' ')]
      },
    )
    expect(await readOtherwise(texts)).toEqual([])
  })

  test('of every name within an identifier, in a series, and with a letter missing', async () => {
    const names = registry.frameworks.flatMap(({ name, fullName, names: others }) => [
      name,
      fullName,
      ...others,
    ])
    const texts = names.flatMap((name) => [
      `check${humped(name)}`,
      name.replace(/\d+$/, '5 and $&'),
      name.slice(0, name.length >> 1) + name.slice((name.length >> 1) + 1),
    ])
    expect(await readOtherwise(texts)).toEqual([])
  })

  test('of any short text', async () => {
    await fc.assert(
      fc.asyncProperty(shortTexts(registry), async (text) => {
        expect(await inTwoSteps(text)).toEqual(await theLongWay(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('of any name with signals far from it', async () => {
    await fc.assert(
      fc.asyncProperty(farSignals(registry), async (text) => {
        expect(await inTwoSteps(text)).toEqual(await theLongWay(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('of any text of several slices', async () => {
    await fc.assert(
      fc.asyncProperty(longTexts(registry), async (text) => {
        expect(await inTwoSteps(text)).toEqual(await theLongWay(text))
      }),
      { numRuns: 20 },
    )
  })
})

/** The texts of which the two say different things, with what they say. */
async function readOtherwise(texts: readonly string[]): Promise<{ text: string; short: Said; long: Said }[]> {
  const wrong: { text: string; short: Said; long: Said }[] = []
  for (const text of texts) {
    const [short, long] = [await inTwoSteps(text), await theLongWay(text)]
    if (!isDeepStrictEqual(short, long)) wrong.push({ text, short, long })
  }
  return wrong
}

async function inTwoSteps(content: string): Promise<Said> {
  const mentions: Mention[] = []
  await inSlices(content, (slice) => mentions.push(...findMentions(lexicon, slice)))
  const asUser = await detector.detect([{ role: 'user', content }])
  const asSystem = await detector.detect([{ role: 'system', content }])
  return {
    mentions: mentions.map(mentionLine),
    detections: asUser.detections.map(
      ({ framework, reason, phrase }) => `${framework.id} ${reason} ${phrase}`,
    ),
    superseded: asUser.superseded.map(({ framework, edition }) => `${framework.id} ${edition.id}`),
    unread: asSystem.unread.map(({ id }) => id),
    bareIds: asUser.bareIds.map(({ id }) => id),
  }
}

async function theLongWay(content: string): Promise<Said> {
  const mentions: Mention[] = []
  const idOwners = new Set<string>()
  await inSlices(content, (slice) => {
    mentions.push(...everyWordJudged(slice))
    for (const { values } of lexicon.ids.find(tokenize(slice.own))) {
      for (const { id } of values) idOwners.add(id)
    }
  })
  const first = new Map<string, Mention>()
  const editions = new Map<string, string>()
  for (const mention of mentions) {
    const { id } = mention.framework
    if (!first.has(id)) first.set(id, mention)
    if (mention.edition && !editions.has(id)) editions.set(id, mention.edition.id)
  }
  return {
    mentions: mentions.map(mentionLine),
    detections: [...first].map(([id, { phrase }]) => `${id} user_message ${phrase}`),
    superseded: [...editions].map(([id, edition]) => `${id} ${edition}`),
    unread: [...first.keys()],
    bareIds: first.size > 0 ? [] : [...idOwners],
  }
}

function everyWordJudged({ before, own, after }: Slice): Mention[] {
  const written = tokenize(before + own + after)
  const tokens = written.map((token) => ({ ...token, text: lexicon.spelling.correct(token.text) }))
  const [first, end] = [tokenize(before).length, tokens.length - tokenize(after).length]
  return judgedMentions(lexicon, written, tokens).filter(({ at }) => at >= first && at < end)
}

function mentionLine({ framework, phrase, edition }: Mention): string {
  return `${framework.id} ${phrase} ${edition?.id ?? ''}`
}
