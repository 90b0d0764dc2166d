import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTROLS_FILE, INDEX_FILE, loadContent, TEXTS_FILE } from '../../src/adapters/compiled-content.ts'
import { loadRegistry } from '../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../src/adapters/tiktoken-tokenizer.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { compileContent, hashOfSources } from '../../tools/content/compile.ts'
import { COMPILED, CONTENT, realRegistry } from '../domain/real-registry.ts'

const tokenizer = new TiktokenTokenizer()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-compiled-'))
})
afterAll(async () => {
  await tokenizer.close()
  await rm(folder, { recursive: true })
})

/** Compiling 199 frameworks takes seconds alone and minutes on a busy machine. */
const HANG_MS = 600_000

test(
  'what is committed is what the content compiles to; if not: npm run content:build',
  async () => {
    const { index, texts, controls } = await compileContent(CONTENT, tokenizer)
    expect((await readFile(join(COMPILED, INDEX_FILE), 'utf8')) === index).toBe(true)
    expect((await readFile(join(COMPILED, TEXTS_FILE), 'utf8')) === texts).toBe(true)
    expect((await readFile(join(COMPILED, CONTROLS_FILE))).equals(controls)).toBe(true)
  },
  HANG_MS,
)

test(
  'the compiled frameworks say all that their sources say',
  async () => {
    const [compiled, sources] = [await realRegistry(), await loadRegistry(CONTENT, tokenizer)]
    expect(compiled.regions).toEqual(sources.regions)
    for (const [index, framework] of sources.frameworks.entries()) {
      expect(compiled.frameworks[index]).toEqual(framework)
    }
  },
  HANG_MS,
)

test('a change of any source, or of a name of one, changes the hash of all', async () => {
  const sources = join(folder, 'sources')
  const files = [
    'crosswalks/one--two.json',
    'data/one.json',
    'described-names.json',
    'feeds/api.md',
    'frameworks/one.md',
    'ids/one.json',
    'landings.json',
    'parts/one/a.md',
    'regions/eu.md',
  ]
  for (const name of [...files, 'retention.json', 'thesaurus.json', 'wording/one.json']) {
    await mkdir(join(sources, name, '..'), { recursive: true })
    await writeFile(join(sources, name), 'as it was')
  }
  const hashes = [await hashOfSources(sources)]
  for (const name of [...files, 'retention.json', 'thesaurus.json', 'wording/one.json']) {
    await writeFile(join(sources, name), 'changed')
    hashes.push(await hashOfSources(sources))
  }
  await rename(join(sources, 'parts/one/a.md'), join(sources, 'parts/one/b.md'))
  hashes.push(await hashOfSources(sources))
  expect(new Set(hashes).size).toBe(hashes.length)
})

describe('the texts of a framework', () => {
  const copy = async (name: string): Promise<string> => {
    const directory = join(folder, name)
    await cp(COMPILED, directory, { recursive: true })
    return directory
  }
  const load = async (directory: string): Promise<Framework> => {
    const framework = (await loadContent(directory)).registry.get('gdpr')
    if (!framework) throw new Error('no such framework')
    return framework
  }

  test('are not read before they are asked for', async () => {
    const directory = await copy('without-texts')
    await writeFile(join(directory, TEXTS_FILE), '')
    const framework = await load(directory)
    expect(framework.controlIds).toContain('Art. 28')
    expect(() => framework.body).toThrow(SyntaxError)
  })

  test('are those of the start, whatever takes their place later', async () => {
    const directory = await copy('replaced')
    const framework = await load(directory)
    await writeFile(join(directory, 'other'), 'the content of a later version')
    await rename(join(directory, 'other'), join(directory, TEXTS_FILE))
    expect(framework.body).toBe((await realRegistry()).get('gdpr')?.body)
  })

  test('are read once, and are refused where they are not those of the hash that is told', async () => {
    const directory = await copy('changed')
    const [before, after] = [await load(directory), await load(directory)]
    expect(before.controls).toBe(before.controls)
    const texts = await readFile(join(directory, TEXTS_FILE), 'utf8')
    await writeFile(join(directory, TEXTS_FILE), texts.replaceAll('personal data', 'personal dada'))
    expect(before.body).toContain('personal data')
    expect(() => after.body).toThrow('compiled content of gdpr, line 1: is not what the index says')
  })
})
