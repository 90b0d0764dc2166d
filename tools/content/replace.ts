import { rename, writeFile } from 'node:fs/promises'

/** Puts a new file in the place of an old one: a service that runs goes on reading the one that it has opened. */
export async function replace(file: string, text: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
