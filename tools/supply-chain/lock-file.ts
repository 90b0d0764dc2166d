import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json and package-lock.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One package of the lock file, wherever it is installed. */
export interface LockedPackage {
  name: string
  version: string
  /** Its place below the root: `node_modules/pg`. */
  path: string
  /** An SPDX expression, as the package names it. */
  licence: string | undefined
  /** `sha512-…` of what the registry hands out. */
  integrity: string | undefined
  /** Whether only development needs it. */
  dev: boolean
  /** Whether it runs a script of its own when it is installed. */
  hasInstallScript: boolean
}

interface LockEntry {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  hasInstallScript?: boolean
}

/** Every package of package-lock.json but our own. */
export function lockedPackages(root = ROOT): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      path,
      licence: entry.license,
      integrity: entry.integrity,
      dev: entry.dev === true,
      hasInstallScript: entry.hasInstallScript === true,
    }))
}

/** What a service in production has of them, once for each name and version. */
export function productionPackages(packages: readonly LockedPackage[]): LockedPackage[] {
  const known = new Map(packages.filter(({ dev }) => !dev).map((one) => [`${one.name}@${one.version}`, one]))
  return [...known.values()]
}

/** The licence that an installed package names itself; what is for another system is not installed, and a few name none. */
export function installedLicence({ path }: Pick<LockedPackage, 'path'>, root = ROOT): string | undefined {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type?: string } }
  return typeof license === 'object' ? license.type : license
}
