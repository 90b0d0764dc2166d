import type { ChatMessage } from '../chat-message.ts'

/** More of a question than a search can use. */
const QUESTION_LENGTH_MAX = 4_000

/** A question this short ("and for suppliers?") leans on the one before it. */
const FOLLOW_UP_WORDS = 6

/** What a conversation asks: its last user message, with the one before it where it is too short to stand alone. */
export function questionOf(messages: readonly ChatMessage[]): string {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const last = asked.at(-1) ?? ''
  const alone = last.trim().split(/\s+/, FOLLOW_UP_WORDS + 1).length > FOLLOW_UP_WORDS
  return (alone ? last : `${asked.at(-2) ?? ''}\n${last}`).slice(-QUESTION_LENGTH_MAX)
}
