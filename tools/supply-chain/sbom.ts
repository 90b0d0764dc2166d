import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { billOfMaterials } from './bill-of-materials.ts'
import { licenceFaults } from './licences.ts'
import { installedLicence, lockedPackages, productionPackages, ROOT } from './lock-file.ts'

/*
 * Writes what a service in production is made of, below sbom/: a CycloneDX bill of materials and a list of licences. Prints a line for
 * each licence that is unknown or not allowed, and exits with 1 where there is one. Run: npm run sbom, with `-- FOLDER` for another one
 */

const folder = process.argv[2] ?? join(ROOT, 'sbom')

const packages = lockedPackages()
const production = productionPackages(packages)
const licences = production
  .map((one) => [one.name, one.version, one.licence ?? installedLicence(one) ?? ''])
  .toSorted(([a = ''], [b = '']) => a.localeCompare(b))
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'licences.csv'), stringify([['name', 'version', 'licence'], ...licences]))
await writeFile(
  join(folder, 'svc.cdx.json'),
  `${JSON.stringify(await billOfMaterials(packages), undefined, 2)}\n`,
)
process.stdout.write(`svc.cdx.json and licences.csv of ${production.length} packages: ${folder}\n`)

const faults = licenceFaults(production, installedLicence)
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1
