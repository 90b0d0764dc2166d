import { z } from 'zod'

/** A control in a list. */
export const controlLineSchema = z.object({
  framework: z.string(),
  id: z.string(),
  citation: z.string(),
  title: z.string(),
  group: z.string(),
})

export const sourceSchema = z.object({ title: z.string(), url: z.string() })

/** What became of a cited id. */
export const referenceStateShape = {
  framework: z.string(),
  id: z.string(),
  status: z.string(),
  moved_to: z.array(z.string()).optional(),
  candidates: z.array(z.string()).optional(),
}

/** One control of a framework and one of another. */
export const mappingSchema = z.object({
  from: z.object({ framework: z.string(), id: z.string() }),
  to: z.object({ framework: z.string(), id: z.string() }),
  relation: z.string(),
  strength: z.number().optional(),
  source: z.object({ title: z.string(), url: z.string().optional(), kind: z.string() }),
  reviewed: z.string(),
})
