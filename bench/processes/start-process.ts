import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Usage } from './report-usage.ts'
import { systemUsage } from './system-usage.ts'

/** How long a process may take until it listens, in milliseconds. */
const START_MS = 60_000

/** How long it may take to end when it is asked to, before it is killed, in milliseconds. */
const END_MS = 2_000

export interface Command {
  program: string
  args: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Its working folder. */
  folder: string
}

/** A process that listens on its own port of this machine. */
export interface StartedProcess {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** What it has used since its start, its threads and children included. */
  usage: () => Promise<Usage>
  /** What it had used when it first took a connection. */
  atListening: Usage
  stop: () => Promise<void>
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a Node program, and asks itself what it uses. The arguments are those of `node`. */
export function startNode(command: Omit<Command, 'program'>, port: number): Promise<StartedProcess> {
  const hook = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    new URL('report-usage.ts', import.meta.url).href,
  ]
  const child = spawnQuietly(
    { ...command, program: process.execPath, args: [...hook, ...command.args] },
    'ipc',
  )
  return listening(child, port, () => usageByMessage(child))
}

/** Starts any other program; what it uses is read from the system. */
export function startProgram(command: Command, port: number): Promise<StartedProcess> {
  const child = spawnQuietly(command, 'ignore')
  return listening(child, port, async () => systemUsage(child.pid ?? 0))
}

/** A file or folder of the benchmark by its whole path. */
export function benchFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

function spawnQuietly(
  { program, args, environment, folder }: Command,
  channel: 'ipc' | 'ignore',
): ChildProcess {
  // What a shell has set besides must not change what is measured.
  const { PATH = '', HOME = '', LD_LIBRARY_PATH } = process.env
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME, ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', channel],
  })
  // A log is read, as something always reads it, and dropped.
  child.stdout?.resume()
  return child
}

async function listening(
  child: ChildProcess,
  port: number,
  usage: () => Promise<Usage>,
): Promise<StartedProcess> {
  let complaint = ''
  let gone = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  child.once('error', (cause) => {
    gone = true
    complaint += cause.message
  })
  child.once('exit', () => {
    gone = true
  })
  const stop = async (): Promise<void> => {
    if (gone) return
    const ended = once(child, 'exit')
    child.kill()
    await Promise.race([ended, delay(END_MS, undefined, { ref: false })])
    if (gone) return
    child.kill('SIGKILL')
    await ended
  }
  const deadline = performance.now() + START_MS
  while (!(await accepts(port))) {
    if (gone) throw new Error(`it ended at its start: ${complaint.trim()}`)
    if (performance.now() > deadline) {
      await stop()
      throw new Error(`it does not listen after ${START_MS} ms`)
    }
    await delay(10)
  }
  return { origin: `http://127.0.0.1:${port}`, usage, atListening: await usage(), stop }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** One question at a time: an answer does not say which question it is for. */
function usageByMessage(child: ChildProcess): Promise<Usage> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('it ended while it was measured'))
    child.once('exit', gone)
    child.once('message', (usage) => {
      child.off('exit', gone)
      resolve(usage as Usage)
    })
    child.send('usage', (cause) => {
      if (cause) reject(cause)
    })
  })
}
