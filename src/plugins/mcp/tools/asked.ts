import { z } from 'zod'
import { didYouMean } from '../../../domain/did-you-mean.ts'
import { findControl, type FoundControl } from '../../../domain/references/find-control.ts'
import type { Framework } from '../../../domain/registry/framework.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { ToolFailure } from '../tool-failure.ts'

/** Frameworks that one call may name. */
const FRAMEWORKS_MAX = 8

export const frameworkInput = z
  .string()
  .max(64)
  .meta({ description: 'A framework id of list_frameworks, such as iso-27001.' })

export const frameworksInput = z.array(z.string().max(64)).max(FRAMEWORKS_MAX).optional()

export const controlInput = z
  .string()
  .max(200)
  .meta({ description: 'A control id, however it is written: A.5.19, Art 21 (2) d.' })

export const groupInput = z
  .string()
  .max(200)
  .optional()
  .meta({ description: "The framework's own part, as get_framework lists it." })

/** The framework with this id, or one that is written nearly so. @throws {ToolFailure} with near ids */
export function frameworkOf(registry: Registry, id: string): Framework {
  const framework = registry.get(id) ?? registry.frameworks.find((one) => isSame(one, id))
  if (framework) return framework
  throw new ToolFailure(
    `There is no framework with this id.${didYouMean(registry.nearest(id))} Call list_frameworks for the valid ids.`,
  )
}

/** Models write `iso27001` and `ISO 27001` for `iso-27001`. */
function isSame({ id, name }: Framework, written: string): boolean {
  const wanted = bare(written)
  return wanted !== '' && (bare(id) === wanted || bare(name) === wanted)
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The frameworks with these ids, each once. @throws {ToolFailure} with near ids */
export function frameworksOf(registry: Registry, ids: readonly string[] = []): Framework[] {
  return [...new Set(ids.map((id) => frameworkOf(registry, id)))]
}

/** A control however it is written. @throws {ToolFailure} with near ids */
export async function controlOf(
  framework: Framework,
  written: string,
): Promise<Exclude<FoundControl, { status: 'unknown' }>> {
  const found = await findControl(framework, written)
  if (found.status !== 'unknown') return found
  throw new ToolFailure(
    `${framework.name} has no control with this id.${didYouMean(found.suggestions)} Call list_controls or search_controls with framework ${framework.id} to find it.`,
  )
}
