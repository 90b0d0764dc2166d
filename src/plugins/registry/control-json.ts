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

/** One control with all that the registry knows of it. What it does not know is left out. */
export interface ControlJson extends Partial<ControlLine> {
  object: 'control'
  framework: string
  id: string
  citation: string
  text?: string
  evidence?: string
  test?: string
  finding?: string
  mappings: MappingJson[]
  status: 'current' | 'renumbered' | 'withdrawn'
  moved_to?: readonly string[]
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
  const { id, status } = found
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
    status,
    ...(found.status !== 'current' && { moved_to: found.movedTo }),
    ...(framework.sources[0] && { source: framework.sources[0] }),
  }
}
