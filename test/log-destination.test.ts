import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { LogDestination } from '../src/log-destination.ts'
import { killAll, NODE, start } from './smoke/spawned-process.ts'
import { eventually } from './support/eventually.ts'

const LINE = `${'x'.repeat(999)}\n`

const folders: string[] = []
let path: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-log-'))
  folders.push(folder)
  path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
})
afterAll(async () => {
  killAll()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

const reader = (): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
const writer = (): number => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)

/** What is in the pipe right now. */
function read(fd: number): string {
  const bytes = Buffer.alloc(1_000_000)
  let text = ''
  try {
    for (let more = readSync(fd, bytes); more > 0; more = readSync(fd, bytes)) {
      text += bytes.toString('utf8', 0, more)
    }
  } catch {
    // Nothing is left in it.
  }
  return text
}

test('a full pipe costs only the lines that do not fit the buffer, and its reader gets the rest in order', async () => {
  const from = reader()
  const log = new LogDestination(writer(), { waitingBytesMax: 100_000 })
  const lines = Array.from({ length: 300 }, (_, number) => `${number}`.padStart(999, '0') + '\n')
  for (const line of lines) log.write(line)
  expect(log.dropped).toBe(200)
  let heard = ''
  await eventually(() => {
    heard += read(from)
    expect(heard).toBe(lines.slice(0, 100).join(''))
  })
  expect(log.faults).toBe(0)
  log.write('on it goes\n')
  expect(await log.flush(10_000)).toBe('written')
  expect(read(from)).toBe('on it goes\n')
})

test('a reader that was gone and comes back gets what was written meanwhile, though nothing more is logged', async () => {
  const first = reader()
  const log = new LogDestination(writer(), { faultRetryMs: 1 })
  closeSync(first)
  log.write('one\n')
  log.write('two\n')
  await eventually(() => expect(log.faults).toBeGreaterThan(2))
  const second = reader()
  let heard = ''
  await eventually(() => {
    heard += read(second)
    expect(heard).toBe('one\ntwo\n')
  })
  expect(log.dropped).toBe(0)
})

test('a buffer that is full of what a broken disk refused is written once the disk is well', async () => {
  const first = reader()
  const log = new LogDestination(writer(), { waitingBytesMax: 10_000, faultRetryMs: 1 })
  closeSync(first)
  for (let count = 0; count < 50; count += 1) log.write(LINE)
  expect(log.dropped).toBe(40)
  const second = reader()
  let heard = ''
  await eventually(() => {
    heard += read(second)
    expect(heard).toBe(LINE.repeat(10))
  })
})

test('a flush says that nothing could be written, in its time', async () => {
  const from = reader()
  const log = new LogDestination(writer())
  for (let count = 0; count < 200; count += 1) log.write(LINE)
  expect(await log.flush(1_000)).toBe('refused')
  closeSync(from)
})

test('a process ends although a write of its log never comes back', async () => {
  const source = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url))
  const script = `
    import { openSync } from 'node:fs'
    import { LogDestination } from '${source('log-destination.ts')}'
    import { endProcess } from '${source('end-process.ts')}'
    const log = new LogDestination(openSync('${path}', 'r+'))
    for (let count = 0; count < 200; count += 1) log.write('${LINE.trim()}')
    await endProcess(1, log)`
  const child = start([NODE, '--input-type=module', '--eval', script])
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
})
