import { z } from 'zod'

/**
 * What the first control of a pair is to the second, in the words of NIST IR 8477: `subset-of` where the second asks for all of it and
 * more.
 */
export const RELATIONS = ['equal-to', 'equivalent-to', 'subset-of', 'superset-of', 'intersects-with'] as const

export type Relation = (typeof RELATIONS)[number]

const sourceSchema = z.strictObject({
  title: z.string().min(1),
  url: z.url().optional(),
  /** A published crosswalk, one text that names the other, or both texts compared by two readers. */
  kind: z.enum(['published', 'text', 'own-reading']),
  /** The day on which the source was read, or the second reader confirmed it. */
  verifiedOn: z.iso.date(),
})

/** From, relation, to, key of its source, and the strength, 1 to 10, where the source tells one. */
const pairSchema = z.union([
  z.tuple([z.string().min(1), z.enum(RELATIONS), z.string().min(1), z.string().min(1)]),
  z.tuple([
    z.string().min(1),
    z.enum(RELATIONS),
    z.string().min(1),
    z.string().min(1),
    z.int().min(1).max(10),
  ]),
])

export const crosswalkSchema = z.strictObject({
  a: z.string().min(1),
  b: z.string().min(1),
  sources: z.record(z.string().min(1), sourceSchema),
  pairs: z.array(pairSchema).min(1),
})

/** The mappings between two frameworks, in the direction of their main source. */
export type Crosswalk = z.infer<typeof crosswalkSchema>

export type MappingSource = z.infer<typeof sourceSchema>

/** One control of a framework mapped to one of another. */
export interface Mapping {
  from: string
  relation: Relation
  to: string
  source: MappingSource
  strength?: number
}

const CONVERSE: Readonly<Record<Relation, Relation>> = {
  'equal-to': 'equal-to',
  'equivalent-to': 'equivalent-to',
  'subset-of': 'superset-of',
  'superset-of': 'subset-of',
  'intersects-with': 'intersects-with',
}

/** The mappings of a crosswalk read from one of its two sides. */
export function mappingsFrom({ a, sources, pairs }: Crosswalk, framework: string): Mapping[] {
  return pairs.flatMap(([from, relation, to, key, strength]) => {
    const source = sources[key]
    if (!source) return []
    const told = { source, ...(strength === undefined ? {} : { strength }) }
    return framework === a
      ? [{ from, relation, to, ...told }]
      : [{ from: to, relation: CONVERSE[relation], to: from, ...told }]
  })
}
