import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MODULES = new URL('../../../node_modules/', import.meta.url)

/** How a program ended and what it said. */
export interface Ended {
  code: number
  out: string
  err: string
}

/** Runs a program of a package by this Node, in a folder that it takes for its home. */
export function runProgram(
  folder: string,
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = {
    ...process.env,
    HOME: folder,
    USERPROFILE: folder,
    XDG_CONFIG_HOME: folder,
    NO_COLOR: '1',
    ...environment,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [fileURLToPath(new URL(program, MODULES)), ...args],
      { cwd: folder, env, timeout: 50_000, maxBuffer: 1e7 },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}
