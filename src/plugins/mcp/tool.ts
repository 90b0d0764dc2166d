import type { CallToolResult, Tool as ToolListing } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Scope } from '../../domain/keys/scopes.ts'
import { invalidInput } from '../json-surface/read-input.ts'
import { missingScope, ToolFailure } from './tool-failure.ts'
import { may, type Visit } from './visit.ts'

/** What a tool gives: facts for programs, and the same in few words for a model. */
export interface ToolOutput {
  data: Record<string, unknown>
  text: string
}

/** A tool as it is listed and called. */
export interface Tool {
  /** As `tools/list` tells it, made once: to make the JSON Schemas costs more than most calls. */
  listing: ToolListing
  /** @throws {ToolFailure} where the call cannot be carried out as it was made */
  call: (input: unknown, visit: Visit) => Promise<CallToolResult>
}

export interface ToolOptions<Input extends z.ZodObject> {
  name: string
  title: string
  description: string
  /** What the token must be allowed; undefined: nothing. */
  scope: Scope | undefined
  input: Input
  output: z.ZodObject
  /** A tool that does something, and costs something. All others only read. */
  acts?: boolean
  run: (input: z.infer<Input>, visit: Visit) => Promise<ToolOutput> | ToolOutput
}

/** Makes a tool of its schemas and of what it does. */
export function defineTool<Input extends z.ZodObject>(options: ToolOptions<Input>): Tool {
  const { name, title, description, scope, input, output, acts = false, run } = options
  return {
    listing: {
      name,
      title,
      description,
      inputSchema: schemaOf(input),
      outputSchema: schemaOf(output),
      annotations: acts
        ? { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
        : { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    call: async (given, visit) => {
      if (scope !== undefined && !may(visit, scope)) throw missingScope(scope)
      const body = given ?? {}
      const parsed = input.safeParse(body)
      if (!parsed.success) {
        throw new ToolFailure(
          `${invalidInput(parsed.error, body).message} Call ${name} again with it corrected.`,
        )
      }
      const { data, text } = await run(parsed.data, visit)
      return { content: [{ type: 'text', text }], structuredContent: data }
    },
  }
}

function schemaOf(schema: z.ZodObject): ToolListing['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return { ...rest, type: 'object' } as ToolListing['inputSchema']
}
