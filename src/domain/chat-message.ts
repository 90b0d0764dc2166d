/** A message of a call after its text parts were joined. */
export interface ChatMessage {
  role: 'system' | 'developer' | 'user' | 'assistant'
  content: string
  name?: string
}
