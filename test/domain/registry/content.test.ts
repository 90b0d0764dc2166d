import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFeedContent, loadRegistry, loadThesaurus } from '../../../src/adapters/content-files.ts'
import { TiktokenTokenizer } from '../../../src/adapters/tiktoken-tokenizer.ts'
import { tokenize } from '../../../src/domain/text/tokens.ts'
import { ContentError } from '../../../src/domain/registry/parse-module.ts'
import type { Registry } from '../../../src/domain/registry/registry.ts'

const CONTENT = fileURLToPath(new URL('../../../fixtures/content', import.meta.url))

const FIRST_FRAMEWORKS = [
  'ccpa',
  'cis-controls',
  'cmmc',
  'cra',
  'csa-ccm',
  'dora',
  'eu-ai-act',
  'fedramp',
  'gdpr',
  'hipaa',
  'iso-22301',
  'iso-27001',
  'iso-27002',
  'iso-27701',
  'iso-42001',
  'nis2',
  'nist-800-171',
  'nist-800-53',
  'nist-ai-rmf',
  'nist-csf',
  'pci-dss',
  'soc-2',
  'tisax',
  'uk-gdpr',
]

const tokenizer = new TiktokenTokenizer()
let registry: Registry
beforeAll(async () => {
  registry = await loadRegistry(CONTENT, tokenizer)
})
afterAll(() => tokenizer.close())

const idsOf = (framework: string, wanted = /^/): string[] =>
  (registry.get(framework)?.controls ?? []).map(({ id }) => id).filter((id) => wanted.test(id))

/** `prefix1`, `prefix2` … */
const series = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`)

describe('the registry', () => {
  test('holds the frameworks it opened with', () => {
    expect(FIRST_FRAMEWORKS.filter((id) => registry.get(id)?.supportLevel !== 'deep')).toEqual([])
    expect(FIRST_FRAMEWORKS).toHaveLength(24)
  })

  test('holds no module too large to inject beside others', () => {
    const sizes = registry.frameworks.map(({ id, knowledgeTokens }) => ({ id, knowledgeTokens }))
    expect(sizes.filter((one) => one.knowledgeTokens > 24_000)).toEqual([])
    expect(sizes.filter((one) => one.knowledgeTokens < 1_000)).toEqual([])
  })

  test('has a sign for every name that needs one', () => {
    const without = registry.frameworks.filter(
      (one) => one.ambiguousNames.length > 0 && one.signals.length === 0,
    )
    expect(without.map(({ id }) => id)).toEqual([])
  })
})

describe('the controls are the ones of the official text', () => {
  const articles = /^Art\. \d+$/
  const annexA = [...series('A.5.', 37), ...series('A.6.', 8), ...series('A.7.', 14), ...series('A.8.', 34)]
  const safeguards = [5, 7, 14, 12, 6, 8, 7, 12, 7, 7, 5, 8, 11, 9, 7, 14, 9, 5]
  const criteria = {
    CC1: 5,
    CC2: 3,
    CC3: 4,
    CC4: 2,
    CC5: 3,
    CC6: 8,
    CC7: 5,
    CC8: 1,
    CC9: 2,
    A1: 3,
    C1: 2,
    PI1: 5,
  }
  const privacy = { P1: 1, P2: 1, P3: 2, P4: 3, P5: 2, P6: 7, P7: 1, P8: 1 }
  test.each([
    ['iso-27001', 93, /^A\./, annexA],
    [
      'soc-2',
      61,
      /^/,
      Object.entries({ ...criteria, ...privacy }).flatMap(([part, last]) => series(`${part}.`, last)),
    ],
    ['gdpr', 99, articles, series('Art. ', 99)],
    ['dora', 64, articles, series('Art. ', 64)],
    ['nis2', 46, articles, series('Art. ', 46)],
    ['eu-ai-act', 113, articles, series('Art. ', 113)],
    ['cra', 71, articles, series('Art. ', 71)],
    ['cis-controls', 153, /^/, safeguards.flatMap((last, index) => series(`${index + 1}.`, last))],
  ])('%s has its %i, in order', (framework, count, wanted, ids) => {
    expect(ids).toHaveLength(count)
    expect(idsOf(framework, wanted)).toEqual(ids)
  })

  test.each([
    ['nist-csf', /^GV\.[A-Z]{2}-\d{2}$/, 31],
    ['nist-csf', /^ID\.[A-Z]{2}-\d{2}$/, 21],
    ['nist-csf', /^PR\.[A-Z]{2}-\d{2}$/, 22],
    ['nist-csf', /^DE\.[A-Z]{2}-\d{2}$/, 11],
    ['nist-csf', /^RS\.[A-Z]{2}-\d{2}$/, 13],
    ['nist-csf', /^RC\.[A-Z]{2}-\d{2}$/, 8],
    ['nist-csf', /^/, 106],
    ['cmmc', /^[A-Z]{2}\.L1-b\.1\.[ivx]+$/, 15],
    ['cmmc', /^[A-Z]{2}\.L2-3\.\d+\.\d+$/, 110],
    ['cmmc', /^[A-Z]{2}\.L3-3\.\d+\.\d+e$/, 24],
    ['cmmc', /^/, 149],
    ['nist-ai-rmf', /^GOVERN \d\.\d$/, 19],
    ['nist-ai-rmf', /^MAP \d\.\d$/, 18],
    ['nist-ai-rmf', /^MEASURE \d\.\d+$/, 22],
    ['nist-ai-rmf', /^MANAGE \d\.\d$/, 13],
    ['nist-ai-rmf', /^/, 72],
  ])('%s %s: %i', (framework, wanted, count) => {
    expect(idsOf(framework, wanted)).toHaveLength(count)
  })
})

describe('broken content', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'svc-content-'))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** Copies the content afresh, and changes one of its files. */
  const breakFile = async (
    name: string,
    from: string,
    to: string,
  ): Promise<{ folder: string; line: number }> => {
    const folder = await mkdtemp(join(copy, 'case-'))
    await cp(CONTENT, folder, { recursive: true })
    const source = await readFile(join(folder, name), 'utf8')
    const at = source.indexOf(from)
    expect(at).toBeGreaterThanOrEqual(0)
    await writeFile(join(folder, name), source.replace(from, to))
    return { folder, line: source.slice(0, at).split('\n').length }
  }
  const refusal = (loading: Promise<unknown>): Promise<unknown> =>
    loading.then(
      () => 'loaded',
      (cause: unknown) => cause,
    )

  test.each([
    ['frameworks/soc-2.md', '\n## Mappings', '\n## Map', 1, 'expected the section "## Mappings"'],
    ['frameworks/gdpr.md', '- **Art. 2 — ', '- **Art. 1 — ', 0, 'the id Art. 1 stands twice'],
    [
      'frameworks/dora.md',
      '- **Art. 3 — ',
      '- **Art. 3: ',
      0,
      'a control must read "- **ID — Title**: text"',
    ],
  ])('a fault in %s stops the load', async (name, from, to, below, reason) => {
    const { folder, line } = await breakFile(name, from, to)
    expect(await refusal(loadRegistry(folder, tokenizer))).toEqual(
      new ContentError(join(folder, name), line + below, reason),
    )
  })

  test('so does a fault in a region entry', async () => {
    const name = 'regions/uk.md'
    const { folder, line } = await breakFile(name, 'region: uk', 'region: moon')
    const refused = await refusal(loadRegistry(folder, tokenizer))
    expect(refused).toBeInstanceOf(ContentError)
    expect((refused as Error).message.startsWith(`${join(folder, name)}:${line}: region: `)).toBe(true)
  })

  test('so does a fault in a feed page', async () => {
    const name = 'feeds/pricing.md'
    const { folder, line } = await breakFile(name, 'generatedAt: ', 'generatedAt: on ')
    const refused = await refusal(loadFeedContent(folder))
    expect(refused).toBeInstanceOf(ContentError)
    expect((refused as Error).message.startsWith(`${join(folder, name)}:${line}: generatedAt: `)).toBe(true)
  })

  test('in the thesaurus is told with its file; a folder without one has an empty one', async () => {
    const { folder } = await breakFile('thesaurus.json', '"en":', '"xx":')
    const refused = await refusal(loadThesaurus(folder))
    expect(refused).toBeInstanceOf(ContentError)
    expect(String(refused)).toContain(`${join(folder, 'thesaurus.json')}:1: 0.en`)
    await rm(join(folder, 'thesaurus.json'))
    expect((await loadThesaurus(folder)).related(tokenize('Passwort')).size).toBe(0)
  })
})
