import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import schema from './openai-chat.schema.json' with { type: 'json' }

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(schema, 'openai')

export type OfficialSchema =
  | 'CreateChatCompletionResponse'
  | 'CreateChatCompletionStreamResponse'
  | 'ListModelsResponse'
  | 'Model'
  | 'ErrorResponse'

const compiled = new Map<OfficialSchema, ValidateFunction>()

/** What the official OpenAI schema finds wrong with a body; empty where it is valid. */
export function schemaErrors(name: OfficialSchema, body: unknown): string[] {
  let validate = compiled.get(name)
  if (!validate) {
    validate = ajv.compile({ $ref: `openai#/$defs/${name}` })
    compiled.set(name, validate)
  }
  if (validate(body)) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}
