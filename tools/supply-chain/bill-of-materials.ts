import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { productionPackages, ROOT, type LockedPackage } from './lock-file.ts'

/** The first npm that has `npm sbom` as we call it. */
const NPM_NEEDED = 10

/** What we read and write of CycloneDX; the rest is handed on as npm wrote it. */
export interface BillOfMaterials {
  bomFormat: 'CycloneDX'
  specVersion: string
  metadata: { component: { 'bom-ref': string; name: string } }
  components: {
    'bom-ref': string
    name: string
    version: string
    licenses?: unknown[]
    hashes?: unknown[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * npm's bill of materials of what a service in production has, from the lock file alone: the same on every machine, whatever is installed.
 *
 * npm lists everything and we leave out what the lock file marks as for development. With its own `--omit dev` npm also leaves out
 * what development needs too (npm/cli issue 7909): pg, zod and undici among others.
 * @throws {Error} where npm is too old
 */
export async function billOfMaterials(packages: readonly LockedPackage[]): Promise<BillOfMaterials> {
  const version = (await npm('--version')).trim()
  if (Number.parseInt(version, 10) < NPM_NEEDED)
    throw new Error(`npm ${NPM_NEEDED} or newer is needed, this is ${version}`)
  const text = await npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application')
  return ofProduction(JSON.parse(text) as BillOfMaterials, packages)
}

async function npm(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 ** 2 })
  return stdout
}

/** npm 10 lists a package once for each place that it is installed at: here it is one component. */
function ofProduction(whole: BillOfMaterials, packages: readonly LockedPackage[]): BillOfMaterials {
  const { component } = whole.metadata
  const kept = new Set([
    component['bom-ref'],
    ...productionPackages(packages).map(({ name, version }) => `${name}@${version}`),
  ])
  const components = new Map(whole.components.map((one) => [one['bom-ref'], one]))
  const dependencies = new Map(whole.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  return {
    ...whole,
    // npm gives it the name of the folder that it lies in.
    metadata: { ...whole.metadata, component: { ...component, name: 'svc' } },
    components: [...components.values()].filter((one) => kept.has(one['bom-ref'])),
    dependencies: [...dependencies]
      .filter(([ref]) => kept.has(ref))
      .map(([ref, dependsOn]) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  }
}
