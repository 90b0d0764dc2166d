import { z } from 'zod'
import { RELATIONS } from '../../../domain/registry/crosswalk.ts'
import { REFERENCE_STATUSES } from '../../../domain/references/reference-state.ts'

/* The answers of the registry as the API reference shows them. They document; the answers are built in `plugins/registry`. */

const day = z.iso.date()

const source = z.looseObject({ title: z.string(), url: z.string() })

const controlFields = {
  framework: z.string(),
  id: z.string(),
  citation: z.string().meta({ description: 'As people cite it, never a bare number.' }),
  title: z.string(),
  group: z.string().meta({ description: "The framework's own part that holds it." }),
}

function listOf<T extends z.ZodType>(entry: T): z.ZodType {
  return z.looseObject({
    object: z.literal('list'),
    data: z.array(entry),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

export const controlListSchema = listOf(z.looseObject(controlFields)).meta({ id: 'ControlList' })

export const hitListSchema = listOf(
  z.looseObject({
    ...controlFields,
    score: z.number().meta({ description: 'Comparable across frameworks.' }),
  }),
).meta({ id: 'ControlHitList' })

const mappingSchema = z.looseObject({
  from: z.looseObject({ framework: z.string(), id: z.string() }),
  to: z.looseObject({ framework: z.string(), id: z.string() }),
  relation: z.enum(RELATIONS).meta({ description: 'What the first is to the second (NIST IR 8477).' }),
  strength: z.int().min(1).max(10).optional(),
  source: z.looseObject({
    title: z.string(),
    url: z.string().optional(),
    kind: z.enum(['published', 'text', 'own-reading']),
  }),
  reviewed: day,
})

/** What became of a control that exists or existed. */
const foundShape = {
  status: z.enum(['current', 'renumbered', 'withdrawn']),
  moved_to: z.array(z.string()).optional(),
}

export const controlSchema = z
  .looseObject({
    object: z.literal('control'),
    ...controlFields,
    title: z.string().optional(),
    group: z.string().optional(),
    text: z.string().optional().meta({ description: "The module's own words, not the official text." }),
    evidence: z.string().optional(),
    test: z.string().optional(),
    finding: z.string().optional(),
    mappings: z.array(mappingSchema),
    ...foundShape,
    source: source.optional(),
  })
  .meta({ id: 'Control' })

const coverage = z.looseObject({ mapped: z.int(), of: z.int() })

export const crosswalkSchema = z
  .looseObject({
    object: z.literal('crosswalk'),
    data: z.array(mappingSchema),
    coverage: z.looseObject({ a: coverage, b: coverage }),
    control: z
      .looseObject({ id: z.string(), ...foundShape })
      .optional()
      .meta({ description: 'What became of the control that was asked for. `data` is of where it went.' }),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Crosswalk' })

export const referencesCheckSchema = z
  .looseObject({
    object: z.literal('references_check'),
    frameworks: z.array(z.string()).meta({ description: 'Whose ids were looked for.' }),
    references: z.array(
      z.looseObject({
        written: z.string(),
        id: z.string(),
        framework: z.string().meta({ description: 'Of an ambiguous one, the likeliest.' }),
        status: z.enum(REFERENCE_STATUSES),
        moved_to: z.array(z.string()).optional(),
        suggestions: z.array(z.string()).optional(),
        candidates: z.array(z.string()).optional(),
        start: z.int(),
        end: z.int(),
      }),
    ),
    counts: z.record(z.enum(REFERENCE_STATUSES), z.int()),
  })
  .meta({ id: 'ReferencesCheck' })

export const editionListSchema = z
  .looseObject({
    object: z.literal('list'),
    data: z.array(
      z.looseObject({
        id: z.string(),
        date: z.string().optional(),
        status: z.string(),
        current: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'EditionList' })

export const editionDiffSchema = z
  .looseObject({
    object: z.literal('edition_diff'),
    framework: z.string(),
    from: z.string(),
    to: z.string(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    renumbered: z.array(
      z.looseObject({
        kind: z.enum(['renumbered', 'merged', 'split']),
        old: z.array(z.string()),
        new: z.array(z.string()),
      }),
    ),
    changed: z.array(z.string()),
    complete: z.boolean().meta({ description: 'Whether every id that changed is listed.' }),
    source: source.optional(),
  })
  .meta({ id: 'EditionDiff' })

export const deadlineListSchema = listOf(
  z.looseObject({
    framework: z.string(),
    kind: z.enum(['applies', 'transition', 'report', 'review', 'penalty']),
    what: z.string(),
    who: z.string().optional(),
    date: day.optional(),
    clock: z
      .looseObject({ trigger: z.string(), within: z.string().optional(), to: z.string().optional() })
      .optional()
      .meta({ description: '`within` is a duration of ISO 8601; without it, without undue delay.' }),
    control: z.string().optional(),
    status: z.enum(['in-force', 'proposed', 'postponed']),
    source: source.optional(),
    checked_on: day,
  }),
).meta({ id: 'DeadlineList' })

export const oscalCatalogSchema = z
  .looseObject({ catalog: z.looseObject({ uuid: z.uuid() }) })
  .meta({ id: 'OscalCatalog', description: "Valid by NIST's schema of OSCAL 1.2.2." })

export const oscalMappingSchema = z
  .looseObject({ 'mapping-collection': z.looseObject({ uuid: z.uuid() }) })
  .meta({ id: 'OscalMappingCollection', description: "Valid by NIST's schema of OSCAL 1.2.2." })
