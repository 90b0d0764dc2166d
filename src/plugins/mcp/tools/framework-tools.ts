import { z } from 'zod'
import { editionsOf } from '../../../domain/registry/edition-diff.ts'
import type { Framework, SectionName } from '../../../domain/registry/framework.ts'
import type { Registry } from '../../../domain/registry/registry.ts'
import { defineTool, type Tool, type ToolOutput } from '../tool.ts'
import { frameworkUri } from '../uris.ts'
import { frameworkInput, frameworkOf } from './asked.ts'
import { CHARACTERS_MAX, cursorInput, fittedPage, limitInput, pageShape } from './fitted-page.ts'
import { sourceSchema } from './schemas.ts'

const lineSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  region: z.string(),
  controls: z.number(),
})

/** `list_frameworks`: what the registry holds. */
export function listFrameworksTool({ registry }: { registry: Registry }): Tool {
  return defineTool({
    name: 'list_frameworks',
    title: 'List the frameworks',
    description:
      'Ids, names and editions of the frameworks: standards, laws, criteria. All other tools take these ids.',
    scope: 'registry:read',
    input: z.object({
      query: z.string().max(200).optional().meta({ description: 'A part of a name, alias or keyword.' }),
      region: z
        .string()
        .max(40)
        .optional()
        .meta({ description: 'A region such as eu, or a country such as DE.' }),
      limit: limitInput(100, 100),
      cursor: cursorInput,
    }),
    output: z.object({ data: z.array(lineSchema), ...pageShape }),
    run: ({ query, region, limit, cursor }) => {
      const all = registry.frameworks.filter(
        (framework) => (!query || isNamed(framework, query)) && (!region || isOf(framework, region)),
      )
      const of = ['frameworks', query, region]
      return fittedPage(all, { of, limit, most: 100, usual: 100, cursor }, (items) => ({
        data: { data: items.map(frameworkLine) },
        text:
          items.map(({ id, name }) => `${id}: ${name}`).join('\n') ||
          'No framework has this in its name. Call list_frameworks without a query for all of them.',
      }))
    },
  })
}

function frameworkLine(framework: Framework): z.infer<typeof lineSchema> {
  const { id, name, version, region, controlIds } = framework
  return { id, name, version, region, controls: controlIds.length }
}

function isNamed({ id, name, fullName, aliases, keywords }: Framework, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return [id, name, fullName, ...aliases, ...keywords].some((one) => one.toLowerCase().includes(wanted))
}

function isOf({ region, regionLabel, jurisdictions }: Framework, asked: string): boolean {
  const wanted = asked.trim().toLowerCase()
  return [region, regionLabel, ...jurisdictions].some((one) => one.toLowerCase() === wanted)
}

/** `get_framework`: one framework without its controls. */
export function getFrameworkTool({ registry }: { registry: Registry }): Tool {
  return defineTool({
    name: 'get_framework',
    title: 'Read a framework',
    description:
      'Scope, structure, editions, official sources and parts of one framework. list_controls has its controls.',
    scope: 'registry:read',
    input: z.object({ framework: frameworkInput }),
    output: lineSchema.extend({
      uri: z.string(),
      full_name: z.string(),
      jurisdictions: z.array(z.string()),
      updated: z.string(),
      kind: z.string(),
      issuing_body: z.string(),
      scope: z.array(z.string()),
      structure: z.array(z.string()),
      editions: z.array(
        z.object({
          id: z.string(),
          date: z.string().optional(),
          status: z.string(),
          current: z.boolean(),
        }),
      ),
      sources: z.array(sourceSchema),
      groups: z.array(z.object({ name: z.string(), controls: z.number() })),
    }),
    run: ({ framework: id }) => frameworkOutput(frameworkOf(registry, id)),
  })
}

/** A framework as a tool tells it; its parts, and then its notes, are cut to what fits. */
export function frameworkOutput(framework: Framework): ToolOutput {
  const { name, fullName, version, controlIds, jurisdictions, updated, kind, issuingBody, sources } =
    framework
  const head = {
    ...frameworkLine(framework),
    uri: frameworkUri(framework.id),
    full_name: fullName,
    jurisdictions: [...jurisdictions],
    updated,
    kind,
    issuing_body: issuingBody,
    editions: editionsOf(framework),
    sources: sources.map(({ title, url }) => ({ title, url })),
  }
  // Notes stand in the facts and in the text.
  const room = { left: CHARACTERS_MAX - JSON.stringify(head).length - 1_000 }
  const fitting = <T>(all: readonly T[], times: number): T[] =>
    all.filter((one) => (room.left -= times * (JSON.stringify(one).length + 1)) > 0)
  const scope = fitting(notesOf(framework, 'Scope'), 2)
  const structure = fitting(notesOf(framework, 'Structure'), 2)
  const groups = fitting(groupsOf(framework), 1)
  const text = [
    `${framework.id}: ${name}, ${fullName} (${version}), ${controlIds.length} controls.`,
    ...scope,
    ...structure,
  ]
  return { data: { ...head, scope, structure, groups }, text: text.join('\n') }
}

function notesOf({ notes }: Framework, section: SectionName): string[] {
  return notes.filter((note) => note.section === section).map(({ text }) => text)
}

function groupsOf({ controls }: Framework): { name: string; controls: number }[] {
  const counts = new Map<string, number>()
  for (const { group } of controls) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, controls: count }))
}
