import { mappingsFrom, type Mapping } from './crosswalk.ts'
import type { Framework } from './framework.ts'
import type { Registry } from './registry.ts'

/** A mapping with the frameworks of both ends. */
export interface FrameworkMapping extends Mapping {
  fromFramework: string
  toFramework: string
}

/** How many of a framework's controls are mapped, of how many. */
export interface Coverage {
  mapped: number
  of: number
}

export interface CrosswalkView {
  mappings: FrameworkMapping[]
  coverage: { a: Coverage; b: Coverage }
}

/** The mappings from one framework to another, in the order of the first one's controls; none where nobody has compared them. */
export function crosswalkBetween(registry: Registry, a: Framework, b: Framework): CrosswalkView {
  const crosswalk = registry.crosswalk(a.id, b.id)
  const places = new Map(a.controlIds.map((id, place) => [id, place]))
  const place = (id: string): number => places.get(id) ?? places.size
  const mappings = (crosswalk ? mappingsFrom(crosswalk, a.id) : [])
    .map((mapping) => ({ ...mapping, fromFramework: a.id, toFramework: b.id }))
    .sort((one, other) => place(one.from) - place(other.from))
  return {
    mappings,
    coverage: {
      a: { mapped: new Set(mappings.map(({ from }) => from)).size, of: a.controlIds.length },
      b: { mapped: new Set(mappings.map(({ to }) => to)).size, of: b.controlIds.length },
    },
  }
}

/** Everything that one control is mapped to, framework by framework. */
export function mappingsOf(registry: Registry, framework: Framework, control: string): FrameworkMapping[] {
  return registry.crosswalksOf(framework.id).flatMap((crosswalk) => {
    const toFramework = crosswalk.a === framework.id ? crosswalk.b : crosswalk.a
    return mappingsFrom(crosswalk, framework.id)
      .filter(({ from }) => from === control)
      .map((mapping) => ({ ...mapping, fromFramework: framework.id, toFramework }))
  })
}
