import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
export const SERVER = fileURLToPath(new URL('../../src/server.ts', import.meta.url))

/** The Node that comes with the project; where it has none for this machine, the one that runs the tests. */
const PINNED = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
export const NODE = existsSync(PINNED) ? PINNED : process.execPath

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface SpawnedProcess {
  pid: number
  stdout: () => string
  stderr: () => string
  /** Resolves with the match once stdout has it; rejects where the process ends without. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Settles when the process is gone and everything that it wrote is read. */
  ended: Promise<Ending>
  /** Settles when the process is gone, read or not. */
  exited: Promise<void>
  signal: (name: NodeJS.Signals) => void
  /** From here on nobody reads its standard output; the second one reads on. */
  stopReading: () => void
  readOn: () => void
}

const alive = new Set<() => void>()

/**
 * Starts a command with this environment and nothing else of ours, in a process group of its own, so that what it starts
 * ends with it.
 */
export function start(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>> = {},
  directory = REPOSITORY,
): SpawnedProcess {
  const [program, ...args] = command
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd: directory,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  const heard = (): void => {
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    heard()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })

  const kill = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
  alive.add(kill)
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      alive.delete(kill)
      resolve({ code, signal })
    })
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  let over = false
  const noteEnd = (): void => {
    over = true
    heard()
  }
  ended.then(noteEnd, noteEnd)

  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(stdout)
          if (!match && !over) return
          listeners.delete(look)
          if (match) resolve(match)
          else reject(new Error(`the process ended and never printed ${pattern}: ${stderr}`))
        }
        listeners.add(look)
        look()
      }),
    ended,
    exited,
    signal: (name) => {
      child.kill(name)
    },
    stopReading: () => child.stdout.pause(),
    readOn: () => child.stdout.resume(),
  }
}

/** Kills, by its id, whatever a test left running. */
export function killAll(): void {
  for (const kill of alive) kill()
}

/**
 * A running service in a process of its own, as `npm start` runs it, on a port of its own, in a folder without an `.env`. A port that somebody else has taken is
 * no failure: another one is tried.
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  { directory = tmpdir(), command = serverCommand(), port: wanted }: StartOptions = {},
): Promise<SpawnedProcess & { url: string; key: string }> {
  for (;;) {
    const port = wanted ?? somePort()
    const server = start(command, { ...environment, PORT: port }, directory)
    try {
      await server.printed(/svc listens on \S+\n[^]*\n\n$/)
    } catch (cause) {
      if (wanted === undefined && server.stderr().includes('EADDRINUSE')) continue
      throw cause
    }
    const key = /^ {2}(sk-svc-\w+)$/m.exec(server.stdout())?.[1] ?? environment['BOOTSTRAP_API_KEY'] ?? ''
    return { ...server, url: `http://127.0.0.1:${port}`, key }
  }
}

export interface StartOptions {
  directory?: string
  command?: readonly [string, ...string[]]
  /** The port of an instance that this one takes the place of. */
  port?: string
}

export function serverCommand(): [string, ...string[]] {
  return [NODE, '--disable-warning=ExperimentalWarning', SERVER]
}

const FAULT = fileURLToPath(new URL('fault-on-signal.ts', import.meta.url))

/** The service as it runs, with a signal (SIGUSR2) that makes a fault nobody catches. */
export function faulty(output = ''): [string, ...string[]] {
  const [node, ...rest] = serverCommand()
  return ['sh', '-c', `exec "$@" ${output}`, 'sh', node, '--import', FAULT, ...rest]
}

/** A port below those that systems hand out for outgoing connections. */
export function somePort(): string {
  return String(20_000 + Math.floor(Math.random() * 10_000))
}
