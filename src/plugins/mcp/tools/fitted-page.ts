import { z } from 'zod'
import { pageOf } from '../../registry/cursor.ts'
import { ToolFailure } from '../tool-failure.ts'
import type { ToolOutput } from '../tool.ts'

/** What a result may have of characters, facts and text together: ids take two to three for a token, and 6,000 tokens are the most. */
export const CHARACTERS_MAX = 14_000

export const cursorInput = z
  .string()
  .max(32)
  .optional()
  .meta({ description: '`next_cursor` of the page before.' })

/** A limit that is moved into its bounds rather than refused. */
export function limitInput(most: number, usual: number): z.ZodOptional<z.ZodNumber> {
  return z
    .number()
    .meta({ description: `1 to ${most}, else the nearest of them; ${usual} where it is left out.` })
    .optional()
}

/** What every list has beside its `data`. */
export const pageShape = { total: z.number(), next_cursor: z.string().optional() }

interface PageWish {
  /** Everything that the list was asked with. */
  of: unknown
  limit: number | undefined
  /** The most that may be asked for, and what is meant where nothing is. */
  most: number
  usual: number
  cursor: string | undefined
  /** What fits, where the entries are so dense in tokens that it is less than elsewhere. */
  charactersMax?: number
}

/**
 * A page of a list as a tool's result, with as many entries as were asked for or as fit.
 * @throws {ToolFailure} for a cursor of another list
 */
export function fittedPage<T>(
  all: readonly T[],
  { of, limit, most, usual, cursor, charactersMax = CHARACTERS_MAX }: PageWish,
  told: (items: readonly T[]) => ToolOutput,
): ToolOutput {
  let wanted = Math.min(most, Math.max(1, Math.trunc(limit ?? usual)))
  for (;;) {
    const page = pageOf(all, { of, limit: wanted, cursor })
    if (!page) {
      throw new ToolFailure(
        'This cursor is none of this list. Call the tool again without it, from the beginning.',
      )
    }
    const { data, text } = told(page.items)
    const more = page.next === undefined ? {} : { next_cursor: page.next }
    const result = {
      data: { ...data, total: all.length, ...more },
      text: `${text}${page.next === undefined ? '' : `\nMore of ${all.length}: call again with cursor ${page.next}.`}`,
    }
    const characters = JSON.stringify(result.data).length + result.text.length
    if (characters <= charactersMax || page.items.length <= 1) return result
    wanted = Math.max(1, Math.floor((page.items.length * charactersMax) / characters) - 1)
  }
}
