import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../src/domain/registry/parse-module.ts'

/** The ids that a framework has by its official structure: those a module must describe, and finer points it may. */
export interface IdList {
  headline: readonly string[]
  finer: readonly string[]
}

const listSchema = z.strictObject({ headline: z.array(z.string()).min(1), finer: z.array(z.string()) })

/** The id lists of `ids/*.json` below a content folder, by framework. */
export async function readIdLists(directory: string): Promise<ReadonlyMap<string, IdList>> {
  const folder = join(directory, 'ids')
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = join(folder, name)
      return [
        basename(name, '.json'),
        listSchema.parse(readJson(file, await readFile(file, 'utf8'))),
      ] as const
    }),
  )
  return new Map(entries)
}

/** The frameworks of `mapped-outside.json`, by slug: modules map to them, the registry does not hold them. */
export async function readMappedOutside(directory: string): Promise<ReadonlySet<string>> {
  const file = join(directory, 'mapped-outside.json')
  const names = z.record(z.string(), z.string().min(1)).parse(readJson(file, await readFile(file, 'utf8')))
  return new Set(Object.keys(names))
}
