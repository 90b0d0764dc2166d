import { setImmediate as turn } from 'node:timers/promises'
import type { Framework } from '../../domain/registry/framework.ts'
import { REGION_LABELS, REGIONS, type Region } from '../../domain/registry/regions.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import { fold } from '../../domain/text/fold.ts'
import { shortScope } from './scope.ts'

/** A framework as lists show it. */
export interface FrameworkEntry {
  framework: Framework
  /** How its scope begins. */
  scope: string
  /** The words it is found by, folded, each once and behind a blank. */
  words: string
}

/**
 * Every framework of the registry in its order. It reads all modules, some 50 ms of work in all, so others get their turn after each.
 */
export async function readEntries({ frameworks }: Registry): Promise<FrameworkEntry[]> {
  const entries: FrameworkEntry[] = []
  for (const framework of frameworks) {
    entries.push({
      framework,
      scope: shortScope(framework),
      words: ` ${[...new Set(wordsOf(told(framework)))].join(' ')}`,
    })
    await turn()
  }
  return entries
}

/** Those that have every word asked for, or one that begins with it. */
export function findEntries(entries: readonly FrameworkEntry[], query: string): FrameworkEntry[] {
  const asked = wordsOf(query)
  return asked.length === 0
    ? []
    : entries.filter(({ words }) => asked.every((word) => words.includes(` ${word}`)))
}

export interface RegionGroup {
  region: Region
  label: string
  entries: readonly FrameworkEntry[]
}

/** The entries by region, without the regions that have none. */
export function byRegion(entries: readonly FrameworkEntry[]): RegionGroup[] {
  return REGIONS.map((region) => ({
    region,
    label: REGION_LABELS[region],
    entries: entries.filter(({ framework }) => framework.region === region),
  })).filter((group) => group.entries.length > 0)
}

function told(framework: Framework): string {
  const { id, name, fullName, kind, issuingBody, regionLabel } = framework
  const { names, ambiguousNames, keywords, jurisdictions, domain } = framework
  const own = [id, name, fullName, kind, issuingBody, regionLabel]
  return [own, names, ambiguousNames, keywords, jurisdictions, domain].flat().join(' ')
}

function wordsOf(text: string): string[] {
  return (
    fold(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
