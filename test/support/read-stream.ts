/** One chunk of a streamed answer as a client parses it. */
export interface StreamChunk {
  id: string
  object: string
  created: number
  model: string
  system_fingerprint?: string
  choices: { index: number; delta: { role?: string; content?: string }; finish_reason: string | null }[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
  svc?: {
    frameworks: {
      id: string
      knowledge_tokens: number
      reason: string
      version: string
      sha256: string
      name: string
    }[]
    knowledge_tokens: number
    detection: string
    warnings: string[]
    ignored: string[]
    region: string
    cost_usd: number | null
  }
  error?: { message: string; type: string; param: string | null; code: string }
}

export interface ReadStream {
  /** The raw text of the body. */
  raw: string
  /** Every `data:` frame but `[DONE]`, parsed. */
  chunks: StreamChunk[]
  done: boolean
  /** The text of all deltas. */
  text: string
}

/** Reads a streamed answer to its end. */
export async function readStream(response: Response): Promise<ReadStream> {
  const raw = await response.text()
  const data = raw.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
  const chunks = data.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as StreamChunk)
  return {
    raw,
    chunks,
    done: data.at(-1) === '[DONE]',
    text: chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? '').join(''),
  }
}
