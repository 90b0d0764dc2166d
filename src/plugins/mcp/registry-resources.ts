import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { findControl } from '../../domain/references/find-control.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import { controlJson } from '../registry/control-json.ts'
import type { Completing, Resources } from './catalog.ts'
import { controlOutput } from './tools/control-tools.ts'
import { frameworkOutput } from './tools/framework-tools.ts'
import { CONTROL_TEMPLATE, FRAMEWORK_TEMPLATE, frameworkUri, readUri } from './uris.ts'
import { missingScope } from './tool-failure.ts'
import { may, type Visit } from './visit.ts'

const TYPE = 'application/json'

/** Frameworks and controls as resources: the same facts that the tools give. */
export function registryResources(registry: Registry): Resources {
  return {
    listed: (visit) =>
      may(visit, 'registry:read')
        ? registry.frameworks.map(({ id, name, fullName }) => ({
            uri: frameworkUri(id),
            name: id,
            title: name,
            description: fullName,
            mimeType: TYPE,
          }))
        : [],
    templates: [
      {
        uriTemplate: FRAMEWORK_TEMPLATE,
        name: 'framework',
        title: 'A framework',
        description: 'Scope, structure, editions, sources and parts of a framework.',
        mimeType: TYPE,
      },
      {
        uriTemplate: CONTROL_TEMPLATE,
        name: 'control',
        title: 'A control',
        description: 'What a control asks for, its evidence, and what it is mapped to.',
        mimeType: TYPE,
      },
    ],
    read: (uri, visit) => read(registry, uri, visit),
  }
}

async function read(registry: Registry, uri: string, visit: Visit): Promise<ReadResourceResult | undefined> {
  if (!may(visit, 'registry:read')) throw missingScope('registry:read')
  const place = readUri(uri)
  const framework = place && registry.get(place.framework)
  if (!framework) return undefined
  if (place.control === undefined) return json(uri, frameworkOutput(framework).data)
  const found = await findControl(framework, place.control)
  if (found.status === 'unknown') return undefined
  return json(uri, controlOutput(controlJson(registry, framework, found)).data)
}

function json(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(value) }] }
}

/** Arguments that hold the id of a framework, of prompts and templates. */
const FRAMEWORK_ARGUMENTS = new Set(['id', 'framework', 'from', 'to'])

/** Completes ids: of frameworks, and of the controls of a framework that is known. What begins as it was typed comes first. */
export function completeIds(
  registry: Registry,
  { argument, typed, known }: Completing,
  visit: Visit,
): string[] {
  if (!may(visit, 'registry:read')) return []
  if (FRAMEWORK_ARGUMENTS.has(argument))
    return matching(
      registry.frameworks.map(({ id }) => id),
      typed,
    )
  if (argument !== 'control') return []
  const framework = registry.get(known['id'] ?? known['framework'] ?? known['from'] ?? '')
  return framework ? matching(framework.controlIds, typed) : []
}

function matching(ids: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase()
  const holding = ids.filter((id) => id.toLowerCase().includes(wanted))
  const begins = (id: string): boolean => id.toLowerCase().startsWith(wanted)
  return [...holding.filter(begins), ...holding.filter((id) => !begins(id))]
}
