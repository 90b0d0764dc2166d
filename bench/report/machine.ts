import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** Where and when figures were measured; nothing that names the machine or its owner. */
export interface Machine {
  date: string
  node: string
  cpu: string
  cores: number
  system: string
  /** Undefined where this is no clone; with a plus where files had changed since. */
  commit?: string
}

export function machine(): Machine {
  const commit = commitHere()
  return {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    system: `${process.platform} ${process.arch}`,
    ...(commit !== undefined && { commit }),
  }
}

/** The same in one line. */
export function machineLine({ date, node, cpu, cores, commit }: Machine): string {
  const at = commit === undefined ? '' : `, commit ${commit}`
  return `${date.slice(0, 10)}, Node ${node.slice(1)}, ${cores} cores of ${cpu}${at}`
}

function commitHere(): string | undefined {
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '')
  } catch {
    return undefined
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
