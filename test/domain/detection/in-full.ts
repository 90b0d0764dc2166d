import type { ChatMessage } from '../../../src/domain/chat-message.ts'
import type { Detection, Findings } from '../../../src/domain/detection/detector.ts'
import { judgedMentions, type Mention } from '../../../src/domain/detection/find-mentions.ts'
import type { Lexicon } from '../../../src/domain/detection/lexicon.ts'
import { readReasons } from '../../../src/domain/detection/read-reasons.ts'
import type { Edition, Framework } from '../../../src/domain/registry/framework.ts'
import { inSlices, type Slice } from '../../../src/domain/text/slices.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'

/*
 * A conversation read the long way: every word of every message is cut and judged, whatever was found before, and ids are looked up in a
 * pass of their own.
 */
export async function detectInFull(lexicon: Lexicon, messages: readonly ChatMessage[]): Promise<Findings> {
  const reasons = readReasons(messages)
  const detections = new Map<Framework, Detection>()
  const superseded = new Map<Framework, Edition>()
  const hidden = new Set<Framework>()
  for (const [index, { role, content }] of [...messages.entries()].reverse()) {
    const reason = reasons[index]
    if (!reason && role === 'assistant') continue
    const mentions: Mention[] = []
    await inSlices(content, (slice) => mentions.push(...mentionsInFull(lexicon, slice)))
    for (const { framework, phrase, edition } of mentions) {
      if (!reason) {
        hidden.add(framework)
        continue
      }
      if (!detections.has(framework)) detections.set(framework, { framework, reason, phrase })
      if (edition && !superseded.has(framework)) superseded.set(framework, edition)
    }
  }
  const owners = new Set<Framework>()
  for (const { role, content } of detections.size > 0 ? [] : messages) {
    if (role !== 'user') continue
    await inSlices(content, ({ own }) => {
      for (const { values } of lexicon.ids.find(tokenize(own))) for (const owner of values) owners.add(owner)
    })
  }
  return {
    detections: [...detections.values()],
    superseded: [...superseded].map(([framework, edition]) => ({ framework, edition })),
    unread: [...hidden].filter((framework) => !detections.has(framework)),
    bareIds: [...owners],
  }
}

function mentionsInFull(lexicon: Lexicon, { before, own, after }: Slice): Mention[] {
  const written = tokenize(before + own + after)
  const tokens = written.map((token) => ({ ...token, text: lexicon.spelling.correct(token.text) }))
  const [first, end] = [tokenize(before).length, tokens.length - tokenize(after).length]
  return judgedMentions(lexicon, written, tokens).filter(({ at }) => at >= first && at < end)
}
