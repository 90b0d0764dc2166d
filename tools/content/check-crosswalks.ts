import type { Crosswalk, Relation } from '../../src/domain/registry/crosswalk.ts'
import { mappingsFrom } from '../../src/domain/registry/crosswalk.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import type { IdList } from '../../src/domain/registry/id-list.ts'
import type { Remark } from './remark.ts'

/**
 * Everything that is wrong with the mappings: a pair of frameworks that stands twice, an end that does not exist, a source that is not
 * told or not used, a mapping that stands twice, and one of a module's own mappings that the data lacks or contradicts.
 */
export function checkCrosswalks(
  crosswalks: readonly Crosswalk[],
  frameworks: readonly Framework[],
  lists: ReadonlyMap<string, IdList>,
): Remark[] {
  const pairs = new Set<string>()
  return [
    ...crosswalks.flatMap((crosswalk) => {
      const { a, b } = crosswalk
      const pair = [a, b].toSorted().join(' ')
      const twice = pairs.has(pair) || a === b
      pairs.add(pair)
      const faults = [...(twice ? ['the pair stands twice'] : []), ...faultsOf(crosswalk, lists)]
      return faults.map((text): Remark => ({ framework: `${a}--${b}`, level: 'error', text }))
    }),
    ...frameworks.flatMap((framework) => drift(framework, frameworks, crosswalks)),
  ]
}

function faultsOf({ a, b, sources, pairs }: Crosswalk, lists: ReadonlyMap<string, IdList>): string[] {
  const [ofA, ofB] = [idsOf(lists.get(a)), idsOf(lists.get(b))]
  const used = new Set(pairs.map(([, , , source]) => source))
  const seen = new Set<string>()
  return [
    ...pairs.flatMap(([from, relation, to, source]) => {
      const pair = `${from} → ${to}`
      const twice = seen.has(pair)
      seen.add(pair)
      return [
        ...(ofA.has(from) ? [] : [`${a} has no ${from}`]),
        ...(ofB.has(to) ? [] : [`${b} has no ${to}`]),
        ...(source in sources ? [] : [`${pair} (${relation}): the source "${source}" is not told`]),
        ...(twice ? [`${pair} stands twice`] : []),
      ]
    }),
    ...Object.entries(sources).flatMap(([key, { kind, url }]) => [
      ...(used.has(key) ? [] : [`nothing stands on the source "${key}"`]),
      ...(kind === 'own-reading' || url !== undefined ? [] : [`the source "${key}" has no address`]),
    ]),
  ]
}

function idsOf(list: IdList | undefined): Set<string> {
  return new Set([...(list?.headline ?? []), ...(list?.finer ?? [])])
}

const MAPPING =
  /^- \*\*(?<from>.+?)\*\* → (?<to>[a-z0-9-]+) \*\*(?<id>.+?)\*\* \((?<relation>equal|part|related)\)/

const EQUAL: ReadonlySet<Relation> = new Set(['equal-to', 'equivalent-to'])

/** A module says that two controls are alike; the data must say so too, and as strongly. */
function drift(
  { id: framework, notes }: Framework,
  frameworks: readonly Framework[],
  crosswalks: readonly Crosswalk[],
): Remark[] {
  return notes.flatMap(({ section, text }): Remark[] => {
    const {
      from = '',
      to = '',
      id = '',
      relation,
    } = (section === 'Mappings' && MAPPING.exec(text)?.groups) || {}
    if (!frameworks.some((one) => one.id === to)) return []
    const crosswalk = crosswalks.find(
      ({ a, b }) => (a === framework && b === to) || (a === to && b === framework),
    )
    const told =
      crosswalk && mappingsFrom(crosswalk, framework).find((one) => one.from === from && one.to === id)
    const line = `maps ${from} to ${to} ${id} (${relation})`
    if (!told) return [{ framework, level: 'error', text: `${line}, and the crosswalk does not` }]
    const equal = EQUAL.has(told.relation)
    return (relation === 'equal') === equal
      ? []
      : [{ framework, level: 'error', text: `${line}, and the crosswalk says ${told.relation}` }]
  })
}
