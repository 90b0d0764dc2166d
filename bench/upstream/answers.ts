/*
 * What the mock upstream says, made once: the mock sends it, and the preflight holds the answers of each target against it.
 */

/** How a stream is sent. */
export interface StreamShape {
  chunks: number
  /** Between two chunks, in milliseconds; 0 sends as fast as the socket takes it, in turns of the event loop. */
  delayMs: number
  /** Chunks of one write. */
  burst: number
  /** Each chunk's text is the moment it was written, so that its reader knows how late it is. */
  stamped: boolean
}

export const PLAIN_TEXT =
  'Review access to production every quarter. Keep who reviewed it, when, what changed and why, for as long as the audit looks back.'

const HEAD = { id: 'chatcmpl-upstream-0123456789abcdef', created: 1_767_225_600, model: 'upstream-model' }
const USAGE = { prompt_tokens: 40, completion_tokens: 30, total_tokens: 70 }

/** The text of one chunk: each is another, so that order can be proven. */
export function chunkText(index: number): string {
  return `part${index} `
}

export const PLAIN_ANSWER = Buffer.from(
  JSON.stringify({
    ...HEAD,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: PLAIN_TEXT },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    system_fingerprint: 'fp_upstream',
  }),
)

/** A stream around its chunks, as whole events. */
export const STREAM_START = event({ role: 'assistant', content: '' }, null)
export const STREAM_END = Buffer.concat([
  event({}, 'stop'),
  Buffer.from(
    `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`,
  ),
])

/** One chunk of a stream, as a whole event. */
export function chunkEvent(text: string): Buffer {
  return event({ content: text }, null)
}

/** Sixteen digits between tildes: microseconds of a clock that all processes of a machine share. */
export function stamp(): string {
  return `~${String(process.hrtime.bigint() / 1_000n).padStart(16, '0')}~`
}

function event(delta: object, finish: string | null): Buffer {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }]
  const chunk = {
    ...HEAD,
    object: 'chat.completion.chunk',
    choices,
    usage: null,
    system_fingerprint: 'fp_upstream',
  }
  return Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)
}
