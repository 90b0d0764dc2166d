import type {
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Tool } from './tool.ts'
import type { Visit } from './visit.ts'

/** A prompt as it is listed, and its text. */
export interface PromptEntry {
  listing: Prompt
  get: (args: Readonly<Record<string, string>>) => GetPromptResult
}

/** What is to be completed: one argument of a prompt or of a resource template, and the others as far as they are known. */
export interface Completing {
  argument: string
  typed: string
  known: Readonly<Record<string, string>>
}

export interface Resources {
  listed: (visit: Visit) => Resource[]
  templates: ResourceTemplateType[]
  /** Undefined where there is none at this address. @throws {ToolFailure} where the token may not read it */
  read: (uri: string, visit: Visit) => Promise<ReadResourceResult | undefined>
}

/** Everything that a server offers. It is built once; each request gets a server around it. */
export interface Catalog {
  name: string
  title: string
  version: string
  /** What a model should know before it calls anything. */
  instructions: string
  tools: readonly Tool[]
  resources: Resources
  prompts: readonly PromptEntry[]
  /** Values that an argument may have, best first. */
  complete: (completing: Completing, visit: Visit) => string[]
}
