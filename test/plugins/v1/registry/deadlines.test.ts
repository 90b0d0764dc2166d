import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf, startRegistry, type List, type RegistryClient } from './registry-client.ts'

interface Deadline {
  framework: string
  kind: string
  what: string
  who?: string
  date?: string
  clock?: { trigger: string; within?: string; to?: string }
  control?: string
  status: string
  source?: { title: string; url: string }
  checked_on: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

let registry: RegistryClient
let all: Deadline[]
beforeAll(async () => {
  registry = await startRegistry()
  all = (await list('')).data
})
afterAll(() => registry.service.close())

const list = (query: string): Promise<List<Deadline>> => registry.read(`/v1/deadlines?${query}`)
const days = (deadlines: readonly Deadline[]): string[] => deadlines.flatMap(({ date }) => date ?? [])

describe('the deadlines', () => {
  test('are all that the modules state, with the documented fields', () => {
    const stated = registry.service.parts.registry.frameworks.flatMap(({ data }) => data.deadlines)
    expect(all).toHaveLength(stated.length)
    for (const one of all) {
      const {
        framework,
        kind,
        what,
        who,
        date,
        clock,
        control,
        status,
        source,
        checked_on: checked,
        ...rest
      } = one
      expect(rest).toEqual({})
      expect(registry.service.parts.registry.get(framework)).toBeDefined()
      expect(['applies', 'transition', 'report', 'review', 'penalty']).toContain(kind)
      expect(['in-force', 'proposed', 'postponed']).toContain(status)
      expect(what).not.toBe('')
      expect([who, control]).not.toContain('')
      expect((date === undefined) !== (clock === undefined)).toBe(true)
      expect(date ?? '2000-01-01').toMatch(DAY)
      expect(clock?.within ?? 'P1D').toMatch(/^P(?:\d+[YMWD])*(?:T(?:\d+[HM])+)?$/)
      expect(source?.url).toMatch(/^https?:\/\//)
      expect(checked).toMatch(DAY)
    }
  })

  test('come by day, the earliest first, clocks behind them', () => {
    const dated = days(all)
    expect(dated).toEqual(dated.toSorted())
    expect(all.slice(0, dated.length).every(({ date }) => date !== undefined)).toBe(true)
    expect(all.length).toBeGreaterThan(dated.length)
  })

  test.each([1, 99, 1_000])('joined from pages of %d are the whole list', async (limit) => {
    const query = limit === 1 ? 'framework=gdpr' : ''
    const pages = await registry.pages<Deadline>(`/v1/deadlines?${query}`, limit)
    expect(pages.flatMap(({ data }) => data)).toEqual((await list(query)).data)
  })

  test('of some frameworks are theirs alone, whatever their order', async () => {
    const { data } = await list('framework=nis2&framework=dora&framework=nis2')
    expect(data).toEqual(all.filter(({ framework }) => ['nis2', 'dora'].includes(framework)))
    expect((await list('framework=dora&framework=nis2')).data).toEqual(data)
  })

  test('between two days are those days and what is between them, without clocks', async () => {
    const dated = days(all)
    const [from, to] = [dated[100] ?? '', dated[200] ?? '']
    const between = dated.filter((day) => day >= from && day <= to)
    expect(days((await list(`from=${from}&to=${to}`)).data)).toEqual(between)
    expect((await list(`from=${from}`)).data).toEqual(all.filter(({ date = '' }) => date >= from))
    expect((await list(`to=${to}`)).data).toEqual(all.filter(({ date }) => date !== undefined && date <= to))
    expect(days((await list(`from=${from}&to=${from}`)).data)).toEqual(dated.filter((day) => day === from))
    expect((await list(`from=${to}&to=${from}`)).data).toEqual([])
  })

  test('of a jurisdiction or region are those of its frameworks, in any case', async () => {
    const { frameworks } = registry.service.parts.registry
    for (const asked of ['DE', 'de', 'US-CA', 'eu', 'EU']) {
      const own = frameworks.filter(
        ({ region, jurisdictions }) =>
          region === asked.toLowerCase() ||
          jurisdictions.some((one) => one.toLowerCase() === asked.toLowerCase()),
      )
      const ids = new Set(own.map(({ id }) => id))
      const { data } = await list(`jurisdiction=${asked}`)
      expect(data).toEqual(all.filter(({ framework }) => ids.has(framework)))
      expect(data).not.toEqual([])
    }
    expect((await list('jurisdiction=zz')).data).toEqual([])
  })

  test.each([
    ['from=2026-02-30', 'from'],
    ['from=2026-1-1', 'from'],
    ['to=tomorrow', 'to'],
    ['to=', 'to'],
    ['from=2026-01-01T00:00:00Z', 'from'],
    ['from=2026-01-01&from=2026-01-02', 'from'],
    [`jurisdiction=${'x'.repeat(21)}`, 'jurisdiction'],
    ['framework=gdrp', 'framework'],
    ['framework=', 'framework'],
    ['framework=gdpr&'.repeat(9), 'framework'],
  ])('%s is refused', async (query, param) => {
    expect(await registry.refusal(`/v1/deadlines?${query}`)).toMatchObject({ status: 400, param })
  })
})

test('a CSV has a row for each deadline, and says what JSON says', async () => {
  const rows = rowsOf(await registry.text('/v1/deadlines', 'text/csv'))
  expect(rows[0]).toEqual(
    'framework date trigger within to kind what who control status source source_url checked_on'.split(' '),
  )
  expect(rows.slice(1)).toEqual(
    all.map(({ framework, date, clock, kind, what, who, control, status, source, checked_on: checked }) =>
      [
        framework,
        date,
        clock?.trigger,
        clock?.within,
        clock?.to,
        kind,
        what,
        who,
        control,
        status,
        source?.title,
        source?.url,
        checked,
      ].map((cell) => cell ?? ''),
    ),
  )
})

describe('a calendar', () => {
  /** Its events as their properties, unfolded, and their text unescaped. */
  const eventsOf = (calendar: string): Map<string, string>[] =>
    calendar
      .replaceAll('\r\n ', '')
      .split('BEGIN:VEVENT\r\n')
      .slice(1)
      .map((event) => {
        const lines = event.split('END:VEVENT')[0]?.trimEnd().split('\r\n') ?? []
        return new Map(
          lines.map((line) => {
            const [, name = '', value = ''] = /^([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
            expect([line, name]).not.toContain('')
            const text = value.replaceAll(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
            return [name, text] as const
          }),
        )
      })
  const calendarOf = (query: string): Promise<string> =>
    registry.text(`/v1/deadlines?${query}`, 'text/calendar')

  test('is lines of at most 75 octets with CR LF, of which each folded one is whole UTF-8', async () => {
    const calendar = await calendarOf('')
    const lines = calendar.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([])
    expect(lines.filter((line) => line.includes('\ufffd'))).toEqual([])
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
    expect(calendar.trimEnd()).toMatch(/\r\nEND:VCALENDAR$/)
    expect(lines.filter((line) => line.startsWith('PRODID:'))).toHaveLength(1)
  })

  // RFC 5545 ends every content line with CR LF, the last one too.
  test('ends its last line as every other', async () => {
    expect((await calendarOf('framework=gdpr')).endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  test('has one event for each deadline with a day, on that day, and none for clocks', async () => {
    const events = eventsOf(await calendarOf(''))
    const dated = all.filter(({ date }) => date !== undefined)
    expect(events.map((event) => event.get('DTSTART'))).toEqual(
      days(dated).map((day) => day.replaceAll('-', '')),
    )
    for (const [index, event] of events.entries()) {
      const { what = '', framework = '', status, source, checked_on: checked = '' } = dated[index] ?? {}
      const name = registry.service.parts.registry.get(framework)?.name
      expect(event.get('SUMMARY')).toBe(`${name}: ${what}`)
      expect(event.get('STATUS')).toBe(status === 'in-force' ? 'CONFIRMED' : 'TENTATIVE')
      expect(event.get('TRANSP')).toBe('TRANSPARENT')
      expect(event.get('URL')).toBe(source?.url)
      expect(event.get('DTSTAMP')).toBe(`${checked.replaceAll('-', '')}T000000Z`)
      expect(event.get('DESCRIPTION')).toContain(`Checked on: ${checked}`)
    }
  })

  test('names each event once, and by the same name in every calendar that holds it', async () => {
    const ids = eventsOf(await calendarOf('')).map((event) => event.get('UID') ?? '')
    expect(new Set(ids).size).toBe(ids.length)
    const some = eventsOf(await calendarOf('framework=dora')).map((event) => event.get('UID') ?? '')
    expect(some.length).toBeGreaterThan(0)
    expect(some.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('has the same bytes in a service that was started anew, on another day', async () => {
    const other = await startRegistry()
    try {
      other.clock.advance(40 * 86_400_000)
      expect(await other.text('/v1/deadlines?framework=nis2', 'text/calendar')).toBe(
        await calendarOf('framework=nis2'),
      )
    } finally {
      await other.service.close()
    }
  })

  test('without any event is a calendar still', async () => {
    const calendar = await calendarOf('from=1900-01-01&to=1900-01-02')
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    expect(eventsOf(calendar)).toEqual([])
  })
})
