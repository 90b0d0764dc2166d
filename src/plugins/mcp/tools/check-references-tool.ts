import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Detector } from '../../../domain/detection/detector.ts'
import { MAX_PINS } from '../../../domain/grounding/grounding.ts'
import { checkText, type CheckedReference } from '../../../domain/references/text-check.ts'
import type { Framework } from '../../../domain/registry/framework.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { defineTool, type Tool } from '../tool.ts'
import { frameworksInput, frameworksOf } from './asked.ts'
import { cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { referenceStateShape } from './schemas.ts'
import type { SearchRate } from './search-rate.ts'

/** What checking a text works with. */
export interface CheckParts {
  registry: Registry
  detector: Detector
  searchRate: SearchRate
}

/** `check_references`: every control id of a text, and what became of it. */
export function checkReferencesTool({ registry, detector, searchRate }: CheckParts): Tool {
  return defineTool({
    name: 'check_references',
    title: 'Check the control ids of a text',
    description:
      'Looks up every control id that a text cites: current, renumbered and where to, withdrawn, unknown with near ids, or ambiguous. The text is neither logged nor kept.',
    scope: 'registry:read',
    input: z.object({
      text: z.string().min(1).max(100_000),
      frameworks: frameworksInput.meta({
        description:
          'Whose ids to look for, at most 8. Left out: those of the frameworks that the text names.',
      }),
      limit: limitInput(100, 50),
      cursor: cursorInput,
    }),
    output: z.object({
      data: z.array(
        z.object({
          written: z.string(),
          ...referenceStateShape,
          suggestions: z.array(z.string()).optional(),
          start: z.number(),
          end: z.number(),
        }),
      ),
      frameworks: z.array(z.string()),
      counts: z.record(z.string(), z.number()),
      ...pageShape,
    }),
    run: async ({ text, frameworks: ids = [], limit, cursor }, { token }) => {
      const asked = frameworksOf(registry, ids)
      searchRate.take(token)
      const frameworks = asked.length > 0 ? asked : await named(detector, text)
      const { references, counts } = await checkText(text, frameworks)
      const of = [
        'references',
        createHash('sha256').update(text).digest('base64'),
        frameworks.map(({ id }) => id),
      ]
      return fittedPage(references, { of, limit, most: 100, usual: 50, cursor }, (items) => ({
        data: { data: items, frameworks: frameworks.map(({ id }) => id), counts },
        text: told(items, frameworks),
      }))
    },
  })
}

async function named(detector: Detector, text: string): Promise<Framework[]> {
  const { detections } = await detector.detect([{ role: 'user', content: text }])
  return detections.slice(0, MAX_PINS).map(({ framework }) => framework)
}

/** What is not as it should be comes in words; the rest is in the facts. */
function told(items: readonly CheckedReference[], frameworks: readonly Framework[]): string {
  if (frameworks.length === 0) {
    return 'The text names no framework. Call check_references again with frameworks; list_frameworks has their ids.'
  }
  const wrong = items.filter(({ status }) => status !== 'current').map(lineOf)
  const right = `${items.length - wrong.length} of these ${items.length} ids are current.`
  return [right, ...wrong].join('\n')
}

function lineOf(one: CheckedReference): string {
  const { written, framework, status, suggestions = [], moved_to: movedTo = [] } = one
  const next = movedTo.length > 0 ? `, now ${movedTo.join(', ')}` : ''
  const near = suggestions.length > 0 ? `, near ${suggestions.join(', ')}` : ''
  return `${written} (${framework}): ${status}${next}${near}`
}
