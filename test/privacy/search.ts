import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is shorter may stand anywhere by chance. */
const TELLING = 12

/** The ways a text could be written down: as it is, or encoded. */
function forms(text: string): string[] {
  const bytes = Buffer.from(text)
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const others = [bytes.toString('hex'), ...encoded].filter(({ length }) => length >= TELLING)
  return [text, ...others].map((form) => form.toLowerCase())
}

/** Something that was written, to search for marks in whatever case and encoding. */
export class Written {
  readonly text: string
  #lowered: string | undefined

  constructor(...texts: readonly string[]) {
    this.text = texts.join('\n')
  }

  /** The forms of a mark that are in it. */
  tracesOf(mark: string): string[] {
    const lowered = (this.#lowered ??= this.text.toLowerCase())
    return forms(mark).filter((form) => lowered.includes(form))
  }
}

/** Every file below a folder, byte by byte, and their names. */
export async function readAll(folder: string): Promise<{ files: string; fileNames: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1')))
  return { files: texts.join('\n'), fileNames: paths.map((path) => path.slice(folder.length + 1)).sort() }
}
