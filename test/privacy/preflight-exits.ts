import { streamed } from './exits.ts'
import { MARKS, marked, outcome, send, type Exit } from './marked.ts'

const PATH = '/v1/chat/completions/preflight'

const asked = (name: string, end: string, body: unknown, headers: Record<string, string> = {}): Exit => ({
  name: `preflight: ${name}`,
  end,
  run: (target) => outcome(send(target, 'POST', PATH, body, headers)),
})

const UNNAMED = { messages: [{ role: 'user', content: MARKS.user }] }

/** Every way out of a preflight: what it tells, and what it refuses. */
export const PREFLIGHT_EXITS: Exit[] = [
  asked('a call that would be made', '200', marked()),
  asked('a stream that would be made', '200', marked(streamed)),
  asked('what no module grounds', '200', marked({ ...UNNAMED, svc: { require_grounding: true } })),
  asked('what does not fit', '200', marked({ model: 'svc-thinking', svc: { frameworks: ['iso-27001'] } })),
  asked('a path that is closed', '200', marked({ model: 'svc-fast-eu' })),
  asked('an unknown key', '401 invalid_api_key', marked(), { key: `sk-svc-${MARKS.wrongKey}` }),
  asked('JSON cut short', '400 invalid_json', `{"model": "${MARKS.value}`),
  asked('a wrong type', '400 invalid_type', marked({ messages: MARKS.value })),
  asked('a tool', '400 unsupported_parameter', marked({ tools: [{ type: MARKS.value }] })),
  asked('an unknown model', '404 model_not_found', marked({ model: MARKS.model })),
  asked('an unknown pin', '400 unknown_framework', marked({ svc: { frameworks: [MARKS.pin] } })),
  asked('a body too large', '413 request_too_large', MARKS.user.repeat(1_000)),
  asked('another content type', '415 unsupported_media_type', JSON.stringify(marked()), {
    'content-type': `text/${MARKS.value}`,
  }),
]
