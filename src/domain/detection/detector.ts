import type { ChatMessage } from '../chat-message.ts'
import type { Edition, Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { mentionsIn, type Mention } from './find-mentions.ts'
import { fold } from '../text/fold.ts'
import { makeLexicon, type Lexicon, type PhraseClass } from './lexicon.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { readReasons, type ReadReason } from './read-reasons.ts'
import { inSlices, readsAlone } from '../text/slices.ts'
import { idSurroundings } from './surroundings.ts'
import { TextScan } from './text-scan.ts'
import { inTurns } from '../text/turns.ts'

/** A framework the conversation names, with where its best evidence stands and how it is written there. */
export interface Detection {
  framework: Framework
  reason: ReadReason
  phrase: PhraseClass
}

/** What the conversation names, and what a caller may have meant that was not taken as naming anything. */
export interface Findings {
  /** Best evidence first: the latest message counts most, then the earliest place in it. */
  detections: Detection[]
  superseded: { framework: Framework; edition: Edition }[]
  /** Named in system or developer messages only, which are not read (description 2.7). */
  unread: Framework[]
  /** Frameworks that have a control id which stands in the conversation while no framework is named. */
  bareIds: Framework[]
}

/**
 * Finds the frameworks that a conversation names (description 2.7): user messages and the last assistant turn are read,
 * system and developer messages are not, and a bare control id names nothing. An ambiguous name ("DORA", "CSF") counts
 * only with one of its framework's signals near it. Work is linear in the text and done in slices.
 */
export class Detector {
  readonly #registry: Registry
  #lexicon: Promise<Lexicon> | undefined

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** Reads how the registry's frameworks are written, in turns of the event loop. The first conversation waits for it. */
  prepare(): Promise<Lexicon> {
    this.#lexicon ??= inTurns(makeLexicon(this.#registry))
    return this.#lexicon
  }

  async detect(messages: readonly ChatMessage[], meter?: Meter): Promise<Findings> {
    const lexicon = await this.prepare()
    const reasons = readReasons(messages)
    const detections = new Map<Framework, Detection>()
    const superseded = new Map<Framework, Edition>()
    const hidden = new Set<Framework>()
    /** The user messages in which a control id may stand. */
    const mayHoldIds: ChatMessage[] = []
    for (const [index, message] of [...messages.entries()].reverse()) {
      const reason = reasons[index]
      if (!reason && message.role === 'assistant') continue
      const { mentions, ids } = await read(lexicon, message.content, meter)
      if (ids && message.role === 'user') mayHoldIds.unshift(message)
      for (const { framework, phrase, edition } of mentions) {
        if (!reason) {
          hidden.add(framework)
          continue
        }
        if (!detections.has(framework)) detections.set(framework, { framework, reason, phrase })
        if (edition && !superseded.has(framework)) superseded.set(framework, edition)
      }
    }
    return {
      detections: [...detections.values()],
      superseded: [...superseded].map(([framework, edition]) => ({ framework, edition })),
      unread: [...hidden].filter((framework) => !detections.has(framework)),
      bareIds: detections.size > 0 ? [] : await bareIds(lexicon, mayHoldIds, meter),
    }
  }
}

/** The mentions of a text, and whether a control id may stand in it. */
async function read(
  lexicon: Lexicon,
  text: string,
  meter: Meter | undefined,
): Promise<{ mentions: Mention[]; ids: boolean }> {
  const mentions: Mention[] = []
  let ids = false
  await inSlices(text, (slice, whole) => {
    const scan = new TextScan(lexicon, fold(whole), meter)
    for (const mention of mentionsIn(lexicon, slice, scan, meter)) mentions.push(mention)
    ids ||= scan.ids.length > 0 || !readsAlone(slice, whole)
  })
  return { mentions, ids }
}

async function bareIds(
  lexicon: Lexicon,
  messages: readonly ChatMessage[],
  meter: Meter | undefined,
): Promise<Framework[]> {
  const owners = new Set<Framework>()
  for (const { content } of messages) {
    await inSlices(content, ({ own }) => {
      const { written } = idSurroundings(lexicon, new TextScan(lexicon, fold(own), meter))
      for (const { values } of lexicon.ids.find(written, meter)) {
        for (const framework of values) owners.add(framework)
      }
    })
  }
  return [...owners]
}
