import { readFileSync } from 'node:fs'
import { url as inspectorUrl } from 'node:inspector'

/** Something around the process that may write down, or show, what is in its memory: prompts, answers and secrets. */
export interface RetentionHazard {
  /** What is switched on, by the name that an operator knows it by. */
  setting: string
  /** What comes of it, and how to switch it off, in a sentence or two. */
  words: string
}

/** Where hazards are looked for. */
export interface Surroundings {
  /** `process.execArgv`. */
  execArgv: readonly string[]
  nodeOptions: string
  nodeDebug: string
  /** Flags of Node that are in force by whatever way they were set, also by a configuration file. */
  inForce: readonly string[]
  /** `/proc/self/limits` and `/proc/sys/kernel/core_pattern`; undefined where the system has none. */
  limits: string | undefined
  corePattern: string | undefined
}

/** What each flag of Node does with what is in memory. */
const FLAGS: Readonly<Record<string, string>> = {
  '--heapsnapshot-near-heap-limit':
    'Shortly before memory runs out Node writes all of it, prompts included, to a file.',
  '--heapsnapshot-signal': 'At a signal Node writes all of its memory, prompts included, to a file.',
  '--report-on-fatalerror': 'At a fatal error Node writes a report with every variable, secrets included.',
  '--report-on-signal': 'At a signal Node writes a report with every variable, secrets included.',
  '--report-uncaught-exception':
    'At a fault Node writes a report with its message, which may quote a caller, and every variable.',
  '--abort-on-uncaught-exception':
    'At a fault Node prints its message, which may quote a caller, and leaves a core file.',
  '--cpu-prof': 'Node writes a profile of the process to a file.',
  '--heap-prof': 'Node writes a profile of the memory to a file.',
  '--inspect': 'Whoever reaches the inspector can read prompts from memory.',
  '--inspect-brk': 'Whoever reaches the inspector can read prompts from memory.',
  '--inspect-wait': 'Whoever reaches the inspector can read prompts from memory.',
  '--tls-keylog':
    'Node writes the keys of TLS connections to a file: with them a recorded connection can be read.',
}

/** What around the process may keep what the service does not. Empty: nothing that this knows of. */
export function retentionHazards(surroundings: Surroundings): RetentionHazard[] {
  const { nodeDebug, limits, corePattern } = surroundings
  const flags = flagsIn(surroundings).map((flag) => ({
    setting: flag,
    words: `${flag} is set. ${FLAGS[flag]} Start without it.`,
  }))
  const debug = {
    setting: 'NODE_DEBUG',
    words: 'NODE_DEBUG is set. Node prints what connections carry, keys included. Start without it.',
  }
  return [...flags, ...(nodeDebug.trim() === '' ? [] : [debug]), ...coreFiles(limits, corePattern)]
}

/** The surroundings of this process. */
export function surroundingsOf(environment: Readonly<Record<string, string | undefined>>): Surroundings {
  const { report, execArgv } = process
  return {
    execArgv,
    nodeOptions: environment['NODE_OPTIONS'] ?? '',
    nodeDebug: environment['NODE_DEBUG'] ?? '',
    inForce: [
      ...(report.reportOnFatalError ? ['--report-on-fatalerror'] : []),
      ...(report.reportOnSignal ? ['--report-on-signal'] : []),
      ...(report.reportOnUncaughtException ? ['--report-uncaught-exception'] : []),
      ...(inspectorUrl() === undefined ? [] : ['--inspect']),
    ],
    limits: readIfThere('/proc/self/limits'),
    corePattern: readIfThere('/proc/sys/kernel/core_pattern'),
  }
}

/** The flags that are hazards, each once. Of a flag that is set and taken back the last word counts, as it does for Node. */
function flagsIn({ execArgv, nodeOptions, inForce }: Surroundings): string[] {
  const found = new Set<string>()
  for (const argument of [...nodeOptions.split(/[\s"]+/), ...execArgv]) {
    // Node takes `_` for `-` within a name.
    const name = argument.split('=', 1)[0]?.replaceAll('_', '-') ?? ''
    if (name.startsWith('--no-')) found.delete(`--${name.slice('--no-'.length)}`)
    else if (Object.hasOwn(FLAGS, name)) found.add(name)
  }
  const inspecting = [...found].some((name) => name.startsWith('--inspect'))
  for (const name of inForce) {
    if (name !== '--inspect' || !inspecting) found.add(name)
  }
  return [...found]
}

/** Linux writes the memory of a process that dies by a signal to a file, or hands it to a program, unless its limit is zero. */
function coreFiles(limits = '', corePattern = ''): RetentionHazard[] {
  const limit = /^Max core file size\s+(\S+)/m.exec(limits)?.[1] ?? '0'
  const pattern = corePattern.trim()
  if (limit === '0' || pattern === '' || pattern === '/dev/null') return []
  const taker = pattern.startsWith('|')
    ? `is handed with all of its memory, prompts included, to ${pattern.slice(1).trim().split(' ', 1)[0]}`
    : `leaves all of its memory, prompts included, in a file "${pattern}"`
  return [
    {
      setting: 'core files',
      words: `Core files are on. A process that dies by a fault ${taker}. Start with "ulimit -c 0".`,
    },
  ]
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
