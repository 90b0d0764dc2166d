type Fields = Readonly<Record<string, unknown>>

/** The fields that the service knows, by where they stand. */
interface KnownFields {
  top: Fields
  svc: Fields
  streamOptions: Fields
  message: Fields
}

/** What is looked through: a body as it came, after its shape was checked. */
export interface CheckedBody extends Fields {
  messages: readonly Fields[]
  svc?: Fields | null | undefined
  stream_options?: Fields | null | undefined
}

/** Fields that may say "off" and then mean nothing; turned on, they are refused. */
const ACCEPTED_WHEN_OFF = new Set([
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'response_format',
  'logprobs',
  'top_logprobs',
  'modalities',
  'audio',
  'store',
])

/** More names than this, or longer ones, are no help to anybody. */
const IGNORED_MAX = 32
const NAME_LENGTH_MAX = 64

/**
 * Names of the fields that are neither used nor refused, each with its path: `metadata`, `svc.mode`, `messages[2].weight`. A name that many
 * messages carry is told of the first one. What is null or an empty list says nothing.
 */
export function ignoredFields(body: CheckedBody, known: KnownFields): string[] {
  const ignored = new Map<string, string>()
  const note = (kind: keyof KnownFields, fields: Fields, path: string): void => {
    for (const name of Object.keys(fields)) {
      if (Object.hasOwn(known[kind], name) || !saysSomething(fields[name])) continue
      if (kind === 'top' && ACCEPTED_WHEN_OFF.has(name)) continue
      if (ignored.size >= IGNORED_MAX) return
      const told = `${kind} ${name}`
      if (!ignored.has(told)) ignored.set(told, path + name.slice(0, NAME_LENGTH_MAX))
    }
  }
  note('top', body, '')
  note('svc', body.svc ?? {}, 'svc.')
  note('streamOptions', body.stream_options ?? {}, 'stream_options.')
  for (const [index, message] of body.messages.entries()) note('message', message, `messages[${index}].`)
  return [...ignored.values()]
}

function saysSomething(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}
