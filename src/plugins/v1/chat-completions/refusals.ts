import { ApiError } from '../../json-surface/api-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** When a field that the service does not offer is really asked for, as opposed to sent with a value that means "off". */
const REFUSED: Readonly<
  Record<string, { asked: (value: unknown) => boolean; code: 'unsupported_parameter' | 'unsupported_value' }>
> = {
  tools: { asked: notEmpty, code: 'unsupported_parameter' },
  functions: { asked: notEmpty, code: 'unsupported_parameter' },
  tool_choice: { asked: (value) => value !== 'none' && value !== 'auto', code: 'unsupported_parameter' },
  function_call: { asked: (value) => value !== 'none' && value !== 'auto', code: 'unsupported_parameter' },
  response_format: { asked: (value) => field(value, 'type') !== 'text', code: 'unsupported_value' },
  n: { asked: (value) => typeof value === 'number' && value > 1, code: 'unsupported_value' },
  logprobs: { asked: (value) => value !== false, code: 'unsupported_parameter' },
  top_logprobs: { asked: (value) => value !== 0, code: 'unsupported_parameter' },
  modalities: {
    asked: (value) => !Array.isArray(value) || value.some((modality) => modality !== 'text'),
    code: 'unsupported_value',
  },
  audio: { asked: () => true, code: 'unsupported_parameter' },
  store: { asked: (value) => value !== false, code: 'unsupported_value' },
  prediction: { asked: () => true, code: 'unsupported_parameter' },
  web_search_options: { asked: () => true, code: 'unsupported_parameter' },
}

const REFUSED_FIELDS = Object.entries(REFUSED)

/**
 * Refuses by name what the service does not do: tool and function definitions, JSON mode, `n` above 1, log
 * probabilities, anything but text (description 2.6, 7.5), and stored completions (zero retention).
 * @throws {ApiError} `unsupported_parameter`, `unsupported_value` with the field's path
 */
export function refuseUnsupported(body: Fields): void {
  for (const [name, { asked, code }] of REFUSED_FIELDS) {
    const value = body[name]
    if (value !== undefined && value !== null && asked(value)) {
      throw new ApiError(code, {
        message: `${sentence(name)} is not supported by this model API.`,
        param: name,
      })
    }
  }
  if (!Array.isArray(body['messages'])) return
  for (const [index, message] of (body['messages'] as unknown[]).entries()) refuseMessage(message, index)
}

/** Fields of a message that hold something else than text. */
const NO_TEXT = ['tool_calls', 'function_call', 'audio']

function refuseMessage(message: unknown, index: number): void {
  const role = field(message, 'role')
  if (role === 'tool' || role === 'function') {
    throw new ApiError('unsupported_value', {
      message: `Messages of the role ${role} are not supported: the service has no tools.`,
      param: `messages[${index}].role`,
    })
  }
  for (const name of NO_TEXT) {
    const value = field(message, name)
    if (value !== undefined && value !== null && notEmpty(value)) {
      throw new ApiError('unsupported_parameter', {
        message: `${name} in a message is not supported: the service takes text only.`,
        param: `messages[${index}].${name}`,
      })
    }
  }
  const content = field(message, 'content')
  if (!Array.isArray(content)) return
  for (const [at, part] of (content as unknown[]).entries()) {
    const type = field(part, 'type')
    if (typeof type === 'string' && type !== 'text') {
      throw new ApiError('unsupported_value', {
        message: 'Only text parts are supported in a message.',
        param: `messages[${index}].content[${at}].type`,
      })
    }
  }
}

/** What the field stands for, for the one sentence a developer reads. */
function sentence(name: string): string {
  const words: Record<string, string> = {
    response_format: 'A response_format other than {"type": "text"} (JSON mode)',
    n: 'n above 1',
    store: 'store: true (nothing is stored: zero data retention)',
    modalities: 'A modality other than text',
  }
  return words[name] ?? name
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
}

function notEmpty(value: unknown): boolean {
  return !(Array.isArray(value) && value.length === 0)
}
