import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMcp, type McpService } from './mcp-service.ts'
import { runProgram } from './run-program.ts'

/**
 * What docs/mcp.md has people type, taken from the page as it stands there: only the address is another one. mcporter reads the files of each
 * client where the client has them, and asks the service for its tools. Each client writes the name of a variable in its own way, which
 * mcporter does not know: that one word is put as mcporter writes it.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)
const OF_MCPORTER = '${SVC_TOKEN}'

let service: McpService
let page: string
let folder: string
beforeAll(async () => {
  service = await startMcp()
  page = await readFile(join(ROOT, 'docs/mcp.md'), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'svc-set-up-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

/** The first block of a language, at the service that the test has started. */
function block(language: string, holding = '', text = page): string {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const found = blocks.find(([, of, body]) => of === language && body?.includes(holding) === true)?.[2] ?? ''
  expect(found, `a block of ${language} with ${holding}`).toContain('http://127.0.0.1:8080/mcp')
  return found.replaceAll('http://127.0.0.1:8080/mcp', service.mcp)
}

/** The text with its one `from` as `to`. */
function put(text: string, from: string, to: string): string {
  expect(text.split(from)).toHaveLength(2)
  return text.replace(from, () => to)
}

/** What mcporter sees in a home where a client has this file. */
async function seenIn(home: string, path: string, content: string): Promise<unknown> {
  const file = join(folder, home, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  const environment = { SVC_TOKEN: service.token }
  const { out, err } = await runProgram(
    join(folder, home),
    'mcporter/dist/cli.js',
    ['list', '--json'],
    environment,
  )
  const { servers } = JSON.parse(out) as {
    servers: { name: string; status: string; source: object; tools?: object[] }[]
  }
  expect(err).toBe('')
  return servers.map(({ name, status, source, tools }) => ({ name, status, source, tools: tools?.length }))
}

const all = (importKind: string): object[] => [
  { name: 'svc', status: 'ok', tools: 12, source: expect.objectContaining({ importKind }) },
]

describe('the set-up of', () => {
  test('Cursor', async () => {
    const file = put(block('json', '"mcpServers"'), '${env:SVC_TOKEN}', OF_MCPORTER)
    expect(page).toContain('Cursor, `~/.cursor/mcp.json`')
    expect(await seenIn('cursor', '.cursor/mcp.json', file)).toEqual(all('cursor'))
  })

  test('VS Code', async () => {
    const file = block('json', '"inputs"')
    const { inputs } = JSON.parse(file) as { inputs: { id: string }[] }
    expect(inputs).toEqual([expect.objectContaining({ type: 'promptString', password: true })])
    const asked = put(file, `\${input:${inputs[0]?.id}}`, OF_MCPORTER)
    expect(page).toContain('VS Code, `.vscode/mcp.json`')
    expect(await seenIn('vscode', '.vscode/mcp.json', asked)).toEqual(all('vscode'))
  })

  test('Codex', async () => {
    const file = put(block('toml'), 'bearer_token_env_var = "SVC_TOKEN"', `bearer_token = "${OF_MCPORTER}"`)
    expect(page).toContain('Codex, `~/.codex/config.toml`')
    expect(await seenIn('codex', '.codex/config.toml', file)).toEqual(all('codex'))
  })

  test.skipIf(process.platform === 'win32')('Claude Code, whose shell leaves the token out', async () => {
    const typed = await asTyped(block('sh', 'claude mcp add'))
    const header = { Authorization: 'Bearer ${SVC_TOKEN}' }
    const words = `mcp add --transport http svc ${service.mcp} --header`
    expect(typed).toEqual([...words.split(' '), `Authorization: ${header.Authorization}`])
    // What the command then writes: seen with version 2.1.330.
    const entry = { type: 'http', url: service.mcp, headers: header }
    const file = JSON.stringify({ mcpServers: { svc: entry } })
    expect(await seenIn('claude', '.claude.json', file)).toEqual(all('claude-code'))
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
    expect(block('sh', 'claude mcp add', readme)).toBe(block('sh', 'claude mcp add'))
  })

  test('an SDK', async () => {
    const program = `${block('ts', 'StreamableHTTPClientTransport')}\nconsole.log(JSON.stringify(content))`
    const { stdout } = await execute(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: ROOT,
      env: { ...process.env, SVC_TOKEN: service.token },
      timeout: 50_000,
    })
    expect(stdout).toContain('Information security in supplier relationships')
  })
})

/** The words that a line of the shell hands to `claude`, which is a stand-in here. */
async function asTyped(line: string): Promise<string[]> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'claude'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: [bin, process.env['PATH']].join(delimiter), SVC_TOKEN: service.token }
  const { stdout } = await execute('sh', ['-c', line], { env })
  return stdout.trimEnd().split('\n')
}
