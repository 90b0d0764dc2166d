import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { idListSchema, type IdList } from '../../src/domain/registry/id-list.ts'
import { readJson } from '../../src/domain/registry/parse-module.ts'

/** The id lists of `ids/*.json` below a content folder, by framework. */
export async function readIdLists(directory: string): Promise<ReadonlyMap<string, IdList>> {
  const folder = join(directory, 'ids')
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = join(folder, name)
      return [
        basename(name, '.json'),
        idListSchema.parse(readJson(file, await readFile(file, 'utf8'))),
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
