import type { LockedPackage } from './lock-file.ts'

/**
 * Licences under which we ship what others wrote: they ask for a notice, at most. Another one needs a person who reads it first, then a
 * line here.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Whether an SPDX expression leaves us a licence that is allowed: of an OR one suffices, of an AND each must be. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  // Nested ones, and exceptions (WITH), are for a person to read.
  if (bare.includes(' OR '))
    return !bare.includes(' AND ') && bare.split(' OR ').some((one) => ALLOWED.has(one))
  return bare.split(' AND ').every((one) => ALLOWED.has(one))
}

/** What is wrong with the licences of these packages, one line each. `installed` gives the one that a package names itself. */
export function licenceFaults(
  packages: readonly LockedPackage[],
  installed: (one: LockedPackage) => string | undefined,
): string[] {
  return packages.flatMap((one) => {
    const label = `${one.name}@${one.version}`
    const own = installed(one)
    const licence = one.licence ?? own
    if (licence === undefined) return [`${label} names no licence`]
    if (own !== undefined && own !== licence)
      return [`${label} is locked as ${licence}, but says ${own} of itself`]
    return isAllowed(licence) ? [] : [`${label} has the licence ${licence}, which is not on the list`]
  })
}
