import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { citation, type Framework } from '../../../../src/domain/registry/framework.ts'
import { rowsOf, startRegistry, type List, type RegistryClient } from './registry-client.ts'

interface Line {
  framework: string
  id: string
  citation: string
  title: string
  group: string
}
type Hit = Line & { score: number }

let registry: RegistryClient
let frameworks: readonly Framework[]
beforeAll(async () => {
  registry = await startRegistry()
  frameworks = registry.service.parts.registry.frameworks
})
afterAll(() => registry.service.close())

const idOf = ({ framework, id }: Line): string => `${framework} ${id}`
const idsIn = (pages: readonly List<Line>[]): string[] => pages.flatMap(({ data }) => data.map(idOf))
const path = (framework: string, control: string): string =>
  `/v1/frameworks/${framework}/controls/${encodeURIComponent(control)}`

describe('the controls of a framework', () => {
  test('are all there, of every framework, in its order, each with the five documented fields', async () => {
    for (const framework of frameworks) {
      const pages = await registry.pages<Line>(`/v1/frameworks/${framework.id}/controls`, 200)
      expect(pages.flatMap(({ data }) => data)).toEqual(
        framework.controls.map(({ id, title, group }) => ({
          framework: framework.id,
          id,
          citation: citation(framework, id),
          title,
          group,
        })),
      )
      for (const page of pages) {
        expect(Object.keys(page).toSorted()).toEqual(['data', 'has_more', 'next_cursor', 'object'])
        expect(page.object).toBe('list')
      }
    }
  })

  test('are never cited by a bare number', async () => {
    for (const { id } of frameworks) {
      const { data } = await registry.read<List<Line>>(`/v1/frameworks/${id}/controls`)
      expect(data.filter((line) => /^[\d.]+$/.test(line.citation))).toEqual([])
    }
  })

  test('come a hundred a page where no limit is asked for', async () => {
    const { data, has_more: more } = await registry.read<List<Line>>('/v1/frameworks/nist-800-53/controls')
    expect([data.length, more]).toEqual([100, true])
  })

  test.each([1, 7, 199, 200])('joined from pages of %d are the whole list, each once', async (limit) => {
    const pages = await registry.pages<Line>('/v1/frameworks/bsi-c5/controls', limit)
    const all = frameworks.find(({ id }) => id === 'bsi-c5')?.controlIds.map((id) => `bsi-c5 ${id}`)
    expect(idsIn(pages)).toEqual(all)
    expect(pages.slice(0, -1).every(({ data }) => data.length === limit)).toBe(true)
    expect(pages.at(-1)?.data.length).toBeGreaterThan(0)
  })

  test('of one group are those that stand in it, in any case, with space around', async () => {
    const { data } = await registry.read<List<Line>>(
      `/v1/frameworks/iso-27001/controls?group=${encodeURIComponent(' a.6 PEOPLE controls ')}`,
    )
    expect(data.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'].map((n) => `A.6.${n}`))
    expect(new Set(data.map(({ group }) => group)).size).toBe(1)
  })

  test.each(['/controls', '/controls?limit=5'])(
    'of a group that does not exist are none: %s',
    async (rest) => {
      const joined = `/v1/frameworks/gdpr${rest}${rest.includes('?') ? '&' : '?'}group=nothing`
      expect(await registry.read(joined)).toEqual({
        object: 'list',
        data: [],
        has_more: false,
        next_cursor: null,
      })
    },
  )

  test.each(['gdrp', 'GDPR', 'gdpr%20', '..%2Fgdpr', '%00', '__proto__', 'constructor'])(
    'of a framework that does not exist, %s, are refused by `id`',
    async (id) => {
      const refusal = await registry.refusal(`/v1/frameworks/${id}/controls`)
      expect(refusal).toMatchObject({ status: 404, code: 'not_found', param: 'id' })
      expect(refusal.message.includes('Did you mean gdpr')).toBe(/^gd/i.test(id))
    },
  )
})

describe('as CSV', () => {
  test('the controls of every framework are whole without a limit, and parse into what JSON tells', async () => {
    for (const framework of frameworks) {
      const rows = rowsOf(await registry.text(`/v1/frameworks/${framework.id}/controls`, 'text/csv'))
      expect(rows[0]).toEqual(['framework', 'id', 'citation', 'title', 'group'])
      const wanted = framework.controls.map(({ id, title, group }) => [
        framework.id,
        id,
        citation(framework, id),
        title,
        group,
      ])
      expect(rows.slice(1)).toEqual(wanted)
    }
  })

  test('the controls of no group are a head without rows', async () => {
    const csv = await registry.text('/v1/frameworks/gdpr/controls?group=nothing', 'text/csv')
    expect(csv).toBe('framework,id,citation,title,group\r\n')
  })

  test('a page is as long as its limit', async () => {
    expect(
      rowsOf(await registry.text('/v1/frameworks/gdpr/controls?limit=3', 'text/csv')).map(([, id]) => id),
    ).toEqual(['id', 'Art. 1', 'Art. 2', 'Art. 3'])
  })

  test('a page goes on where that of JSON ended', async () => {
    const { next_cursor: cursor } = await registry.read('/v1/frameworks/gdpr/controls?limit=3')
    const csv = await registry.text(`/v1/frameworks/gdpr/controls?limit=1&cursor=${cursor}`, 'text/csv')
    expect(rowsOf(csv).map(([, id]) => id)).toEqual(['id', 'Art. 4'])
  })
})

describe('one control', () => {
  const FIELDS = new Set(
    'object framework id citation title group text evidence test finding mappings status source'.split(' '),
  )

  test('of each framework, the first, the last and one between, tells what the list tells, and more', async () => {
    for (const framework of frameworks) {
      const { controls } = framework
      for (const entry of [controls[0], controls[controls.length >> 1], controls.at(-1)]) {
        if (!entry) throw new Error(`${framework.id} has no controls`)
        const control = await registry.read<Record<string, unknown>>(path(framework.id, entry.id))
        expect(control).toMatchObject({
          object: 'control',
          framework: framework.id,
          id: entry.id,
          citation: citation(framework, entry.id),
          title: entry.title,
          group: entry.group,
          status: 'current',
        })
        expect(Object.keys(control).filter((field) => !FIELDS.has(field))).toEqual([])
        expect(Object.values(control)).not.toContain(null)
        expect(entry.text).toContain((control['text'] as string).replace(/\.$/, ''))
      }
    }
  })

  test('is told with what it is mapped to, as the crosswalk of the two frameworks tells it', async () => {
    const { mappings } = await registry.read<{
      mappings: { from: object; to: { framework: string } }[]
    }>(path('iso-27001', 'A.5.20'))
    const others = [...new Set(mappings.map(({ to }) => to.framework))]
    expect(others.length).toBeGreaterThan(5)
    for (const mapping of mappings) expect(mapping.from).toEqual({ framework: 'iso-27001', id: 'A.5.20' })
    for (const other of others) {
      const { data } = await registry.read(`/v1/crosswalks/iso-27001/${other}?control=A.5.20&limit=200`)
      expect(data).toEqual(mappings.filter(({ to }) => to.framework === other))
    }
  })

  test.each([
    ['gdpr', 'art33', 'Art. 33'],
    ['gdpr', '33', 'Art. 33'],
    ['gdpr', 'ARTICLE 33', 'Art. 33'],
    ['gdpr', 'Artikel 33', 'Art. 33'],
    ['gdpr', '第33条', 'Art. 33'],
    ['gdpr', 'المادة 33', 'Art. 33'],
    ['gdpr', 'Ａｒｔ．　３３', 'Art. 33'],
    ['gdpr', 'Ar\u00adt. 33', 'Art. 33'],
    ['gdpr', '  Art. 33\t', 'Art. 33'],
    ['nis2', 'Art. 21 Abs. 2 lit. d', 'Art. 21(2)(d)'],
    ['nis2', 'art 21 (2) (d)', 'Art. 21(2)(d)'],
    ['hipaa', '§164.312(a)(1)', '164.312(a)(1)'],
    ['hipaa', '45 CFR 164.312(a)(1)', '164.312(a)(1)'],
    ['hipaa', '§ 164.312(a)(1)', '164.312(a)(1)'],
    ['iso-27001', '5.20', 'A.5.20'],
    ['iso-27001', 'a5.20', 'A.5.20'],
    ['iso-27001', 'Annex A.5.20', 'A.5.20'],
    ['iso-27001', 'Clause 6.1.2', '6.1.2'],
    ['nist-csf', 'gv.oc-1', 'GV.OC-01'],
    ['nist-800-53', 'AC-02(01)', 'AC-2(1)'],
    ['nist-800-53', 'AC\u20112', 'AC-2'],
    ['lgpd', 'Art. 7º, IX', 'Art. 7, IX'],
    ['csa-ccm', 'I&S-06', 'I&S-06'],
    ['pci-dss', 'Req. 8.3.6', '8.3.6'],
  ])('%s: %j is %s', async (framework, written, id) => {
    expect(await registry.read(path(framework, written))).toMatchObject({ id, status: 'current' })
  })

  test('that was renumbered or withdrawn says where it went, and claims no words', async () => {
    expect(await registry.read(path('iso-27001', 'A.15.1.2'))).toEqual({
      object: 'control',
      framework: 'iso-27001',
      id: 'A.15.1.2',
      citation: 'A.15.1.2',
      mappings: [],
      status: 'renumbered',
      moved_to: ['A.5.20'],
      source: frameworks.find(({ id }) => id === 'iso-27001')?.sources[0],
    })
    const withdrawn = frameworks.flatMap(({ id, controlIds, listed, data }) =>
      data.editions
        .slice(-1)
        .flatMap(({ moves }) => moves)
        // A number may be in use again.
        .filter(
          ({ kind, old }) =>
            kind === 'withdrawn' && !old.some((one) => [...controlIds, ...listed].includes(one)),
        )
        .slice(0, 1)
        .flatMap(({ old }) => old.slice(0, 1).map((control) => [id, control] as const)),
    )
    expect(withdrawn.length).toBeGreaterThan(3)
    for (const [framework, control] of withdrawn) {
      const { status, moved_to: to } = await registry.read<{ status: string; moved_to: string[] }>(
        path(framework, control),
      )
      expect([framework, control, status, to]).toEqual([framework, control, 'withdrawn', []])
    }
  })

  test.each(['a/b', '%00', '\u0000', '§', '()', '[]', '../dora', '😀', '%', 'x'.repeat(90)])(
    '%j is none, and is refused by `control`',
    async (written) => {
      expect(await registry.refusal(path('gdpr', written))).toMatchObject({
        status: 404,
        code: 'not_found',
        param: 'control',
      })
    },
  )

  test('that does not exist is refused with near ids', async () => {
    const { message } = await registry.refusal(path('soc-2', 'CC6.11'))
    expect(message).toMatch(/Did you mean .*CC6\.1\b/)
  })

  test('an id longer than any, a slash that is not escaped and a broken escape are refused without a fault', async () => {
    expect((await registry.get(path('gdpr', 'x'.repeat(5_000)))).status).toBe(404)
    expect((await registry.get('/v1/frameworks/gdpr/controls/Art. 33/more')).status).toBe(404)
    expect(registry.service.logs.filter((line) => line.includes('request_failed'))).toEqual([])
  })

  // Not all of what is written is the id, and a wrong control is worse than none.
  test.each([
    ['gdpr', 'Art. 33 and Art. 34'],
    ['gdpr', 'NIS2 Art. 23'],
    ['gdpr', 'not Art. 33'],
    ['nist-800-53', 'AC-2(1) AC-3'],
  ])('%s: %j is more than an id, and is none', async (framework, written) => {
    expect((await registry.get(path(framework, written))).status).toBe(404)
  })
})

describe('a search', () => {
  test('over all frameworks gives hits with the six documented fields, best first', async () => {
    const { object, data } = await registry.read<List<Hit>>('/v1/controls?q=encryption%20at%20rest&limit=50')
    expect(object).toBe('list')
    expect(data).toHaveLength(50)
    for (const hit of data) {
      const framework = frameworks.find(({ id }) => id === hit.framework)
      if (!framework) throw new Error(`no framework ${hit.framework}`)
      const entry = framework.controls.find(({ id }) => id === hit.id)
      expect(hit).toEqual({
        framework: hit.framework,
        id: hit.id,
        citation: citation(framework, hit.id),
        title: entry?.title,
        group: entry?.group,
        score: expect.any(Number) as number,
      })
      expect(hit.score).toBe(Math.round(hit.score * 1_000) / 1_000)
      expect(hit.score).toBeGreaterThan(0)
    }
    const scores = data.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(data.map(({ framework }) => framework)).size).toBeGreaterThan(3)
  })

  test.each([1, 13, 50])('joined from pages of %d is the whole list, each once', async (limit) => {
    const joined = idsIn(await registry.pages<Hit>('/v1/controls?q=backup', limit))
    const whole = idsIn(await registry.pages<Hit>('/v1/controls?q=backup', 49))
    expect(joined).toEqual(whole)
    expect(new Set(joined).size).toBe(joined.length)
    expect(joined.length).toBeGreaterThan(100)
  })

  test('gives twenty hits where no limit is asked for', async () => {
    expect((await registry.read('/v1/controls?q=backup')).data).toHaveLength(20)
  })

  test('finds nothing for words that stand nowhere, and says so as an empty list', async () => {
    for (const q of ['qqxxzzy', '%00', '%F0%9F%98%80', '()', '%E2%80%AE'])
      expect(await registry.read(`/v1/controls?q=${q}`)).toEqual({
        object: 'list',
        data: [],
        has_more: false,
        next_cursor: null,
      })
  })

  test('in frameworks named once, twice or eight times looks there alone, whatever their order', async () => {
    const eight = ['nis2', 'dora', 'gdpr', 'iso-27001', 'soc-2', 'pci-dss', 'hipaa', 'cra']
    for (const among of [['gdpr'], ['nis2', 'gdpr'], ['gdpr', 'gdpr'], eight]) {
      const query = (ids: readonly string[]): string => ids.map((id) => `&framework=${id}`).join('')
      const { data } = await registry.read<List<Hit>>(`/v1/controls?q=incident${query(among)}`)
      expect(data.length).toBeGreaterThan(0)
      expect(data.filter(({ framework }) => !among.includes(framework))).toEqual([])
      const turned = await registry.read<List<Hit>>(`/v1/controls?q=incident${query(among.toReversed())}`)
      expect(turned.data).toEqual(data)
    }
  })

  test('in a group looks there alone', async () => {
    const group = encodeURIComponent('A.8 TECHNOLOGICAL controls')
    const { data } = await registry.read<List<Hit>>(
      `/v1/controls?q=backup&framework=iso-27001&group=${group}`,
    )
    expect(data[0]?.id).toBe('A.8.13')
    expect(new Set(data.map((hit) => hit.group))).toEqual(new Set(['A.8 Technological controls']))
  })

  test.each([
    ['A.5.20', 'iso-27001 A.5.20'],
    ['gdpr art 33', 'gdpr Art. 33'],
    ['CC6.1', 'soc-2 CC6.1'],
    ['NIST 800-53 ac-02', 'nist-800-53 AC-2'],
    ['GV.OC-01', 'nist-csf GV.OC-01'],
  ])('for the id %s has it first', async (q, wanted) => {
    const { data } = await registry.read<List<Hit>>(`/v1/controls?q=${encodeURIComponent(q)}`)
    expect(data.slice(0, 1).map(idOf)).toEqual([wanted])
  })

  test.each(['Verschlüsselung', 'chiffrement', 'cifrado', 'szyfrowanie'])(
    '%s finds encryption',
    async (q) => {
      const { data } = await registry.read<List<Hit>>(`/v1/controls?q=${encodeURIComponent(q)}&limit=50`)
      expect(data.some(({ title }) => /encrypt|crypto/i.test(title))).toBe(true)
    },
  )

  test('of 400 characters is taken, of one more is refused', async () => {
    expect((await registry.get(`/v1/controls?q=${'a '.repeat(199)}bb`)).status).toBe(200)
    expect(await registry.refusal(`/v1/controls?q=${'a'.repeat(401)}`)).toMatchObject({
      status: 400,
      code: 'invalid_value',
      param: 'q',
    })
  })

  test.each([
    ['', 'missing_required_parameter', 'q'],
    ['q=', 'invalid_value', 'q'],
    ['q=%20%09', 'invalid_value', 'q'],
    ['q=a&q=b', 'invalid_type', 'q'],
    [`q=a${'&framework=gdpr'.repeat(9)}`, 'invalid_value', 'framework'],
    ['q=a&framework=', 'unknown_framework', 'framework'],
    ['q=a&framework=gdpr&framework=nope-nope-nope', 'unknown_framework', 'framework'],
    ['q=a&framework=__proto__', 'unknown_framework', 'framework'],
  ])('with %j is refused as %s', async (query, code, param) => {
    expect(await registry.refusal(`/v1/controls?${query}`)).toMatchObject({ status: 400, code, param })
  })

  test('in a framework that does not exist is refused with near ids', async () => {
    const { message } = await registry.refusal('/v1/controls?q=a&framework=iso27001')
    expect(message).toMatch(/Did you mean [^?]*iso-27001/)
  })

  test('in one framework with too long an id is refused as one that does not exist', async () => {
    expect(await registry.refusal(`/v1/controls?q=a&framework=${'x'.repeat(65)}`)).toMatchObject({
      status: 400,
      code: 'unknown_framework',
      param: 'framework',
    })
  })

  // The 500 best of all frameworks, and what is near the best of all, are chosen before the filter looks: a word that is common
  // elsewhere is not found in a framework that has it.
  test.each([
    ['risk', 'cis-controls'],
    ['access', 'appi'],
    ['management', 'apra-cps-234'],
  ])('%s in %s alone finds its controls, however many others speak of it', async (q, framework) => {
    const { data } = await registry.read(`/v1/controls?q=${q}&framework=${framework}`)
    expect(data).not.toEqual([])
  })
})

const LISTS: readonly (readonly [path: string, max: number])[] = [
  ['/v1/controls?q=backup', 50],
  ['/v1/frameworks/nist-800-53/controls?x=1', 200],
  ['/v1/crosswalks/nist-800-53/nist-csf?x=1', 200],
  ['/v1/deadlines?x=1', 5_000],
]

describe.each(LISTS)('the limit of %s', (list, max) => {
  test(`is 1 to ${max}`, async () => {
    expect((await registry.read(`${list}&limit=1`)).data).toHaveLength(1)
    const most = await registry.read(`${list}&limit=${max}`)
    expect(most.data.length).toBeLessThanOrEqual(max)
    expect(most.data.length).toBeGreaterThan(Math.min(max, 600) - 1)
  })

  test.each([
    ['0', 'invalid_value'],
    ['-1', 'invalid_value'],
    [String(max + 1), 'invalid_value'],
    ['1.5', 'invalid_type'],
    ['many', 'invalid_type'],
    ['', 'invalid_value'],
    ['1&limit=2', 'invalid_type'],
    ['9007199254740993', 'invalid_value'],
  ])('refuses %j', async (limit, code) => {
    const refusal = await registry.refusal(`${list}&limit=${limit}`)
    expect(refusal).toMatchObject({ status: 400, param: 'limit' })
    expect([code, 'invalid_value']).toContain(refusal.code)
  })
})

describe.each(LISTS)('a cursor of %s', (list) => {
  test('of another list, of another query, broken, cut or far too large is refused', async () => {
    const { next_cursor: cursor } = await registry.read(`${list}&limit=1`)
    if (cursor === null) throw new Error('one page only')
    const others = await Promise.all([
      registry.read('/v1/controls?q=backups&limit=1'),
      registry.read('/v1/controls?q=backup&framework=nist-800-53&limit=1'),
      registry.read('/v1/frameworks/nist-800-171/controls?limit=1'),
      registry.read('/v1/crosswalks/nist-csf/nist-800-53?limit=1'),
      registry.read('/v1/crosswalks/nist-800-53/nist-csf?relation=intersects-with&limit=1'),
      registry.read('/v1/deadlines?to=2030-01-01&limit=1'),
    ])
    const [name, place] = [cursor.slice(0, -1), cursor.slice(-1)]
    const wrong = [
      ...others.map((one) => one.next_cursor ?? 'none'),
      '',
      '0',
      place,
      name,
      cursor.toUpperCase(),
      `${name}zzzzzz`,
      `${name}zzzzzzzzz`,
      `${name}-1`,
      `${name}1.5`,
      `${name}%00`,
      `${cursor}%20`,
      `a${cursor}`,
      'x'.repeat(33),
    ]
    for (const one of wrong) {
      const refusal = await registry.refusal(`${list}&limit=1&cursor=${one}`)
      expect([one, refusal.status, refusal.code, refusal.param]).toEqual([
        one,
        400,
        'invalid_value',
        'cursor',
      ])
    }
  })

  test('leads on in the `Link` header, where a query has signs of an address in it too', async () => {
    const asked = `/v1/controls?q=${encodeURIComponent('who may read? logs & backups')}&limit=3`
    for (const path of [asked, asked.replaceAll('%3F', '?')]) {
      const first = await registry.get(path)
      const next = /^<(?<to>[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.groups?.to ?? ''
      const { next_cursor: cursor } = (await first.json()) as List<Hit>
      expect(await registry.read<List<Hit>>(next)).toEqual(
        await registry.read<List<Hit>>(`${asked}&cursor=${cursor ?? ''}`),
      )
    }
  })

  test('works with another limit, and right behind the last entry gives an empty page', async () => {
    const { next_cursor: cursor } = await registry.read(`${list}&limit=1`)
    const two = await registry.read(`${list}&limit=2`)
    const second = await registry.read(`${list}&limit=1&cursor=${cursor}`)
    expect(second.data[0]).toEqual(two.data[1])
    const count = (await registry.pages(list, list.startsWith('/v1/controls') ? 50 : 200)).flatMap(
      ({ data }) => data,
    ).length
    const behind = `${cursor?.slice(0, -1)}${count.toString(36)}`
    expect(await registry.read(`${list}&cursor=${behind}`)).toMatchObject({
      data: [],
      has_more: false,
      next_cursor: null,
    })
    const past = `${cursor?.slice(0, -1)}${(count + 1).toString(36)}`
    expect((await registry.get(`${list}&cursor=${past}`)).status).toBe(400)
  })

  test('goes on in a service that was started anew', async () => {
    const first = await registry.read(`${list}&limit=3`)
    const rest = await registry.read(`${list}&limit=3&cursor=${first.next_cursor}`)
    const other = await startRegistry()
    try {
      expect(await other.read(`${list}&limit=3&cursor=${first.next_cursor}`)).toEqual(rest)
    } finally {
      await other.service.close()
    }
  })
})
