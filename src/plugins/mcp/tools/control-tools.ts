import { z } from 'zod'
import type { Registry } from '../../../domain/registry/registry.ts'
import { isInGroup, type ControlSearch } from '../../../domain/search/control-search.ts'
import { controlJson, controlLine, hitJson, type ControlJson } from '../../registry/control-json.ts'
import { defineTool, type Tool, type ToolOutput } from '../tool.ts'
import { controlUri } from '../uris.ts'
import {
  controlInput,
  controlOf,
  frameworkInput,
  frameworkOf,
  frameworksInput,
  frameworksOf,
  groupInput,
} from './asked.ts'
import { CHARACTERS_MAX, cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { controlLineSchema, mappingSchema, sourceSchema } from './schemas.ts'
import type { SearchRate } from './search-rate.ts'

/** What finding and telling controls works with. */
export interface ControlParts {
  registry: Registry
  controlSearch: ControlSearch
  searchRate: SearchRate
}

/** `search_controls`: controls that speak of a query. */
export function searchControlsTool({ registry, controlSearch, searchRate }: ControlParts): Tool {
  const input = z.object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .meta({ description: 'Words in any of thirteen languages, or ids.' }),
    frameworks: frameworksInput.meta({ description: 'Framework ids to look in, at most 8. Left out: all.' }),
    group: groupInput,
    limit: limitInput(50, 10),
    cursor: cursorInput,
  })
  return defineTool({
    name: 'search_controls',
    title: 'Search controls',
    description: 'Finds controls of all frameworks, or of some, by what they are about; best first.',
    scope: 'registry:read',
    input,
    output: z.object({
      data: z.array(controlLineSchema.extend({ score: z.number(), uri: z.string() })),
      ...pageShape,
    }),
    run: async ({ query, frameworks: ids, group, limit, cursor }, { token }) => {
      const frameworks = frameworksOf(registry, ids)
      if (frameworks.length === 0) searchRate.take(token)
      const hits = await controlSearch.find({ text: query, frameworks, group })
      const of = ['controls', query, frameworks.map(({ id }) => id), group]
      return fittedPage(hits, { of, limit, most: 50, usual: 10, cursor }, (items) => {
        const data = items.map((hit) => ({
          ...hitJson(hit),
          uri: controlUri(hit.framework.id, hit.control.id),
        }))
        const lines = data.map(({ framework, id, title }) => `${framework} ${id}: ${title}`)
        return {
          data: { data },
          text: lines.join('\n') || 'Nothing speaks of this. Try other words, or ask.',
        }
      })
    },
  })
}

/** `get_control`: one control with all that is known of it. */
export function getControlTool({ registry }: Pick<ControlParts, 'registry'>): Tool {
  return defineTool({
    name: 'get_control',
    title: 'Read a control',
    description:
      'What one control asks for, the evidence for it, the usual finding, what it is mapped to, and what became of an id of an earlier edition.',
    scope: 'registry:read',
    input: z.object({ framework: frameworkInput, control: controlInput }),
    output: controlLineSchema.partial({ title: true, group: true }).extend({
      uri: z.string(),
      text: z.string().optional(),
      evidence: z.string().optional(),
      test: z.string().optional(),
      finding: z.string().optional(),
      mappings: z.array(mappingSchema),
      mappings_total: z.number(),
      status: z.enum(['current', 'renumbered', 'withdrawn']),
      moved_to: z.array(z.string()).optional(),
      source: sourceSchema.optional(),
    }),
    run: async ({ framework: id, control }) => {
      const framework = frameworkOf(registry, id)
      return controlOutput(controlJson(registry, framework, await controlOf(framework, control)))
    },
  })
}

/** A control as a tool tells it: with as many mappings as fit. */
export function controlOutput({ object: _object, mappings, ...control }: ControlJson): ToolOutput {
  const text = controlText(control)
  const uri = controlUri(control.framework, control.id)
  const data = { ...control, uri, mappings_total: mappings.length }
  let room = CHARACTERS_MAX - text.length - JSON.stringify(data).length
  const fitting = mappings.filter((mapping) => (room -= JSON.stringify(mapping).length + 1) > 0)
  const left = mappings.length - fitting.length
  const hint = left > 0 ? `\n${left} more mappings: call crosswalk with this control.` : ''
  return { data: { ...data, mappings: fitting }, text: text + hint }
}

function controlText(control: Omit<ControlJson, 'mappings' | 'object'>): string {
  const {
    framework,
    citation,
    title,
    text,
    evidence,
    test,
    finding,
    status,
    moved_to: movedTo = [],
  } = control
  const lines = [
    `${framework} ${citation}${title === undefined ? '' : `: ${title}`}`,
    status !== 'current' && (movedTo.length > 0 ? `Now ${movedTo.join(', ')}.` : 'Withdrawn.'),
    text,
    evidence !== undefined && `Evidence: ${evidence}`,
    test !== undefined && `Test: ${test}`,
    finding !== undefined && `Usual finding: ${finding}`,
  ]
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n')
}

/** `list_controls`: the controls of a framework, in its order. */
export function listControlsTool({ registry }: Pick<ControlParts, 'registry'>): Tool {
  return defineTool({
    name: 'list_controls',
    title: 'List the controls of a framework',
    description: 'Ids and titles of the controls of one framework, in its own order, or of one part of it.',
    scope: 'registry:read',
    input: z.object({
      framework: frameworkInput,
      group: groupInput,
      limit: limitInput(200, 50),
      cursor: cursorInput,
    }),
    output: z.object({ data: z.array(controlLineSchema), ...pageShape }),
    run: ({ framework: id, group, limit, cursor }) => {
      const framework = frameworkOf(registry, id)
      const all = framework.controls.filter((one) => group === undefined || isInGroup(one, group))
      const of = ['framework controls', framework.id, group]
      return fittedPage(all, { of, limit, most: 200, usual: 50, cursor }, (items) => ({
        data: { data: items.map((control) => controlLine(framework, control)) },
        text:
          items.map((control) => `${control.id}: ${control.title}`).join('\n') ||
          'This part has no control. get_framework lists the parts.',
      }))
    },
  })
}
