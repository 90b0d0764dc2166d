import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { ConsoleClient, mailOf } from '../support/console-client.ts'
import { readStream } from '../support/read-stream.ts'
import {
  killAll,
  REPOSITORY,
  serverCommand,
  start,
  startServer,
  type SpawnedProcess,
} from './spawned-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-process-'))
})
afterAll(async () => {
  killAll()
  await rm(folder, { recursive: true })
})

const NPM_START = ['npm', 'start'] as const

/** A checkout of its own, as far as `npm start` needs one, with this `.env`: the repository's own folder may have another. */
async function checkout(name: string, env?: string): Promise<string> {
  const directory = join(folder, name)
  await mkdir(directory)
  await copyFile(join(REPOSITORY, 'package.json'), join(directory, 'package.json'))
  for (const part of ['src', 'fixtures', 'node_modules']) {
    await symlink(join(REPOSITORY, part), join(directory, part))
  }
  if (env !== undefined) await writeFile(join(directory, '.env'), env)
  return directory
}

/** Runs a line as a person pastes it into a shell; where there is no curl, sends what the line says. */
async function paste(line: string): Promise<string> {
  const shell = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile('sh', ['-c', line], { env: { PATH: process.env['PATH'] ?? '' } }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    )
  })
  if (shell.code !== 127) return shell.stdout
  const parts = /^curl -N (\S+) -H "Authorization: ([^"]+)" -H "Content-Type: ([^"]+)" -d '([^']+)'$/.exec(
    line,
  )
  const [, url = '', authorization = '', type = '', body = ''] = parts ?? []
  const headers = { authorization, 'content-type': type }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}

describe('npm start', () => {
  let server: SpawnedProcess
  let url: string
  let line: string
  let key: string
  beforeAll(async () => {
    const started = await startServer({}, { command: NPM_START, directory: await checkout('plain') })
    ;({ url, key } = started)
    server = started
    ;[line = ''] = await server.printed(/^curl .+$/m)
  })

  test('says where it listens and what answers', () => {
    expect(server.stdout()).toContain(`svc listens on ${url}\n`)
    expect(server.stdout()).toContain('built-in extractive responder')
  })

  test('shows a key that works', async () => {
    expect(key).toMatch(/^sk-svc-[0-9A-Za-z]{51}$/)
    const response = await fetch(`${url}/v1/key`, { headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ balance_usd: 10, held_usd: 0, last_four: key.slice(-4) })
  })

  test('prints a curl line that gives a streamed, grounded answer about supplier agreements', async () => {
    expect(line).toContain(`${url}/v1/chat/completions`)
    const { chunks, text, done } = await readStream(new Response(await paste(line)))
    expect(chunks[0]?.svc?.frameworks.map(({ id, reason }) => [id, reason])).toEqual([
      ['iso-27001', 'user_message'],
    ])
    expect(chunks[0]?.system_fingerprint).toBe('builtin-extractive')
    expect(text).toContain('A.5.20')
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)?.svc?.cost_usd).toBeGreaterThan(0)
    expect(done).toBe(true)
  })

  test('says where the console is; a person finds the mail on the terminal, is in, and has the demo credit', async () => {
    expect(server.stdout()).toContain(`console: ${url}/console   any address signs in`)
    const browser = new ConsoleClient({ url, terminal: [] })
    await browser.post('/console/sign-in', { email: 'ada@example.com' })
    const [mail = ''] = await server.printed(/Mail to ada@example\.com[^]*https?:\S+\/sign-in\/link\/\S+/)
    await browser.post('/console/sign-in/code', { code: mailOf(mail).code })
    const credit = await browser.page('/console/credit')
    expect(credit).toContain('ada@example.com')
    expect(credit).toContain('<td class="number">$10.00</td>')
  })

  test('shows the key once, with the line that uses it, and never again', async () => {
    const headers = { authorization: `Bearer ${key}` }
    await (await fetch(`${url}/v1/models`, { headers })).text()
    await server.printed(/"route":"\/v1\/models"/)
    const holding = server
      .stdout()
      .split('\n')
      .filter((one) => one.includes(key))
    expect(holding).toEqual([`  ${key}`, line])
    expect(server.stderr()).not.toContain(key)
  })
})

test('npm start reads the file .env beside it, and the real environment wins', async () => {
  const directory = await checkout('configured', 'STREAMING_ENABLED=false\nBASE_URL=http://from.the.file\n')
  const server = await startServer({ BASE_URL: 'http://from.outside' }, { command: NPM_START, directory })
  expect(server.stdout()).toContain('svc listens on http://from.outside\n')
  const streamed = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-fast', stream: true, messages: [{ role: 'user', content: 'DORA?' }] }),
  })
  expect([streamed.status, await streamed.json()]).toMatchObject([
    400,
    { error: { code: 'streaming_not_enabled' } },
  ])
})

test('a key of the operator is never printed, and works', async () => {
  const BOOTSTRAP_API_KEY = 'sk-svc-chosen-by-the-operator'
  const server = await startServer({ BOOTSTRAP_API_KEY })
  const headers = { authorization: `Bearer ${BOOTSTRAP_API_KEY}` }
  expect((await fetch(`${server.url}/v1/models`, { headers })).status).toBe(200)
  expect(server.stdout()).toContain('Bearer $BOOTSTRAP_API_KEY')
  expect(server.stdout() + server.stderr()).not.toContain(BOOTSTRAP_API_KEY)
})

/** Starts what cannot start. */
async function refusal(environment: Record<string, string>): Promise<object> {
  const server = start(serverCommand(), environment)
  const { code } = await server.ended
  return { code, stdout: server.stdout(), stderr: server.stderr() }
}

test.each([
  ['PORT', 'abc', 'got "abc", wants a whole number from 1 to 65535'],
  ['LOG_LEVEL', 'loud', 'got "loud", wants fatal, error, warn, info, debug, trace or silent'],
  ['STREAMING_ENABLED', 'yes', 'got "yes", wants true or false'],
  ['BASE_URL', 'ftp://x', 'got "ftp://x", wants an http or https URL'],
  [
    'UPSTREAM_BASE_URL',
    'http://localhost:1/v2',
    'got "http://localhost:1/v2", wants an http or https URL that ends in /v1',
  ],
  ['FAST_INPUT_USD_PER_MTOK', '-1', 'got "-1", wants a USD amount from 0 to 10000, at most six decimals'],
  ['ADMIN_TOKEN', 'short', 'got a value that does not fit (not shown), wants at least 32 characters'],
])('%s=%s stops the start with one line that says what is wanted', async (name, value, message) => {
  expect(await refusal({ PORT: '8080', [name]: value })).toEqual({
    code: 1,
    stdout: '',
    stderr: `svc cannot start: ${name}: ${message}\n`,
  })
})

/** Files that are no database of this version of the service. */
const UNFIT: [string, (path: string) => void | Promise<void>][] = [
  ['in a folder that does not exist', () => undefined],
  ['that is no database', (path) => writeFile(path, 'no database at all\n'.repeat(100))],
  [
    'of a newer version of the service',
    (path) => {
      const database = new DatabaseSync(path)
      database.exec('pragma user_version = 999')
      database.close()
    },
  ],
]

test.each(UNFIT)(
  'a database %s stops the start with one line that names DATABASE_URL',
  async (name, make) => {
    const path = join(
      folder,
      ...(name.startsWith('in a') ? ['nowhere'] : []),
      `${name.replaceAll(' ', '-')}.db`,
    )
    await make(path)
    expect(await refusal({ PORT: '8080', DATABASE_URL: `sqlite:${path}` })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^svc cannot start: [^\n]*DATABASE_URL[^\n]*\n$/) as string,
    })
  },
)

test('a file that another program has locked stops a start that must write with one line', async () => {
  const path = join(folder, 'locked.db')
  await new SqliteStore(path).close()
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  const environment = { PORT: '8080', DATABASE_URL: `sqlite:${path}`, BOOTSTRAP_API_KEY: 'sk-svc-locked' }
  expect(await refusal(environment)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'svc cannot start: the store is not available: sqlite_5\n',
  })
  other.close()
})

describe('a port in use', () => {
  let other: Server
  let port: number
  beforeAll(async () => {
    other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    port = (other.address() as AddressInfo).port
  })
  afterAll(() => {
    other.close()
  })

  test('stops the start with one line that names it, and no key is shown', async () => {
    expect(await refusal({ PORT: String(port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^svc cannot start: [^\\n]*EADDRINUSE[^\\n]*${port}[^\\n]*\\n$`),
      ) as string,
    })
  })
})
