import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { killAll, NODE, start } from '../smoke/spawned-process.ts'
import { installedPostgres, PostgresHome } from './postgres-home.ts'
import { TestPostgres } from './postgres.ts'

const run = promisify(execFile)

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  killAll()
  for (const end of ends.splice(0)) await end()
})

async function started(): Promise<TestPostgres> {
  const postgres = await TestPostgres.start()
  ends.push(() => postgres.stop())
  return postgres
}

/** Listens on a port, so that nobody else can. */
async function taken(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => server.close())
  return server
}

async function homeOf(postgres: TestPostgres, url: string): Promise<string> {
  const client = await postgres.connect(url)
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  return dirname(rows[0]?.data_directory ?? '')
}

test.runIf(process.getuid?.() === 0)(
  'root has a server where nobody else may read the programs',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc private '))
    ends.push(() => rm(folder, { recursive: true }))
    const native = join(folder, 'native')
    await run('cp', ['-RP', installedPostgres(), native])
    await run('chmod', ['-R', 'go=', native])
    vi.stubEnv('TMPDIR', folder)

    const home = await PostgresHome.make(native)
    ends.push(() => home.remove())
    expect(existsSync(join(home.directory, 'data', 'PG_VERSION'))).toBe(true)
  },
)

test('a server without its programs says so at once, and leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc empty '))
  ends.push(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o777)
  vi.stubEnv('TMPDIR', folder)
  await expect(PostgresHome.make(join(folder, 'nothing'))).rejects.toThrow(/No such file|ENOENT/)
  expect(await readdir(folder)).toEqual([])
})

test('a port that somebody has is passed over for another', async () => {
  const { port } = (await taken(0)).address() as AddressInfo
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce((port - 9_999.5) / 10_000)
  const postgres = await started()
  expect(random.mock.calls.length).toBeGreaterThan(1)
  const url = new URL(await postgres.database())
  expect([url.hostname, url.port === String(port)]).toEqual(['127.0.0.1', false])
})

test('a server whose port was taken while it was away says so at once, and comes back when it is free', async () => {
  const postgres = await started()
  const url = await postgres.database()
  const before = await postgres.connect(url)
  await before.query('create table kept (number integer)')
  await before.end()
  await postgres.pause()
  const other = await taken(Number(new URL(url).port))
  await expect(postgres.resume()).rejects.toThrow(
    /^PostgreSQL cannot start: [^]*could not bind [^]*Address already in use/,
  )

  other.close()
  await once(other, 'close')
  await postgres.resume()
  const after = await postgres.connect(url)
  expect((await after.query('select * from kept')).rows).toEqual([])
  await after.end()
})

test('a server that is stopped leaves nothing, whether it ran or was away', async () => {
  for (const pause of [false, true]) {
    const postgres = await started()
    const url = await postgres.database()
    const home = await homeOf(postgres, url)
    expect(existsSync(home)).toBe(true)
    if (pause) await postgres.pause()
    await postgres.stop()
    expect(existsSync(home)).toBe(false)
    await expect(postgres.connect(url)).rejects.toThrow('ECONNREFUSED')
  }
})

test('a server goes with the process that started it, however that ends', async () => {
  const script = `
    const { TestPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url))})
    const postgres = await TestPostgres.start()
    const url = await postgres.database()
    const client = await postgres.connect(url)
    const { rows } = await client.query('show data_directory')
    console.log(JSON.stringify({ url, data: rows[0].data_directory }))`
  const process = start([NODE, '--input-type=module', '--eval', script])
  const [printed] = await process.printed(/.*\n/)
  const { url, data } = JSON.parse(printed) as { url: string; data: string }
  expect(existsSync(data)).toBe(true)
  process.signal('SIGKILL')
  expect((await process.ended).signal).toBe('SIGKILL')
  await expect.poll(() => existsSync(dirname(data)), { timeout: 30_000 }).toBe(false)
  await expect(new Client({ connectionString: url }).connect()).rejects.toThrow('ECONNREFUSED')
})
