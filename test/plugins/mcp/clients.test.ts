import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { Client as CurrentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { startMcp, type McpService } from './mcp-service.ts'
import { runProgram, type Ended } from './run-program.ts'

/** The clients that people use, as they come from npm, against the real service. */

const CONTROL = { framework: 'iso-27001', control: 'A.5.19' }
const TITLE = 'Information security in supplier relationships'
const QUESTION = { question: 'What does ISO 27001 A.5.19 ask for?' }
const ME = { name: 'test', version: '1' }

const clock = new FakeClock()
let service: McpService
let folder: string
beforeAll(async () => {
  service = await startMcp({}, { clock })
  folder = await mkdtemp(join(tmpdir(), 'svc-mcp-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => clock.advance(60_000))

const authorization = (): { Authorization: string } => ({ Authorization: `Bearer ${service.token}` })

/** What a client has to be able to do, whichever it is. */
interface Seen {
  tools: { name: string }[]
  control: unknown
  answer: unknown
}

/** What each client is to have seen. */
const ALL = { tools: 12, control: expect.stringContaining(TITLE), answer: expect.stringContaining('A.5.19') }

function seen({ tools, control, answer }: Seen): object {
  return { tools: tools.length, control: JSON.stringify(control), answer: JSON.stringify(answer) }
}

describe('@modelcontextprotocol/client', () => {
  test.each([
    ['2026-07-28', { mode: { pin: '2026-07-28' } }],
    ['2025-11-25', { mode: 'legacy' }],
    ['2026-07-28', { mode: 'auto' }],
  ] as const)('speaks %s, by %j', async (revision, versionNegotiation) => {
    const client = new CurrentClient(ME, { versionNegotiation })
    const transport = new StreamableHTTPClientTransport(new URL(service.mcp), {
      requestInit: { headers: authorization() },
    })
    await client.connect(transport)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const told: unknown[] = []
    const { tools } = await client.listTools()
    const control = await client.callTool({ name: 'get_control', arguments: CONTROL })
    const answer = await client.callTool(
      { name: 'ask', arguments: QUESTION },
      { onprogress: (progress) => told.push(progress) },
    )
    expect(seen({ tools, control, answer })).toEqual(ALL)
    expect(told.length).toBeGreaterThan(0)
    const { contents } = await client.readResource({ uri: 'svc://frameworks/gdpr' })
    expect(contents[0]).toMatchObject({ mimeType: 'application/json' })
    expect((await client.listPrompts()).prompts).toHaveLength(4)
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'svc://frameworks/{id}' },
      argument: { name: 'id', value: 'gd' },
    })
    expect(completion.values).toEqual(['gdpr', 'uk-gdpr'])
    await client.close()
  })

  test('is told that its token is wrong', async () => {
    const client = new CurrentClient(ME, { versionNegotiation: { mode: 'auto' } })
    const transport = new StreamableHTTPClientTransport(new URL(service.mcp), {
      requestInit: { headers: { Authorization: `Bearer ${service.key}` } },
    })
    await expect(client.connect(transport)).rejects.toThrow(/401|nauthorized|uthoriz/)
  })
})

test('@modelcontextprotocol/sdk', async () => {
  const client = new OlderClient(ME)
  await client.connect(
    new OlderTransport(new URL(service.mcp), { requestInit: { headers: authorization() } }),
  )
  const { tools } = await client.listTools()
  // It holds each result against the tool's own schema.
  const control = await client.callTool({ name: 'get_control', arguments: CONTROL })
  const answer = await client.callTool({ name: 'ask', arguments: QUESTION }, undefined, {
    onprogress: () => undefined,
  })
  expect(seen({ tools, control, answer })).toEqual(ALL)
  await client.close()
})

test('@ai-sdk/mcp', async () => {
  const client = await createMCPClient({
    transport: { type: 'http', url: service.mcp, headers: authorization() },
  })
  const tools = await client.tools()
  const call = (name: string, input: object): unknown =>
    tools[name]?.execute?.(input, { toolCallId: '1', messages: [] } as never)
  expect(
    seen({
      tools: Object.keys(tools).map((name) => ({ name })),
      control: await call('get_control', CONTROL),
      answer: await call('ask', QUESTION),
    }),
  ).toEqual(ALL)
  await client.close()
})

test('@langchain/mcp-adapters', async () => {
  const client = new MultiServerMCPClient({
    mcpServers: { svc: { transport: 'http', url: service.mcp, headers: authorization() } },
  })
  const tools = await client.getTools()
  const call = (wanted: string, input: object): unknown =>
    tools.find(({ name }) => name === wanted)?.invoke(input as never)
  expect(
    seen({ tools, control: await call('get_control', CONTROL), answer: await call('ask', QUESTION) }),
  ).toEqual(ALL)
  await client.close()
})

describe('mcporter', () => {
  const mcporter = async (...args: string[]): Promise<string> => {
    const config = join(folder, 'mcporter.json')
    const server = { baseUrl: service.mcp, headers: authorization() }
    await writeFile(config, JSON.stringify({ mcpServers: { svc: server } }))
    const { code, out, err } = await runProgram(folder, 'mcporter/dist/cli.js', ['--config', config, ...args])
    expect([code, code === 0 ? '' : err + out]).toEqual([0, ''])
    return out
  }

  test('lists and calls the tools', async () => {
    const listed = await mcporter('list', 'svc', '--json')
    expect(listed).toContain('search_controls')
    const called = await mcporter('call', 'svc.get_control', 'framework=iso-27001', 'control=A.5.19')
    expect(called).toContain(TITLE)
  })
})

describe('the Inspector', () => {
  const INSPECTOR = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'
  const inspector = (...args: string[]): Promise<Ended> =>
    runProgram(folder, INSPECTOR, [
      '--cli',
      service.mcp,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${service.token}`,
      ...args,
    ])

  test('finds nothing wrong with the schemas', async () => {
    const { code, out, err } = await inspector('--method', 'tools/list', '--strict')
    expect([code, err]).toEqual([0, expect.not.stringMatching(/Warning|Error/)])
    expect(out).toContain('search_controls')
  })

  test('calls a tool', async () => {
    const args = ['--tool-name', 'get_control', '--tool-arg', 'framework=iso-27001', 'control=A.5.19']
    const { out } = await inspector('--method', 'tools/call', ...args)
    expect(out).toContain(TITLE)
  })
})
