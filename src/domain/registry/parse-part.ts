import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ModulePart } from './framework.ts'
import { parsePartBody } from './parse-body.ts'
import { ContentError, parseFrontMatter } from './parse-module.ts'

const partSchema = z.strictObject({
  part: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  signals: z.array(z.string().min(1)).min(1),
})

/**
 * Reads one part of a module: front matter with the words that speak of it, and the body that `parse-body.ts` reads.
 * @throws {ContentError} with the file's name and line
 */
export function parsePart(file: string, source: string): ModulePart {
  const { head, body, bodyLine } = parseFrontMatter(file, source, partSchema)
  const controls = parsePartBody(body, (line, reason) => {
    throw new ContentError(file, bodyLine + line, reason)
  })
  const text = body.trim()
  const { part: id, title, signals } = head
  return {
    id,
    title,
    signals,
    body: text,
    sha256: createHash('sha256').update(text).digest('hex'),
    controls,
  }
}
