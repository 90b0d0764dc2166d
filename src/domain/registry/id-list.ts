import { z } from 'zod'

/** The ids that a framework has by its official structure: those a module must describe, and finer points it may. */
export const idListSchema = z.strictObject({
  headline: z.array(z.string()).min(1),
  finer: z.array(z.string()),
})

export type IdList = Readonly<z.infer<typeof idListSchema>>
