import { mappingsFrom, type Crosswalk, type Mapping } from './crosswalk.ts'
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

/** A crosswalk as it is read from one of its sides. */
export interface CrosswalkView {
  /** In the order of the first framework's controls. */
  mappings: readonly FrameworkMapping[]
  /** By the control that they are of. */
  byControl: ReadonlyMap<string, readonly FrameworkMapping[]>
  coverage: { a: Coverage; b: Coverage }
}

const NONE: ReadonlyMap<string, readonly FrameworkMapping[]> = new Map()

/** The mappings from one framework to another; none where nobody has compared them. */
export function crosswalkBetween(registry: Registry, a: Framework, b: Framework): CrosswalkView {
  const crosswalk = registry.crosswalk(a.id, b.id)
  if (crosswalk) return viewOf(crosswalk, a, b)
  const coverage = { a: { mapped: 0, of: a.controlIds.length }, b: { mapped: 0, of: b.controlIds.length } }
  return { mappings: [], byControl: NONE, coverage }
}

/** Everything that one control is mapped to, framework by framework. */
export function mappingsOf(registry: Registry, framework: Framework, control: string): FrameworkMapping[] {
  return registry.crosswalksOf(framework.id).flatMap((crosswalk) => {
    const other = registry.get(crosswalk.a === framework.id ? crosswalk.b : crosswalk.a)
    return other ? (viewOf(crosswalk, framework, other).byControl.get(control) ?? []) : []
  })
}

const views = new WeakMap<Crosswalk, Map<Framework, CrosswalkView>>()

/** A crosswalk from one side, made when it is first asked for. */
function viewOf(crosswalk: Crosswalk, a: Framework, b: Framework): CrosswalkView {
  const made = views.get(crosswalk) ?? new Map<Framework, CrosswalkView>()
  views.set(crosswalk, made)
  const view = made.get(a) ?? makeView(crosswalk, a, b)
  made.set(a, view)
  return view
}

function makeView(crosswalk: Crosswalk, a: Framework, b: Framework): CrosswalkView {
  const places = new Map(a.controlIds.map((id, place) => [id, place]))
  const place = (id: string): number => places.get(id) ?? places.size
  const mappings = mappingsFrom(crosswalk, a.id)
    .map((mapping) => ({ ...mapping, fromFramework: a.id, toFramework: b.id }))
    .sort((one, other) => place(one.from) - place(other.from))
  return {
    mappings,
    byControl: Map.groupBy(mappings, ({ from }) => from),
    coverage: {
      a: { mapped: new Set(mappings.map(({ from }) => from)).size, of: a.controlIds.length },
      b: { mapped: new Set(mappings.map(({ to }) => to)).size, of: b.controlIds.length },
    },
  }
}
