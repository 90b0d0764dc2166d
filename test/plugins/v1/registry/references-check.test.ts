import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFERENCE_STATUSES } from '../../../../src/domain/references/reference-state.ts'
import { readRefusal, type Refusal } from '../refusal.ts'
import { startRegistry, type RegistryClient } from './registry-client.ts'

interface Reference {
  written: string
  id: string
  framework: string
  status: string
  moved_to?: string[]
  suggestions?: string[]
  candidates?: string[]
  start: number
  end: number
}
interface Check {
  object: string
  frameworks: string[]
  references: Reference[]
  counts: Record<string, number>
}

const MAX = 100_000
const MARKER = 'a-word-that-only-the-checked-text-holds'

let registry: RegistryClient
beforeAll(async () => {
  registry = await startRegistry()
})
afterAll(() => registry.service.close())

const send = (body: unknown, headers?: Record<string, string>): Promise<Response> =>
  registry.send('POST', '/v1/references/check', { body, ...(headers && { headers }) })
const refused = async (body: unknown, headers?: Record<string, string>): Promise<Refusal> =>
  readRefusal(await send(body, headers))

/** Checks a text, and that every answer about it holds what all of them promise. */
async function check(text: string, ...frameworks: string[]): Promise<Check> {
  const response = await send({ text, ...(frameworks.length > 0 && { frameworks }) })
  expect(response.status).toBe(200)
  const answer = (await response.json()) as Check
  expect(Object.keys(answer)).toEqual(['object', 'frameworks', 'references', 'counts'])
  expect(Object.keys(answer.counts).toSorted()).toEqual(REFERENCE_STATUSES.toSorted())
  let end = 0
  for (const one of answer.references) {
    const { written, status, framework } = one
    // A place is in UTF-16 code units of the text as it was sent; half a pair is no text and comes back replaced.
    expect(text.slice(one.start, one.end)).toBe(written)
    expect(one.start).toBeGreaterThanOrEqual(end)
    expect(one.end).toBeGreaterThan(one.start)
    end = one.end
    expect(answer.frameworks).toContain(framework)
    expect(REFERENCE_STATUSES).toContain(status)
    expect((one.moved_to?.length ?? 0) > 0).toBe(status === 'renumbered')
    expect((one.candidates?.length ?? 0) > 1).toBe(status === 'ambiguous')
    expect(one.suggestions === undefined || (status === 'unknown' && one.suggestions.length > 0)).toBe(true)
  }
  const listed = Object.fromEntries(
    REFERENCE_STATUSES.map((status) => [
      status,
      answer.references.filter((one) => one.status === status).length,
    ]),
  )
  expect(answer.references.length < 1_000 ? answer.counts : listed).toEqual(listed)
  return answer
}

describe('a text', () => {
  test('is told place by place with what became of each id', async () => {
    const text = 'ISO 27001: A.5.20, formerly A.15.1.2; A.5.41 never was. GDPR and NIS2: Art. 23.'
    const answer = await check(text)
    expect(answer.frameworks.toSorted()).toEqual(['gdpr', 'iso-27001', 'nis2'])
    expect(answer.references).toMatchObject([
      { written: 'A.5.20', framework: 'iso-27001', status: 'current', start: 11, end: 17 },
      { written: 'A.15.1.2', status: 'renumbered', moved_to: ['A.5.20'] },
      { written: 'A.5.41', status: 'unknown', suggestions: expect.arrayContaining(['A.5.1']) as string[] },
      { written: 'Art. 23', status: 'ambiguous', candidates: ['gdpr', 'nis2'] },
    ])
    expect(answer.counts).toEqual({ current: 1, renumbered: 1, unknown: 1, ambiguous: 1, withdrawn: 0 })
  })

  test.each(['', ' ', 'No framework is named here, and Art. 33 is of none.', '\0', '😀'])(
    'that names no framework has no references: %j',
    async (text) => {
      expect(await check(text)).toEqual({
        object: 'references_check',
        frameworks: [],
        references: [],
        counts: { current: 0, renumbered: 0, unknown: 0, ambiguous: 0, withdrawn: 0 },
      })
    },
  )

  test('is read for the frameworks that are given alone, each once, in their order', async () => {
    const answer = await check('GDPR Art. 33, SOC 2 CC6.1', 'soc-2', 'nis2', 'soc-2')
    expect(answer.frameworks).toEqual(['soc-2', 'nis2'])
    expect(answer.references.map(({ written }) => written)).toContain('CC6.1')
    expect(answer.references.some(({ framework }) => framework === 'gdpr')).toBe(false)
  })

  test('with an empty list of frameworks is read for those that it names', async () => {
    const response = await send({ text: 'GDPR Art. 33', frameworks: [] })
    expect(await response.json()).toMatchObject({ frameworks: ['gdpr'], counts: { current: 1 } })
  })

  test('that names more than eight frameworks is read for eight', async () => {
    const names = registry.service.parts.registry.frameworks.map(({ name }) => name).join(', ')
    expect((await check(`${names}. Art. 5`)).frameworks).toHaveLength(8)
  })
})

describe('places are those of the text as it was sent', () => {
  const cases: [what: string, text: string, written: string[]][] = [
    ['emoji and flags', '🇩🇪 GDPR 👨‍👩‍👧 Art. 33 😀 Art. 34', ['Art. 33', 'Art. 34']],
    ['combining marks', 'GDPR: e\u0301\u0323\u0301 Art. 33 n\u0303 Art. 34', ['Art. 33', 'Art. 34']],
    ['a mark on a letter of the id', 'GDPR, A\u0301rt. 33', ['A\u0301rt. 33']],
    ['full width', 'ＧＤＰＲ　Ａｒｔ．　３３', ['Ａｒｔ．　３３']],
    ['ligatures before', 'GDPR ﬁﬂﬃ ㎏ ½ Ⅷ Art. 33', ['Art. 33']],
    [
      'soft hyphens and zero widths',
      '\ufeffGD\u00adPR \u200bAr\u00adt.\u200b 3\u200d3',
      ['Ar\u00adt.\u200b 3\u200d3'],
    ],
    ['letters that grow', 'İß GDPR ŉ ǆ ﷺ Art. 33', ['Art. 33']],
    ['right to left', 'وفقاً لنظام GDPR المادة 33', ['المادة 33']],
    ['marks of direction', 'GDPR \u202eArt. 33\u202c, \u200fArt. 34', ['Art. 33', 'Art. 34']],
    ['Chinese', '根据GDPR第33条和第三十四条', ['第33条', '第三十四条']],
    ['tabs', 'GDPR\tArt.\t33\tArt.\t34', ['Art.\t33', 'Art.\t34']],
    ['CR LF', 'GDPR\r\nArt. 33\r\n\r\n  Article 34\r\n', ['Art. 33', 'Article 34']],
    ['CR alone', 'GDPR\rArt. 33\rArt. 34', ['Art. 33', 'Art. 34']],
    [
      'Unicode line breaks',
      'GDPR Art. 33\u2028Art. 34\u2029Art. 35\u0085Art. 36',
      ['Art. 33', 'Art. 34', 'Art. 35', 'Art. 36'],
    ],
    ['zero characters', 'GDPR\0Art. 33\0', ['Art. 33']],
    ['quoted mail', '> > GDPR\n> > Art. 33\n>Art. 34', ['Art. 33', 'Art. 34']],
    ['dotted names', 'The G.D.P.R. and U.K. law. GDPR Art. 33', ['Art. 33']],
    [
      'Markdown',
      '**GDPR** *Art. 33* `Art. 34` [Art. 35](#x) ~~Art. 36~~',
      ['Art. 33', 'Art. 34', 'Art. 35', 'Art. 36'],
    ],
    ['tables', '| GDPR | Art. 33 |\n|---|---|\n| x | Art. 34 |', ['Art. 33', 'Art. 34']],
    ['HTML', '<p>GDPR <b>Art. 33</b>, <strong>Art. 34</strong></p>', ['Art. 33', 'Art. 34']],
  ]

  test.each(cases)('%s', async (_what, text, written) => {
    expect((await check(text, 'gdpr')).references.map((one) => one.written)).toEqual(written)
  })

  test('behind eight thousand characters of one line, and behind a hundred lines', async () => {
    for (const before of ['😀é '.repeat(3_000), 'ﬁne x\r\n'.repeat(100), 'a'.repeat(20_000)]) {
      const { references } = await check(`GDPR ${before} Art. 33`, 'gdpr')
      expect(references.map(({ written }) => written)).toEqual(['Art. 33'])
    }
  })

  test('beside halves of pairs', async () => {
    const response = await send('{"text":"\\ud800 GDPR Art. 33 \\udc00\\ud83d","frameworks":["gdpr"]}')
    expect(await response.json()).toMatchObject({ references: [{ written: 'Art. 33', start: 7, end: 14 }] })
  })

  // Folding takes Hangul apart, and the words for "article" and "paragraph" are compared with whole syllables.
  test.each(['GDPR 제33조 제1항', 'GDPR 제33조 제1항'.normalize('NFD')])('Korean: %j', async (text) => {
    expect((await check(text, 'gdpr')).references).toMatchObject([
      { id: 'Art. 33(1)', start: 5, end: text.length },
    ])
  })

  // Behind letters with dots, folding puts a space; where a tab follows, all places of the rest of the line are its end.
  test.each(['GDPR, e.g.\tArt. 33', 'GDPR\tz.B.\tArt. 33\tArt. 34', 'GDPR in the U.K. \tArt. 33'])(
    'behind letters with dots and a tab: %j',
    async (text) => {
      const [first] = (await check(text, 'gdpr')).references
      expect(first).toMatchObject({ written: 'Art. 33', start: text.indexOf('Art. 33') })
    },
  )

  // The wide form of ">" has no place of its own, and all places behind it on the line are its end.
  test('behind a wide mark of what is more', async () => {
    expect((await check('GDPR ＞ Art. 33', 'gdpr')).references).toMatchObject([
      { written: 'Art. 33', start: 7 },
    ])
  })

  // A tag within or before a word is taken out when the text is folded; its letters are then taken for those of the word behind it.
  test.each([
    ['soc-2', 'SOC 2 <code>cc6.1</code>', 'cc6.1'],
    ['gdpr', 'GDPR <span>artículo 33</span>', 'artículo 33'],
    ['gdpr', 'GDPR <small>article 33</small>', 'article 33'],
    ['kvkk', 'KVKK <mark>madde 12</mark>', 'madde 12'],
    ['popia', 'POPIA <s>s 19(2)</s>', 's 19(2)'],
  ])('%s: behind a tag that has letters of the id: %j', async (framework, text, written) => {
    expect((await check(text, framework)).references.map((one) => one.written)).toEqual([written])
  })
})

describe('hostile texts', () => {
  test('of exactly as many characters as may be are read to the last one', async () => {
    const text = `${'x '.repeat((MAX - 12) / 2)}GDPR Art. 33`
    expect(text).toHaveLength(MAX)
    expect((await check(text, 'gdpr')).references).toMatchObject([{ start: MAX - 7, end: MAX }])
  })

  test.each([MAX + 1, 1_048_576])(
    'of %d characters are refused by `text`, without a word of them',
    async (length) => {
      const refusal = await refused({ text: MARKER.padEnd(length, 'x') })
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_value', param: 'text' })
      expect(refusal.message).toContain('100000')
      expect(refusal.message).not.toContain(MARKER)
    },
  )

  test('that cite twenty thousand ids count them all and list a thousand', async () => {
    const text = 'Art. 1, 2, 3, '.repeat(7_000)
    const { references, counts } = await check(text, 'gdpr')
    expect(references).toHaveLength(1_000)
    expect(counts['current']).toBe(21_000)
  })

  test.each<[what: string, text: string]>([
    ['brackets within brackets', `Art. 5${'('.repeat(49_000)}1${')'.repeat(49_000)}`],
    ['an id of thirty thousand points', `GDPR Art. 5${'(1)'.repeat(30_000)}`],
    ['an id of digits', `GDPR Art. ${'9'.repeat(90_000)}`],
    ['one number of many parts', `GDPR 5${'.1'.repeat(45_000)}`],
    ['tags', '<b>'.repeat(33_000)],
    ['open tags', '<'.repeat(MAX)],
    ['quotes', '>'.repeat(MAX)],
    ['line breaks', '\n'.repeat(MAX)],
    ['marks', `GDPR e${'\u0301'.repeat(90_000)} Art. 33`],
    ['spaces within an id', `GDPR Art.${' '.repeat(90_000)}33`],
    ['names', 'GDPR '.repeat(20_000)],
    ['capital humps', 'aB'.repeat(50_000)],
    ['ordinals', '第'.repeat(MAX)],
    ['numerals', `第${'十'.repeat(90_000)}条`],
    ['ids that do not exist', 'GDPR Art. 999, 998, 997; '.repeat(4_000)],
  ])('are answered whatever they repeat: %s', async (_what, text) => {
    const { counts } = await check(text, 'gdpr', 'iso-27001', 'nist-800-53', 'lgpd')
    expect(Object.values(counts).every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
  })
})

describe('a body that is not as documented is refused', () => {
  test.each<[what: string, body: unknown, code: string, param: string | null]>([
    ['no text', {}, 'missing_required_parameter', 'text'],
    ['a number', { text: 5 }, 'invalid_type', 'text'],
    ['null', { text: null }, 'invalid_type', 'text'],
    ['a list', [], 'invalid_type', null],
    ['a word', '"x"', 'invalid_type', null],
    ['broken JSON', '{"text":', 'invalid_json', null],
    ['half a string', `{"text":"${MARKER}`, 'invalid_json', null],
    ['one framework as a word', { text: 'x', frameworks: 'gdpr' }, 'invalid_type', 'frameworks'],
    ['null frameworks', { text: 'x', frameworks: null }, 'invalid_type', 'frameworks'],
    ['a framework that is a number', { text: 'x', frameworks: ['gdpr', 5] }, 'invalid_type', 'frameworks[1]'],
    ['nine frameworks', { text: 'x', frameworks: Array(9).fill('gdpr') }, 'invalid_value', 'frameworks'],
    ['a framework too long', { text: 'x', frameworks: ['x'.repeat(65)] }, 'invalid_value', 'frameworks[0]'],
    ['an unknown framework', { text: 'x', frameworks: ['gdpr', 'nis-2'] }, 'unknown_framework', 'frameworks'],
    ['deep nesting', `{"text":"x","more":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'invalid_value', null],
  ])('%s', async (_what, body, code, param) => {
    const refusal = await refused(body)
    expect(refusal).toMatchObject({ status: 400, code, param })
  })

  test('an unknown framework, with near ids', async () => {
    const { message } = await refused({ text: 'x', frameworks: ['nis-2'] })
    expect(message).toMatch(/Did you mean [^?]*nis2/)
  })

  test('of another type', async () => {
    expect(await refused(`text=${MARKER}`, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
  })

  test('larger than any body may be', async () => {
    const small = await startRegistry({ BODY_LIMIT_BYTES: '2048' })
    try {
      const response = await small.send('POST', '/v1/references/check', { body: { text: 'x'.repeat(3_000) } })
      expect(await readRefusal(response)).toMatchObject({ status: 413, code: 'request_too_large' })
    } finally {
      await small.service.close()
    }
  })
})

test('a checked text is not to be cached, and stands in no log line and no later answer', async () => {
  const texts = [`GDPR Art. 33 ${MARKER}`, `${MARKER} Art. 999 GDPR`, MARKER.padEnd(MAX + 1, 'x')]
  for (const text of texts) {
    const response = await send({ text, frameworks: ['gdpr'] })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
    expect(await response.text()).not.toContain(MARKER)
  }
  expect((await send(`{"text":"${MARKER}`)).status).toBe(400)
  expect((await send({ text: 'x', frameworks: [MARKER] })).status).toBe(400)
  expect((await registry.get(`/v1/controls?q=${MARKER}&framework=${MARKER}`)).status).toBe(400)
  expect((await registry.get(`/v1/frameworks/gdpr/controls/${MARKER}`)).status).toBe(404)
  const lines = registry.service.logs.filter((line) => line.includes('/references/check'))
  expect(lines.length).toBeGreaterThan(texts.length)
  expect(registry.service.logs.filter((line) => line.includes(MARKER) || line.includes('Art. '))).toEqual([])
})
