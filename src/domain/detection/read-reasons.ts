import type { ChatMessage } from '../chat-message.ts'

/** Why a message is read for names and subjects. */
export type ReadReason = 'user_message' | 'assistant_message'

/** By message: user messages and the last assistant turn are read, nothing else is (description 2.7). */
export function readReasons(messages: readonly ChatMessage[]): (ReadReason | undefined)[] {
  const lastAssistant = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages.map(({ role }, index) => {
    if (role === 'user') return 'user_message'
    return index === lastAssistant ? 'assistant_message' : undefined
  })
}
