import { bareIds } from './bare-ids.ts'
import type { ChatMessage } from '../chat-message.ts'
import type { Edition, Framework } from '../registry/framework.ts'
import type { Registry } from '../registry/registry.ts'
import { mentionsIn, type IsNews } from './find-mentions.ts'
import { fold } from '../text/fold.ts'
import { makeLexicon, type Lexicon, type PhraseClass } from './lexicon.ts'
import type { Meter } from '../text/phrase-trie.ts'
import { ScanMemory } from './scan-memory.ts'
import { readReasons, type ReadReason } from './read-reasons.ts'
import { inSlices } from '../text/slices.ts'
import { Spares } from '../text/spares.ts'
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

/** Memories that wait for conversations to come; each takes 200 KB. */
const SPARE_MEMORIES_MAX = 16

/**
 * Finds the frameworks that a conversation names (description 2.7): user messages and the last assistant turn are read,
 * system and developer messages are not, and a bare control id names nothing. An ambiguous name ("DORA", "CSF") counts
 * only with one of its framework's signals near it. Work is linear in the text and done in slices.
 */
export class Detector {
  readonly #registry: Registry
  #lexicon: Promise<Lexicon> | undefined
  readonly #memories = new Spares(() => new ScanMemory(), SPARE_MEMORIES_MAX)

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
    return this.#memories.lend((memory) => detectIn(lexicon, messages, memory, meter))
  }
}

async function detectIn(
  lexicon: Lexicon,
  messages: readonly ChatMessage[],
  memory: ScanMemory,
  meter: Meter | undefined,
): Promise<Findings> {
  const reasons = readReasons(messages)
  const detections = new Map<Framework, Detection>()
  const superseded = new Map<Framework, Edition>()
  const hidden = new Set<Framework>()
  /** Whose control ids stand in each message, the last one first. */
  const owners: Set<Framework>[] = []
  for (const [index, { role, content }] of [...messages.entries()].reverse()) {
    const reason = reasons[index]
    if (!reason && role === 'assistant') continue
    const ids = new Set<Framework>()
    owners.push(ids)
    const isNews: IsNews = (framework, edition) =>
      !detections.has(framework) || (edition !== undefined && !superseded.has(framework))
    const isHidden: IsNews = (framework) => !hidden.has(framework)
    await inSlices(content, (slice, whole) => {
      const scan = new TextScan(lexicon, fold(whole), meter, memory)
      const mentions = mentionsIn(lexicon, slice, scan, meter, reason ? isNews : isHidden)
      for (const { framework, phrase, edition } of mentions) {
        if (!reason) {
          hidden.add(framework)
          continue
        }
        if (!detections.has(framework)) detections.set(framework, { framework, reason, phrase })
        if (edition && !superseded.has(framework)) superseded.set(framework, edition)
      }
      if (role !== 'user' || detections.size > 0) return
      for (const framework of bareIds(lexicon, slice, whole, scan, meter)) ids.add(framework)
    })
  }
  return {
    detections: [...detections.values()],
    superseded: [...superseded].map(([framework, edition]) => ({ framework, edition })),
    unread: [...hidden].filter((framework) => !detections.has(framework)),
    bareIds: detections.size > 0 ? [] : [...new Set(owners.reverse().flatMap((ids) => [...ids]))],
  }
}
