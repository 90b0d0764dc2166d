import type { FoundControl } from '../../domain/references/find-control.ts'
import { partsOf } from '../../domain/registry/control-parts.ts'
import { mappingsOf } from '../../domain/registry/crosswalk-view.ts'
import { citation, type ControlEntry, type Framework } from '../../domain/registry/framework.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import type { ControlHit } from '../../domain/search/control-search.ts'
import { mappingJson, type MappingJson } from './crosswalk-json.ts'

/** A control in a list. */
export interface ControlLine {
  framework: string
  id: string
  /** As people cite it, never a bare number: `Clause 6.1.2`. */
  citation: string
  title: string
  /** The framework's own part that holds it. */
  group: string
}

/** What became of a control that exists or existed. */
export interface FoundJson {
  id: string
  status: 'current' | 'renumbered' | 'withdrawn'
  /** Its ids in the edition in force, where it is not current. */
  moved_to?: readonly string[]
}

/** One control with all that the registry knows of it. What it does not know is left out. */
export interface ControlJson extends Partial<ControlLine>, FoundJson {
  object: 'control'
  framework: string
  id: string
  citation: string
  text?: string
  evidence?: string
  test?: string
  finding?: string
  mappings: MappingJson[]
  /** Where the official text is. */
  source?: { title: string; url: string }
}

export function controlLine(framework: Framework, { id, title, group }: ControlEntry): ControlLine {
  return { framework: framework.id, id, citation: citation(framework, id), title, group }
}

/** A hit of a search; scores have three decimals. */
export function hitJson({ framework, control, score }: ControlHit): ControlLine & { score: number } {
  return { ...controlLine(framework, control), score: Math.round(score * 1_000) / 1_000 }
}

/** A control that exists or existed. */
export function controlJson(
  registry: Registry,
  framework: Framework,
  found: Exclude<FoundControl, { status: 'unknown' }>,
): ControlJson {
  const { id, ...state } = foundJson(found)
  const entry = found.status === 'current' ? found.entry : undefined
  const { intent, ...parts } = entry ? partsOf(entry) : { intent: '' }
  return {
    object: 'control',
    framework: framework.id,
    id,
    citation: citation(framework, id),
    ...(entry && { title: entry.title, group: entry.group, text: intent }),
    ...parts,
    mappings: mappingsOf(registry, framework, id).map(mappingJson),
    ...state,
    ...(framework.sources[0] && { source: framework.sources[0] }),
  }
}

export function foundJson(found: Exclude<FoundControl, { status: 'unknown' }>): FoundJson {
  const { id, status } = found
  return { id, status, ...(found.status !== 'current' && { moved_to: found.movedTo }) }
}
