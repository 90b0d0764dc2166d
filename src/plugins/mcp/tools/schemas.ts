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

/** One control of a framework and one of another. */
export const mappingSchema = z.object({
  from: z.object({ framework: z.string(), id: z.string() }),
  to: z.object({ framework: z.string(), id: z.string() }),
  relation: z.string(),
  strength: z.number().optional(),
  source: z.object({ title: z.string(), url: z.string().optional(), kind: z.string() }),
  reviewed: z.string(),
})
