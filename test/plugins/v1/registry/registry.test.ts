import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../support/fake-clock.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import { oscalErrors } from '../../../support/oscal-schema.ts'
import { readRefusal } from '../refusal.ts'

interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

interface Line {
  framework: string
  id: string
  citation: string
  title: string
  group: string
  score?: number
}

const clock = new FakeClock()
let service: Service
beforeAll(async () => {
  service = await startService({}, { clock })
})
afterAll(() => service.close())
/** A minute fills every bucket again. */
beforeEach(() => clock.advance(60_000))

const call = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  service.call('GET', `/v1${path}`, undefined, headers)

async function get<T>(path: string): Promise<T> {
  const response = await call(path)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function refused(path: string): Promise<{ status: number; code: string; param: string | null }> {
  const { status, code, param } = await readRefusal(await call(path))
  return { status, code, param }
}

/** Every entry of a list, page by page. */
async function all<T>(path: string, limit: number): Promise<T[]> {
  const entries: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`
    const page: List<T> = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    expect(page.has_more).toBe(page.next_cursor !== null)
    entries.push(...page.data)
    cursor = page.next_cursor
    clock.advance(1_000)
  }
  return entries
}

describe('search over all controls', () => {
  test('tells framework, id, citation, title, part and score, best first', async () => {
    const { data, object } = await get<List<Line>>('/controls?q=penetration+test&limit=10')
    expect(object).toBe('list')
    expect(data).toHaveLength(10)
    expect(Object.keys(data[0] ?? {})).toEqual(['framework', 'id', 'citation', 'title', 'group', 'score'])
    const scores = data.map(({ score = 0 }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(data.map(({ framework }) => framework)).size).toBeGreaterThan(3)
  })

  test.each([
    ['A.5.20', 'iso-27001 A.5.20'],
    ['cc6.1', 'soc-2 CC6.1'],
    ['GDPR breach notification', 'gdpr Art. 33'],
    ['Art. 33 DSGVO', 'gdpr Art. 33'],
    ['Datensicherung OPS-06', 'bsi-c5 OPS-06'],
  ])('%s finds %s first', async (query, wanted) => {
    const { data } = await get<List<Line>>(`/controls?q=${encodeURIComponent(query)}`)
    expect(`${data[0]?.framework} ${data[0]?.id}`).toBe(wanted)
  })

  test('the frameworks that are asked for, and no other; a part of one', async () => {
    const { data } = await get<List<Line>>('/controls?q=backup&framework=iso-27001&framework=soc-2')
    expect(new Set(data.map(({ framework }) => framework))).toEqual(new Set(['iso-27001', 'soc-2']))
    const group = encodeURIComponent('A.8 Technological controls')
    const part = await get<List<Line>>(`/controls?q=backup&framework=iso-27001&group=${group}`)
    expect(new Set(part.data.map((one) => one.group))).toEqual(new Set(['A.8 Technological controls']))
  })

  test('pages join to the whole', async () => {
    const path = '/controls?q=supplier+contracts&framework=iso-27002&framework=dora'
    const pages = await all<Line>(path, 7)
    const whole = await get<List<Line>>(`${path}&limit=50`)
    expect(pages.slice(0, 50)).toEqual(whole.data)
    expect(new Set(pages.map(({ framework, id }) => `${framework} ${id}`)).size).toBe(pages.length)
  })

  test.each([
    ['/controls', 'missing_required_parameter', 'q'],
    [`/controls?q=${'a'.repeat(401)}`, 'invalid_value', 'q'],
    ['/controls?q=backup&limit=51', 'invalid_value', 'limit'],
    ['/controls?q=backup&limit=0', 'invalid_value', 'limit'],
    ['/controls?q=backup&framework=gdprr', 'unknown_framework', 'framework'],
    [`/controls?q=backup${'&framework=gdpr'.repeat(9)}`, 'invalid_value', 'framework'],
    ['/controls?q=backup&cursor=nonsense', 'invalid_value', 'cursor'],
  ])('%s is refused', async (path, code, param) => {
    expect(await refused(path)).toEqual({ status: 400, code, param })
  })
})

describe('the controls of a framework', () => {
  test('come in its order, all of them, and say what the detail says', async () => {
    const detail = await get<{ controls: { id: string; title: string }[] }>('/frameworks/soc-2')
    const listed = await all<Line>('/frameworks/soc-2/controls', 23)
    expect(listed.map(({ id, title }) => ({ id, title }))).toEqual(detail.controls)
  })

  test('as CSV they are whole, with one line each', async () => {
    const response = await call('/frameworks/soc-2/controls', { accept: 'text/csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('framework,id,citation,title,group')
    expect(lines.length - 1).toBe((await all<Line>('/frameworks/soc-2/controls', 200)).length)
  })

  test('a cursor goes on in another process, and is of no other list', async () => {
    const { next_cursor: cursor, data } = await get<List<Line>>('/frameworks/gdpr/controls?limit=3')
    const other = await startService()
    const page = (await (
      await other.call('GET', `/v1/frameworks/gdpr/controls?limit=3&cursor=${cursor}`)
    ).json()) as List<Line>
    await other.close()
    expect(page.data).toHaveLength(3)
    expect(page.data[0]?.id).not.toBe(data[2]?.id)
    expect(await refused(`/frameworks/nis2/controls?cursor=${cursor}`)).toMatchObject({ param: 'cursor' })
  })
})

describe('one control', () => {
  test.each([
    ['iso-27001', 'a5.20', 'A.5.20'],
    ['iso-27001', '5.20', 'A.5.20'],
    ['nis2', 'Art 21 (2) d', 'Art. 21(2)(d)'],
    ['hipaa', '§ 164.312(a)(1)', '164.312(a)(1)'],
    ['eu-mdr', 'rule 11', 'Annex VIII Rule 11'],
    ['appi', '第26条', 'Art. 26'],
  ])('%s %s is %s', async (framework, written, id) => {
    const control = await get<{ id: string; status: string; text: string }>(
      `/frameworks/${framework}/controls/${encodeURIComponent(written)}`,
    )
    expect(control).toMatchObject({ id, status: 'current' })
    expect(control.text.length).toBeGreaterThan(20)
  })

  test('has evidence, finding and mappings with source and relation apart', async () => {
    const control = await get<Record<string, unknown> & { mappings: Record<string, unknown>[] }>(
      '/frameworks/iso-27001/controls/A.5.20',
    )
    expect(control['text']).not.toContain('Evidence:')
    expect(control['evidence']).toContain('contract')
    expect(control.mappings.length).toBeGreaterThan(20)
    for (const mapping of control.mappings)
      expect(mapping).toMatchObject({
        from: { framework: 'iso-27001', id: 'A.5.20' },
        to: { framework: expect.any(String), id: expect.any(String) },
        relation: expect.any(String),
        source: { title: expect.any(String), kind: expect.any(String) },
        reviewed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      })
  })

  test('of an older edition tells where it went; one that is none is 404 with near ones', async () => {
    const moved = await get('/frameworks/iso-27001/controls/A.9.4.1')
    expect(moved).toMatchObject({ id: 'A.9.4.1', status: 'renumbered', moved_to: ['A.8.3'] })
    const response = await call('/frameworks/soc-2/controls/CC6.11')
    const error = await readRefusal(response)
    expect(error).toMatchObject({ code: 'not_found', param: 'control' })
    expect(error.message).toContain('CC6.1')
    expect(await refused('/frameworks/socc-2/controls/CC6.1')).toMatchObject({ status: 404, param: 'id' })
  })
})

describe('a crosswalk', () => {
  interface Crosswalk extends List<{ from: { id: string }; to: { id: string }; relation: string }> {
    coverage: Record<'a' | 'b', { mapped: number; of: number }>
  }

  test('read from the other side has the same pairs with the relations turned round', async () => {
    const pairs = (one: Crosswalk): number => one.data.length
    const there = await get<Crosswalk>('/crosswalks/nist-csf/iso-27001?limit=200')
    const back = await get<Crosswalk>('/crosswalks/iso-27001/nist-csf?limit=200')
    expect(pairs(there)).toBe(pairs(back))
    expect(there.coverage).toEqual({ a: back.coverage.b, b: back.coverage.a })
    expect(there.coverage.a.mapped).toBeLessThanOrEqual(there.coverage.a.of)
  })

  test('of one control, of one relation, and none where nobody compared the two', async () => {
    const one = await get<Crosswalk>('/crosswalks/iso-27001/nist-800-53?control=5.20')
    expect(new Set(one.data.map(({ from }) => from.id))).toEqual(new Set(['A.5.20']))
    const equal = await get<Crosswalk>('/crosswalks/iso-27001/iso-27002?relation=equal-to')
    expect(new Set(equal.data.map(({ relation }) => relation)).size).toBeLessThanOrEqual(1)
    expect((await get<Crosswalk>('/crosswalks/kvkk/fda-21-cfr-11')).data).toEqual([])
    expect(await refused('/crosswalks/iso-27001/nothing')).toMatchObject({ status: 404, param: 'b' })
  })
})

describe('the check of references', () => {
  const check = (body: object): Promise<Response> => service.call('POST', '/v1/references/check', body)

  test('finds whose ids they are by the names in the text, and tells each state with its place', async () => {
    const text = 'ISO 27001: A.9.4.1, A.5.20 and A.5.99; GDPR Art. 33'
    const answer = (await (await check({ text })).json()) as {
      frameworks: string[]
      references: { written: string; status: string; start: number; end: number }[]
      counts: Record<string, number>
    }
    expect(answer.frameworks.toSorted()).toEqual(['gdpr', 'iso-27001'])
    expect(answer.references.map(({ written, status }) => `${written} ${status}`)).toEqual([
      'A.9.4.1 renumbered',
      'A.5.20 current',
      'A.5.99 unknown',
      'Art. 33 current',
    ])
    for (const { written, start, end } of answer.references) expect(text.slice(start, end)).toBe(written)
    expect(answer.counts).toEqual({ current: 2, withdrawn: 0, renumbered: 1, unknown: 1, ambiguous: 0 })
  })

  test('leaves no trace of the text', async () => {
    await check({ text: 'quokka-marker-7319 of ISO 27001 A.5.20', frameworks: ['iso-27001'] })
    await check({ text: `quokka-marker-7319 ${'x'.repeat(100_001)}` })
    expect(service.logs.join('\n')).not.toContain('quokka-marker')
  })

  test.each([
    [{}, 'missing_required_parameter', 'text'],
    [{ text: 5 }, 'invalid_type', 'text'],
    [{ text: 'x'.repeat(100_001) }, 'invalid_value', 'text'],
    [{ text: 'x', frameworks: ['nothing'] }, 'unknown_framework', 'frameworks'],
    [{ text: 'x', frameworks: Array.from({ length: 9 }, () => 'gdpr') }, 'invalid_value', 'frameworks'],
  ])('a wrong body is refused (%#)', async (body, code, param) => {
    const response = await check(body)
    expect(response.status).toBe(400)
    expect(await readRefusal(response)).toMatchObject({ code, param })
  })

  test.each([
    ['a list without end', 'Art. 1, 2, 3 '.repeat(7_692)],
    ['numbers without end', '9.9.9, '.repeat(14_000)],
    ['marks without letters', '\u0301'.repeat(100_000)],
    ['halves of characters', '\ud800'.repeat(100_000)],
    ['ordinals without end', '第十'.repeat(50_000)],
  ])('%s is answered', async (_name, text) => {
    const frameworks = ['gdpr', 'nis2', 'iso-27002', 'pci-dss', 'appi', 'pipl', 'lgpd', 'dora']
    expect((await check({ text, frameworks })).status).toBe(200)
  })
})

describe('editions', () => {
  test('are listed, one of them in force, and compared', async () => {
    const { data } = await get<List<{ id: string; current: boolean }>>('/frameworks/nist-csf/editions')
    expect(data.filter(({ current }) => current).map(({ id }) => id)).toEqual(['2.0'])
    const diff = await get<Record<string, unknown>>('/frameworks/nist-csf/editions/diff?from=1.1&to=2.0')
    expect(diff).toMatchObject({ from: '1.1', to: '2.0', complete: true })
    expect(diff['added']).toContain('GV.OV-01')
    expect(diff['renumbered']).toContainEqual({
      kind: 'renumbered',
      old: ['ID.AM-1'],
      new: ['ID.AM-01'],
    })
  })

  test('that nobody compared are 404, and the refusal names those that are', async () => {
    const response = await call('/frameworks/nist-csf/editions/diff?from=1.0&to=2.0')
    expect(response.status).toBe(404)
    expect((await readRefusal(response)).message).toContain('1.1 to 2.0')
  })
})

describe('deadlines', () => {
  interface Deadline {
    framework: string
    date?: string
    clock?: { trigger: string }
  }

  test('dates come first and in order, then clocks; a range leaves clocks out', async () => {
    const { data } = await get<List<Deadline>>('/deadlines')
    const dates = data.flatMap(({ date }) => date ?? [])
    expect(dates).toEqual(dates.toSorted())
    expect(data.slice(dates.length).every(({ clock: one }) => one !== undefined)).toBe(true)
    const range = await get<List<Deadline>>('/deadlines?from=2026-12-01&to=2027-12-31')
    expect(range.data.length).toBeGreaterThan(5)
    const outside = range.data.filter(({ date = '' }) => date < '2026-12-01' || date > '2027-12-31')
    expect(outside).toEqual([])
  })

  test('of a jurisdiction are of its frameworks', async () => {
    const { data } = await get<List<Deadline>>('/deadlines?jurisdiction=br')
    expect(new Set(data.map(({ framework }) => framework))).toEqual(new Set(['lgpd']))
  })

  test('as a calendar: lines of at most 75 octets, an event for each date, ids that stay', async () => {
    const calendar = async (): Promise<string> =>
      (await call('/deadlines', { accept: 'text/calendar' })).text()
    const text = await calendar()
    const lines = text.trimEnd().split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const ids = lines.filter((line) => line.startsWith('UID:'))
    const { data } = await get<List<Deadline>>('/deadlines')
    expect(new Set(ids).size).toBe(data.filter(({ date }) => date !== undefined).length)
    expect(await calendar()).toBe(text)
  })
})

test.each([
  '/frameworks/gdpr/oscal',
  '/frameworks/nist-800-53/oscal',
  '/crosswalks/iso-27001/nist-csf/oscal',
])('%s is valid OSCAL', async (path) => {
  expect(oscalErrors(await get(path))).toEqual([])
})

describe('what every read has in common', () => {
  test('an answer that is there already is 304, whichever encoding it has', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const first = await call('/frameworks/iso-27001/controls?limit=200', headers)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"/)
      expect(first.headers.get('cache-control')).toBe('private, max-age=300')
      const again = await call('/frameworks/iso-27001/controls?limit=200', {
        ...headers,
        'if-none-match': etag,
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  test('ten a second and fifty at once, told in the headers; another key is not slowed', async () => {
    const statuses: number[] = []
    for (let read = 0; read < 51; read += 1) statuses.push((await call('/frameworks/soc-2/editions')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    const refusal = await call('/frameworks/soc-2/editions')
    expect(refusal.status).toBe(429)
    expect(refusal.headers.get('retry-after')).toBe('1')
    expect(refusal.headers.get('ratelimit')).toBe('"reads";r=0;t=1')
    expect((await readRefusal(refusal)).code).toBe('rate_limit_exceeded')
    expect((await call('/models')).status).toBe(200)
    clock.advance(100)
    expect((await call('/frameworks/soc-2/editions')).status).toBe(200)
  })

  test('searches over everything and checks have two a second, ten at once', async () => {
    const statuses: number[] = []
    for (let search = 0; search < 12; search += 1) statuses.push((await call('/controls?q=backup')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await call('/controls?q=backup&framework=soc-2')).status).toBe(200)
  })

  test('needs no balance and costs nothing; without a key it is 401', async () => {
    const { id } = await service.admin<{ id: string }>('POST', '/accounts', { name: 'Empty', credit_usd: 0 })
    const { key } = await service.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { name: 'reader' })
    const read = (authorization: string): Promise<Response> =>
      fetch(`${service.url}/v1/controls?q=backup`, { headers: { authorization } })
    expect((await read(`Bearer ${key}`)).status).toBe(200)
    expect((await read('Bearer sk-svc-nothing')).status).toBe(401)
    const account = await service.admin<{ balance_usd: number }>('GET', `/accounts/${id}`)
    expect(account.balance_usd).toBe(0)
    expect((await service.admin<{ data: unknown[] }>('GET', `/accounts/${id}/usage`)).data).toEqual([])
  })
})
