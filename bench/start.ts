import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { INDEX_FILE, readIndex, TEXTS_FILE, type FrameworkHead } from '../src/adapters/compiled-content.ts'
import { writeIndex } from '../tools/content/compile.ts'

/*
 * What a start costs, with the published frameworks and with synthetic copies of them: processor time until the service listens and
 * until it has prepared everything, and the memory it has then. Of each figure the median. The very service is started, as npm start does it,
 * from a copy of the project whose content has more frameworks. Linux only, where /proc tells. Run: npm run bench:start
 */

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const STARTS = 5

/** As in package.json. */
const ARGUMENTS = [
  '--import',
  './src/compile-cache.js',
  '--disable-warning=ExperimentalWarning',
  'src/server.ts',
]
const FRAMEWORKS = [undefined, 200]

/** Linux counts processor time in ticks of 10 ms. */
const TICKS_PER_SECOND = 100

/** A process that has used no processor time for so long has nothing left to prepare. */
const QUIET_MS = 500

interface Start {
  /** Seconds. */
  listening: number
  prepared: number
  /** Megabytes. */
  memory: number
}

const print = (...cells: string[]): void =>
  void process.stdout.write(`${cells.map((cell, index) => cell.padEnd(index === 0 ? 34 : 16)).join('')}\n`)

print('', 'CPU to listening', 'CPU prepared', 'memory')
for (const wanted of FRAMEWORKS) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  try {
    const frameworks = await copyProject(folder, wanted)
    const [first, ...starts] = await startOften(folder, STARTS + 1)
    if (first) tell(`${frameworks} frameworks, first start`, [first])
    tell(`${frameworks} frameworks`, starts)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function tell(name: string, starts: readonly Start[]): void {
  const seconds = (of: (start: Start) => number): string => `${median(starts.map(of)).toFixed(2)} s`
  print(
    name,
    seconds((start) => start.listening),
    seconds((start) => start.prepared),
    `${median(starts.map((start) => start.memory)).toFixed(0)} MB`,
  )
}

/** Makes a project that starts as this one does, with so many frameworks; as many as there are where no number is given. */
async function copyProject(folder: string, wanted: number | undefined): Promise<number> {
  await cp(join(PROJECT, 'src'), join(folder, 'src'), { recursive: true })
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'))
  await linkPackages(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const [from, to] = [PROJECT, folder].map((project) => join(project, 'fixtures/compiled')) as [
    string,
    string,
  ]
  await mkdir(to, { recursive: true })
  const index = await readIndex(from)
  const lines = (await readFile(join(from, TEXTS_FILE), 'utf8')).trimEnd().split('\n')
  const own = index.frameworks.map((head, at) => ({ head, lines: lines.slice(at * 2, at * 2 + 2) }))
  const all = Array.from({ length: wanted ?? own.length }, (_, at) => {
    const { head, lines } = own[at % own.length] as (typeof own)[number]
    return { head: at < own.length ? head : copyOf(head, `copy${at}`), lines }
  })
  await writeFile(join(to, INDEX_FILE), writeIndex({ ...index, frameworks: all.map(({ head }) => head) }))
  const texts = [...all.flatMap(({ lines: both }) => both), lines.at(-1) ?? '']
  await writeFile(join(to, TEXTS_FILE), texts.map((line) => `${line}\n`).join(''))
  return all.length
}

/** Each package by itself, so that the compile cache beside them is the copy's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!name.startsWith('.')) await symlink(join(from, name), join(to, name))
  }
}

/** A framework that shares no word's place with the one it is copied from. Its texts, which no start reads, stay as they are. */
function copyOf(head: FrameworkHead, mark: string): FrameworkHead {
  const marked = (texts: readonly string[]): string[] => texts.map((text) => `${mark} ${text}`)
  return {
    ...head,
    id: `${head.id}-${mark}`,
    name: `${mark} ${head.name}`,
    fullName: `${mark} ${head.fullName}`,
    aliases: marked(head.aliases),
    names: marked(head.names),
    ambiguousNames: marked(head.ambiguousNames),
    signals: marked(head.signals),
    counterSignals: marked(head.counterSignals),
    decoys: marked(head.decoys),
    controlIds: marked(head.controlIds),
  }
}

/** The first start finds no compile cache and leaves one, as npm start does. */
async function startOften(folder: string, times: number): Promise<Start[]> {
  const starts: Start[] = []
  for (let at = 0; at < times; at += 1) starts.push(await start(folder))
  return starts
}

async function start(folder: string): Promise<Start> {
  const service = spawn(process.execPath, ARGUMENTS, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(service, 'exit')
  try {
    // The banner is written once it listens.
    await Promise.race([
      once(service.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('it ended'))),
    ])
    const listening = await secondsOf(service)
    let prepared = listening
    for (let before = -1; prepared > before;) {
      before = prepared
      await delay(QUIET_MS)
      prepared = await secondsOf(service)
    }
    return { listening, prepared, memory: await megabytesOf(service) }
  } finally {
    service.kill()
    await ended
  }
}

/** User and system time of the process and its threads. */
async function secondsOf({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Behind the name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function megabytesOf({ pid }: ChildProcess): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
}
