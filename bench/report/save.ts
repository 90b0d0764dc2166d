import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { benchFile } from '../processes/start-process.ts'

const FOLDER = benchFile('results')

/** Writes a run's figures and picture into `bench/results`; returns where they are, as a reader in the project's folder finds them. */
export async function save(name: string, figures: object, svg: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`)
  await writeFile(join(FOLDER, `${name}.svg`), svg)
  return `${relative(process.cwd(), join(FOLDER, name))}.{json,svg}`
}
