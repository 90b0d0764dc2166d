import { z } from 'zod'

/** From the first to the last: `Art. 33(1-5)`, `Art. 6(1)(a-f)`. */
export const POINT_RANGE = /^(.+)\((?:1-(\d+)|a-([a-z]))\)$/

/**
 * The ids that a framework has by its official structure: those a module must describe, and finer points it may. `points` says how far
 * the paragraphs of an article go and the points of a paragraph, where the official text was counted.
 */
export const idListSchema = z.strictObject({
  headline: z.array(z.string()).min(1),
  finer: z.array(z.string()),
  points: z.array(z.string().regex(POINT_RANGE)).default([]),
})

export type IdList = Readonly<z.infer<typeof idListSchema>>
