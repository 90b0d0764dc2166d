import type { CallToolResult, ContentBlock, GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import type { Catalog, PromptEntry } from '../../../src/plugins/mcp/catalog.ts'
import type { Tool } from '../../../src/plugins/mcp/tool.ts'
import type { Visit } from '../../../src/plugins/mcp/visit.ts'

/** What the conformance suite of the protocol expects a server to offer, behind our own endpoint. */

/** One red pixel, and an empty recording. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, words: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})

function tool(
  name: string,
  call: (visit: Visit) => CallToolResult,
  inputSchema: Tool['listing']['inputSchema'] = { type: 'object', properties: {} },
): Tool {
  const listing = { name, description: `The suite's ${name}.`, inputSchema }
  return { listing, call: async (_input, visit) => call(visit) }
}

const says =
  (...content: ContentBlock[]) =>
  (): CallToolResult => ({ content })

const TOOLS: Tool[] = [
  tool('test_simple_text', says(text('This is a simple text response for testing.'))),
  tool('test_image_content', says(image)),
  tool('test_audio_content', says({ type: 'audio', data: WAV, mimeType: 'audio/wav' })),
  tool(
    'test_embedded_resource',
    says(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  ),
  tool(
    'test_multiple_content_types',
    says(
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ),
  tool('test_error_handling', () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  })),
  tool('test_tool_with_progress', ({ progress }) => {
    for (const step of ['begun', 'half', 'whole']) progress?.(step)
    return { content: [text('Done.')] }
  }),
  tool('json_schema_2020_12_tool', says(text('ok')), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
]

const user = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((one) => ({ role: 'user', content: one })),
})

function prompt(name: string, args: Prompt['arguments'], get: PromptEntry['get']): PromptEntry {
  return { listing: { name, description: `The suite's ${name}.`, arguments: args }, get }
}

const PROMPTS: PromptEntry[] = [
  prompt('test_simple_prompt', [], () => user(text('This is a simple prompt for testing.'))),
  prompt(
    'test_prompt_with_arguments',
    [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
    ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ),
  prompt(
    'test_prompt_with_embedded_resource',
    [{ name: 'resourceUri', required: true }],
    ({ resourceUri = '' }) =>
      user(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Process this.'),
      ),
  ),
  prompt('test_prompt_with_image', [], () => user(image, text('Please analyze the image above.'))),
]

/** A catalog with the suite's own tools, resources and prompts. */
export const FIXTURE_CATALOG: Catalog = {
  name: 'fixture',
  title: 'Fixture',
  version: '1.0.0',
  instructions: 'For the conformance suite.',
  tools: TOOLS,
  resources: {
    listed: () => [
      { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
    ],
    templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    read: async (uri) => {
      const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
      if (id !== undefined) {
        const found = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
        return { contents: [{ uri, mimeType: 'application/json', text: found }] }
      }
      if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] }
      if (uri !== 'test://static-text') return undefined
      return {
        contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
      }
    },
  },
  prompts: PROMPTS,
  complete: ({ typed }) => ['paris', 'park', 'party'].filter((one) => one.startsWith(typed)),
}
