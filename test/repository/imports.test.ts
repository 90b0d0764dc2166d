import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../../src', import.meta.url))

interface Import {
  /** The importing file, from `src/`. */
  from: string
  /** The imported file from `src/`, or the package's name. */
  to: string
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'))

const SPECIFIER =
  /(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*|\brequire\s*\(\s*|\bnew URL\(\s*)['"]([^'"]+)['"]/g

const imports: Import[] = files.flatMap((from) => {
  const source = readFileSync(join(SRC, from), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return [...source.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    from,
    to: specifier.startsWith('.')
      ? relative(SRC, join(SRC, dirname(from), specifier)).replaceAll('\\', '/')
      : specifier,
  }))
})

const within = (...folders: string[]) => ({
  reaching: (test: (to: string) => boolean): string[] =>
    imports
      .filter(({ from, to }) => folders.some((folder) => from.startsWith(`${folder}/`)) && test(to))
      .map(({ from, to }) => `${from} -> ${to}`),
})
const inside =
  (...folders: string[]) =>
  (to: string): boolean =>
    folders.some((folder) => to.startsWith(`${folder}/`))
const isOwn = (to: string): boolean => to.endsWith('.ts')

describe('imports point the agreed way', () => {
  test('every import is seen: files, packages, types and workers', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports).toEqual(
      expect.arrayContaining([
        { from: 'app.ts', to: 'plugins/v1/plugin.ts' },
        { from: 'app.ts', to: 'fastify' },
        { from: 'plugins/v1/plugin.ts', to: 'plugins/json-surface/json-surface.ts' },
        { from: 'adapters/tiktoken-tokenizer.ts', to: 'adapters/tiktoken-worker.ts' },
      ]),
    )
    expect(imports.filter(({ to }) => isOwn(to) && !files.includes(to))).toEqual([])
  })

  test('the domain knows neither plugins nor adapters nor the configuration, only itself', () => {
    expect(within('domain').reaching((to) => isOwn(to) && !inside('domain')(to))).toEqual([])
  })

  test('the domain knows no server, no network, no files and no process', () => {
    const outside = /^(?:fastify|@fastify\/.*|undici|pino|prom-client|node:(?!crypto$|zlib$).*)$/
    expect(within('domain').reaching((to) => outside.test(to))).toEqual([])
  })

  test('adapters know no plugin', () => {
    expect(within('adapters').reaching(inside('plugins'))).toEqual([])
  })

  test('plugins know no adapter', () => {
    expect(within('plugins').reaching(inside('adapters'))).toEqual([])
  })

  test('the surfaces do not know each other', () => {
    const surfaces = ['feeds', 'v1', 'admin', 'reference', 'console', 'site', 'mcp'].map(
      (name) => `plugins/${name}`,
    )
    const crossings = surfaces.flatMap((surface) =>
      within(surface).reaching(inside(...surfaces.filter((other) => other !== surface))),
    )
    expect(crossings).toEqual([])
  })

  test('nothing below the process knows it, or the wiring', () => {
    const wiring = new Set(['server.ts', 'app.ts', 'build-parts.ts', 'bootstrap-account.ts', 'banner.ts'])
    expect(within('domain', 'adapters', 'plugins').reaching((to) => wiring.has(to))).toEqual([])
  })
})

test('only the process reads the environment', () => {
  const readers = files.filter((name) => /\bprocess\.env\b/.test(readFileSync(join(SRC, name), 'utf8')))
  expect(readers).toEqual(['server.ts'])
})

test('only the system clock asks the machine for the time', () => {
  const askers = files.filter((name) =>
    /\bDate\.now\(|\bnew Date\(\)/.test(readFileSync(join(SRC, name), 'utf8')),
  )
  expect(askers).toEqual(['domain/clock.ts'])
})
