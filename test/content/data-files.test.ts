import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTENT } from '../domain/real-registry.ts'

const FOLDER = join(CONTENT, 'data')

const files = await Promise.all(
  (await readdir(FOLDER)).map(async (name) => ({ name, text: await readFile(join(FOLDER, name), 'utf8') })),
)

/** Of a field that stands twice only the last would be read, and nobody would see what was lost. */
test('every data file is written as JSON.stringify writes it, so no field stands twice in it', () => {
  const others = files.filter(({ text }) => text !== `${JSON.stringify(JSON.parse(text), null, 1)}\n`)
  expect(others.map(({ name }) => name)).toEqual([])
  expect(files.length).toBeGreaterThan(100)
})

test('no wording ends with a mark that separates cells', () => {
  expect(files.filter(({ text }) => /\|\s*"/.test(text)).map(({ name }) => name)).toEqual([])
})
