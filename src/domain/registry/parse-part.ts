import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ControlEntry, ModulePart } from './framework.ts'
import { ContentError, parseControl, parseFrontMatter } from './parse-module.ts'

const partSchema = z.strictObject({
  part: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(1),
  signals: z.array(z.string().min(1)).min(1),
})

/**
 * Reads one part of a module: front matter with the words that speak of it, and entries under `###`
 * headings, nothing else.
 * @throws {ContentError} with the file's name and line
 */
export function parsePart(file: string, source: string): ModulePart {
  const { head, body, bodyLine } = parseFrontMatter(file, source, partSchema)
  const controls: ControlEntry[] = []
  let group = ''
  for (const [index, line] of body.split('\n').entries()) {
    if (line.trim() === '') continue
    if (line.startsWith('### ')) {
      group = line.slice(4).trim()
      continue
    }
    const entry = group === '' ? undefined : parseControl(line, group)
    if (!entry) throw new ContentError(file, bodyLine + index, 'a part holds headings and controls only')
    controls.push(entry)
  }
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
