import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import schema from './oscal-complete-1.2.2.schema.json' with { type: 'json' }

let compiled: ValidateFunction | undefined

/** What the official schema of OSCAL 1.2.2 finds wrong with a document; empty where it is valid. */
export function oscalErrors(document: unknown): string[] {
  compiled ??= compile()
  if (compiled(document)) return []
  return (compiled.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

/** Tokens may hold any letter (`\p{L}`), so patterns are read as Unicode. */
function compile(): ValidateFunction {
  const ajv = new Ajv({ strict: false, unicodeRegExp: true })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
