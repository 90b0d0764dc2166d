import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODE, REPOSITORY } from './spawned-process.ts'

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-cache-')))
})
afterAll(() => rm(folder, { recursive: true }))

/** Where a process that starts in such an install keeps what it has compiled. */
async function cacheOf(install: string): Promise<string> {
  await mkdir(join(install, 'src'), { recursive: true })
  await copyFile(join(REPOSITORY, 'src/compile-cache.js'), join(install, 'src/compile-cache.mjs'))
  const { stdout } = await promisify(execFile)(
    NODE,
    ['--import', './src/compile-cache.mjs', '--print', "require('node:module').getCompileCacheDir()"],
    { cwd: install, env: {} },
  )
  return stdout.trim()
}

test('compiled code is kept among the packages of the install', async () => {
  const install = join(folder, 'writable')
  await mkdir(join(install, 'node_modules'), { recursive: true })
  expect(await cacheOf(install)).toContain(join(install, 'node_modules/.cache/svc'))
})

test('where no folder can be made for it, the process starts without', async () => {
  const install = join(folder, 'closed')
  await mkdir(install)
  await writeFile(join(install, 'node_modules'), 'no folder')
  expect(await cacheOf(install)).toBe('undefined')
})
