import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Writes a run's figures and picture; returns where they are, as seen from the working folder. */
export async function save(folder: string, name: string, figures: object, svg: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`)
  await writeFile(join(folder, `${name}.svg`), svg)
  return `${join(relative(process.cwd(), folder), name)}.{json,svg}`
}
