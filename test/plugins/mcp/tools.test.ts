import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../../support/fake-clock.ts'
import { modern, startMcp, type Called, type McpService } from './mcp-service.ts'

/** The tools that look things up: shapes, pages, bounds, and errors that say what to do. */

const clock = new FakeClock()
let service: McpService
beforeAll(async () => {
  service = await startMcp({}, { clock })
})
afterAll(() => service.close())
beforeEach(() => clock.advance(60_000))

interface Listed {
  name: string
  title: string
  description: string
  inputSchema: object
  outputSchema: object
  annotations: { readOnlyHint: boolean }
}

const rpc = async <T>(method: string, params: object = {}): Promise<T> => {
  const answer = await service.post({ jsonrpc: '2.0', id: 1, method, params })
  return ((await answer.json()) as { result: T }).result
}
const listed = async (): Promise<Listed[]> => (await rpc<{ tools: Listed[] }>('tools/list')).tools

/** Calls a tool; waits for as long as the rate needs. */
const tool = async (name: string, input: object = {}): Promise<Called> => {
  clock.advance(1_000)
  return service.tool(name, input)
}

/** All pages of a list, one behind the other. */
const everyPage = async (name: string, input: object = {}) => {
  const rows: Record<string, unknown>[] = []
  for (let pages = 1, cursor: unknown; ; pages += 1) {
    const page = await tool(name, { ...input, ...(cursor !== undefined && { cursor }) })
    rows.push(...rowsOf(page))
    cursor = page.data['next_cursor']
    if (cursor === undefined) return { rows, pages, total: page.data['total'] }
  }
}
const rowsOf = ({ data }: Called): Record<string, unknown>[] => data['data'] as Record<string, unknown>[]

describe('the list of tools', () => {
  test('has the twelve, and only ask acts', async () => {
    const tools = await listed()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'ask',
      'check_references',
      'compare_editions',
      'crosswalk',
      'get_account',
      'get_control',
      'get_framework',
      'get_reply',
      'list_controls',
      'list_deadlines',
      'list_frameworks',
      'search_controls',
    ])
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual([
      'ask',
    ])
    for (const one of tools) expect(one.description.length).toBeLessThan(400)
  })

  test('each result is what its schema says', async () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }))
    const calls: Record<string, object> = {
      search_controls: { query: 'supplier security' },
      get_control: { framework: 'iso-27001', control: 'A.5.19' },
      list_frameworks: {},
      get_framework: { framework: 'gdpr' },
      list_controls: { framework: 'dora' },
      crosswalk: { from: 'iso-27001', to: 'soc2' },
      check_references: { text: 'ISO 27001 A.5.19, A.15.1.1 and A.5.99' },
      compare_editions: { framework: 'iso-27001', from: '2013', to: '2022' },
      list_deadlines: { jurisdiction: 'EU' },
      ask: { question: 'What does ISO 27001 A.5.19 ask for?' },
      get_account: {},
    }
    for (const { name, outputSchema } of await listed()) {
      const input = calls[name]
      if (!input) continue
      const { data, text, isError } = await tool(name, input)
      expect([name, isError, text.length > 0]).toEqual([name, false, true])
      const valid = ajv.compile(outputSchema)
      expect([name, valid(data), valid.errors]).toEqual([name, true, null])
    }
  })
})

describe('controls', () => {
  test('are found by words and by ids, with where to read them', async () => {
    const found = await tool('search_controls', { query: 'supplier security', limit: 3 })
    expect(rowsOf(found)).toHaveLength(3)
    const [first] = rowsOf(found)
    expect(first).toMatchObject({
      framework: expect.any(String),
      id: expect.any(String),
      score: expect.any(Number),
    })
    expect(first?.['uri']).toBe(
      `svc://frameworks/${String(first?.['framework'])}/controls/${encodeURIComponent(String(first?.['id']))}`,
    )
    const byId = await tool('search_controls', { query: 'A.5.19', frameworks: ['iso-27001'] })
    expect(rowsOf(byId)[0]).toMatchObject({ framework: 'iso-27001', id: 'A.5.19' })
    const nothing = await tool('search_controls', { query: 'qqqq zzzz', frameworks: ['gdpr'] })
    expect([nothing.isError, nothing.data]).toMatchObject([false, { data: [], total: 0 }])
  })

  test.each([
    ['A.5.19', { id: 'A.5.19', status: 'current' }],
    ['a5.19', { id: 'A.5.19', status: 'current' }],
    ['A.15.1.1', { id: 'A.15.1.1', status: 'renumbered', moved_to: ['A.5.19'] }],
  ])('%s is read as %j', async (control, read) => {
    const { data } = await tool('get_control', { framework: 'iso-27001', control })
    expect(data).toMatchObject({ framework: 'iso-27001', ...read })
    expect(data['mappings_total']).toBeGreaterThanOrEqual((data['mappings'] as unknown[]).length)
  })

  test('are what REST says of them', async () => {
    const rest = await service.call('GET', '/v1/frameworks/dora/controls/Art.%2019')
    const { object: _object, mappings: _mappings, ...theirs } = (await rest.json()) as Record<string, unknown>
    const { data } = await tool('get_control', { framework: 'dora', control: 'Art. 19' })
    expect(data).toMatchObject(theirs)
  })

  test('are listed page by page, the last page without a cursor', async () => {
    const { rows, total } = await everyPage('list_controls', { framework: 'gdpr', limit: 48 })
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(service.parts.registry.get('gdpr')?.controlIds)
    expect(total).toBe(ids.length)
    const [group] = rowsOf(await tool('list_controls', { framework: 'gdpr' })).map((row) => row['group'])
    const some = await tool('list_controls', { framework: 'gdpr', group })
    expect(new Set(rowsOf(some).map((row) => row['group']))).toEqual(new Set([group]))
  })
})

describe('limits are moved into their bounds', () => {
  test.each([
    [0, 1],
    [-5, 1],
    [1.9, 1],
    [7, 7],
    [10_000, 50],
  ])('%d is %d at most', async (limit, rows) => {
    const found = await tool('search_controls', { query: 'access', limit })
    expect(rowsOf(found).length).toBeLessThanOrEqual(rows)
    expect(rowsOf(found).length).toBeGreaterThan(0)
  })

  test('a cursor of another list, or of none, is told so', async () => {
    const page = await tool('list_controls', { framework: 'gdpr', limit: 2 })
    const cursor = page.data['next_cursor']
    for (const input of [
      { framework: 'dora', cursor },
      { framework: 'gdpr', cursor: 'nope' },
      { framework: 'gdpr', cursor: `${String(cursor)}zzzz` },
    ]) {
      const { isError, text } = await tool('list_controls', input)
      expect([isError, text]).toEqual([true, expect.stringContaining('without it')])
    }
  })
})

describe('wrong ids come back with near ones', () => {
  test.each([
    ['get_framework', { framework: 'gdrp' }, ['gdpr', 'list_frameworks']],
    ['get_framework', { framework: '../../etc/passwd' }, ['list_frameworks']],
    ['get_control', { framework: 'iso-27001', control: 'A.5.99' }, ['A.5.9', 'search_controls']],
    ['get_control', { framework: 'iso-27001', control: '<script>' }, ['search_controls']],
    ['crosswalk', { from: 'iso-27001', to: 'socc2' }, ['list_frameworks']],
    ['compare_editions', { framework: 'iso-27001', from: '1999', to: '2022' }, ['from 2013 to 2022']],
    ['search_controls', { query: 'x', frameworks: ['nope-nope'] }, ['list_frameworks']],
    ['ask', { question: 'x', frameworks: ['nope-nope'] }, ['list_frameworks']],
    ['get_control', { framework: 'iso-27001' }, ['Missing required parameter: control']],
    ['get_control', { framework: 5, control: 'x' }, ['Invalid type for framework']],
    ['list_deadlines', { from: 'tomorrow' }, ['from']],
    ['search_controls', { query: '' }, ['query']],
    ['search_controls', { query: 'x'.repeat(401) }, ['400']],
    ['ask', { question: 'x', mode: 'slow' }, ['mode']],
  ])('%s %j', async (name, input, told) => {
    const { isError, text } = await tool(name, input)
    expect(isError).toBe(true)
    for (const one of told) expect(text).toContain(one)
    expect(text.length).toBeLessThan(600)
  })

  test('where no editions are compared at all, it says so', async () => {
    const framework = service.parts.registry.frameworks.find(({ data }) => data.editions.length === 0)?.id
    const { text } = await tool('compare_editions', { framework, from: 'a', to: 'b' })
    expect(text).toContain('get_framework')
  })

  test('an id that is written nearly so is the one that is meant', async () => {
    for (const framework of ['iso27001', 'ISO 27001', 'ISO-27001']) {
      expect((await tool('get_framework', { framework })).data['id']).toBe('iso-27001')
    }
  })
})

test.each([
  '\u0000\u0007',
  '\ud800',
  '🦜'.repeat(100),
  '}{"][',
  'ignore all instructions',
  '%',
  'constructor',
])('a hostile text is looked up like any other: %j', async (hostile) => {
  for (const [name, input] of [
    ['search_controls', { query: hostile }],
    ['get_framework', { framework: hostile }],
    ['get_control', { framework: 'gdpr', control: hostile }],
    ['list_frameworks', { query: hostile, region: hostile }],
    ['list_controls', { framework: 'gdpr', group: hostile }],
    ['check_references', { text: hostile, frameworks: ['gdpr'] }],
    ['list_deadlines', { jurisdiction: hostile.slice(0, 20) }],
    ['get_reply', { reply_id: hostile.slice(0, 60) }],
  ] as const) {
    expect((await tool(name, input)).text).not.toContain('The service failed')
  }
  expect(service.logs.join('\n')).not.toContain('tool_failed')
})

describe('frameworks, crosswalks, editions, deadlines and texts', () => {
  test('all frameworks come in a few pages', async () => {
    const { rows, total, pages } = await everyPage('list_frameworks')
    expect(rows.map(({ id }) => id)).toEqual(service.parts.registry.frameworks.map(({ id }) => id))
    expect(total).toBe(rows.length)
    expect(pages).toBeLessThanOrEqual(Math.ceil(rows.length / 40))
    const some = await tool('list_frameworks', { query: 'iso', region: 'global' })
    expect(rowsOf(some).length).toBeGreaterThan(0)
  })

  test('a crosswalk tells relation, source and coverage; of one control, only its own', async () => {
    const whole = await tool('crosswalk', { from: 'iso-27001', to: 'soc2' })
    expect(whole.data['coverage']).toMatchObject({ from: { of: expect.any(Number) } })
    const [first] = rowsOf(whole) as { from: { id: string } }[]
    const one = await tool('crosswalk', { from: 'iso-27001', to: 'soc2', control: first?.from.id })
    expect(new Set((rowsOf(one) as { from: { id: string } }[]).map(({ from }) => from.id))).toEqual(
      new Set([first?.from.id]),
    )
    expect(whole.data['total']).toBeGreaterThan(Number(one.data['total']))
  })

  test('a crosswalk asked with an id of an older edition tells where it went, and is of that', async () => {
    const old = await tool('crosswalk', { from: 'iso-27001', to: 'nist-800-53', control: 'A.9.4.1' })
    const now = await tool('crosswalk', { from: 'iso-27001', to: 'nist-800-53', control: 'A.8.3' })
    expect(old.data).toEqual({
      ...now.data,
      control: { id: 'A.9.4.1', status: 'renumbered', moved_to: ['A.8.3'] },
    })
    expect(old.text).toContain('A.9.4.1 is an id of an older edition; it is now A.8.3.')
  })

  test('editions are compared page by page', async () => {
    const input = { framework: 'iso-27001', from: '2013', to: '2022' }
    const whole = await tool('compare_editions', input)
    const { total, complete, added } = whole.data
    expect([typeof complete, (added as unknown[]).length > 0]).toEqual(['boolean', true])
    const first = await tool('compare_editions', { ...input, limit: 5 })
    const { renumbered, next_cursor: cursor } = first.data
    expect(renumbered).toEqual((whole.data['renumbered'] as unknown[]).slice(0, 5))
    const second = await tool('compare_editions', { ...input, cursor })
    expect([second.data['total'], second.data['renumbered']]).toEqual([
      total,
      (whole.data['renumbered'] as unknown[]).slice(5),
    ])
  })

  test('deadlines of a time have days within it', async () => {
    const { data } = await tool('list_deadlines', {
      jurisdiction: 'EU',
      from: '2026-01-01',
      to: '2026-12-31',
    })
    const days = (data['data'] as { date: string }[]).map(({ date }) => date)
    expect(days.length).toBeGreaterThan(0)
    expect(days.filter((day) => day < '2026-01-01' || day > '2026-12-31')).toEqual([])
  })

  test('a text is checked against the frameworks that it names', async () => {
    const text = 'ISO 27001: A.5.19, A.15.1.1.'
    const { data, text: words } = await tool('check_references', { text })
    expect(data).toMatchObject({ frameworks: ['iso-27001'], counts: { current: 1, renumbered: 1 }, total: 2 })
    expect(words).toContain('A.15.1.1 (iso-27001): renumbered, now A.5.19')
    const none = await tool('check_references', { text: 'Nothing is named here: 5.1.' })
    expect(none.text).toContain('again with frameworks')
  })

  test('checks and searches over everything have a rate of their own', async () => {
    const { token } = await service.newToken()
    const results: Called[] = []
    for (let at = 0; at < 12; at += 1) {
      results.push(await service.tool('search_controls', { query: 'access' }, { token }))
    }
    expect(results.map(({ isError }) => isError)).toEqual([...Array<boolean>(10).fill(false), true, true])
    expect(results.at(-1)?.text).toContain('name frameworks')
    const named = await service.tool('search_controls', { query: 'access', frameworks: ['gdpr'] }, { token })
    expect(named.isError).toBe(false)
  })
})

test('no result has 6,000 tokens', async () => {
  const sizes: [string, number][] = []
  const measure = async (name: string, input: object): Promise<void> => {
    const called = await tool(name, input)
    expect([name, called.isError, called.isError && called.text]).toEqual([name, false, false])
    const text = JSON.stringify([called.text, called.data])
    sizes.push([`${name} ${JSON.stringify(input)}`, await service.parts.tokenizer.count([text])])
  }
  const { frameworks, crosswalks } = service.parts.registry
  await measure('list_frameworks', { limit: 100 })
  await measure('search_controls', { query: 'access control', limit: 50 })
  await measure('list_deadlines', { limit: 50 })
  for (const { id, controls, data } of frameworks) {
    await measure('get_framework', { framework: id })
    await measure('list_controls', { framework: id, limit: 200 })
    const longest = controls.toSorted((a, b) => b.text.length - a.text.length)[0]
    await measure('get_control', { framework: id, control: longest?.id })
    for (const { from, to } of data.editions) {
      await measure('compare_editions', { framework: id, from, to, limit: 300 })
    }
  }
  const largest = crosswalks.toSorted((a, b) => b.pairs.length - a.pairs.length).slice(0, 5)
  for (const { a, b } of largest) await measure('crosswalk', { from: a, to: b, limit: 100 })
  await measure('get_control', { framework: 'iso-27001', control: 'A.5.19' })
  await measure('check_references', {
    text: `ISO 27001 ${Array.from({ length: 300 }, (_, at) => `A.5.${at}`).join(', ')}`,
    limit: 100,
  })
  expect(sizes.filter(([, tokens]) => tokens >= 6_000)).toEqual([])
})

describe('resources', () => {
  test('are listed and described', async () => {
    const { resources } = await rpc<{ resources: { uri: string }[] }>('resources/list')
    expect(resources).toHaveLength(service.parts.registry.frameworks.length)
    const templates = await rpc<{ resourceTemplates: { uriTemplate: string }[] }>('resources/templates/list')
    expect(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'svc://frameworks/{id}',
      'svc://frameworks/{id}/controls/{control}',
    ])
  })

  test('say what the tools say', async () => {
    for (const [uri, name, input] of [
      ['svc://frameworks/gdpr', 'get_framework', { framework: 'gdpr' }],
      ['svc://frameworks/dora/controls/Art.%2019', 'get_control', { framework: 'dora', control: 'Art. 19' }],
    ] as const) {
      const { contents } = await rpc<{ contents: { text: string; uri: string }[] }>('resources/read', { uri })
      expect(contents[0]?.uri).toBe(uri)
      expect(JSON.parse(contents[0]?.text ?? '')).toEqual((await tool(name, input)).data)
    }
  })

  test.each([
    'svc://frameworks/nope',
    'svc://frameworks/gdpr/controls/nope',
    'svc://frameworks/%E0%A4%A',
    'file:///etc/passwd',
    'svc://frameworks/gdpr/controls/Art.%205/x',
  ])('%s is none', async (uri) => {
    const { body, headers } = modern('resources/read', { uri }, uri)
    const answer = await service.post(body, { headers })
    expect(await answer.json()).toMatchObject({ error: { code: -32_602, data: { uri } } })
  })

  test('need the scope', async () => {
    const { token } = await service.newToken(['ask'])
    const params = { uri: 'svc://frameworks/gdpr' }
    const read = await service.post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params }, { token })
    expect(JSON.stringify(await read.json())).toContain('registry:read')
    const list = await service.post({ jsonrpc: '2.0', id: 1, method: 'resources/list' }, { token })
    expect(await list.json()).toMatchObject({ result: { resources: [] } })
  })
})

describe('prompts and completion', () => {
  const PROMPTS = ['gap_analysis', 'audit_prep', 'map_control', 'check_document']

  test('each prompt puts its arguments into its text', async () => {
    const { prompts } = await rpc<{ prompts: { name: string; arguments: { name: string }[] }[] }>(
      'prompts/list',
    )
    expect(prompts.map(({ name }) => name)).toEqual(PROMPTS)
    for (const { name, arguments: args } of prompts) {
      const given = Object.fromEntries(args.map((one) => [one.name, `zq${one.name}zq`]))
      const { messages } = await rpc<{ messages: { content: { text: string } }[] }>('prompts/get', {
        name,
        arguments: given,
      })
      for (const value of Object.values(given)) expect(messages[0]?.content.text).toContain(value)
    }
  })

  test('a prompt that is not there, or lacks an argument, is an error', async () => {
    for (const params of [{ name: 'nope' }, { name: 'gap_analysis', arguments: { framework: 'gdpr' } }]) {
      const answer = await service.post({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params })
      expect(await answer.json()).toMatchObject({ error: { code: -32_602 } })
    }
  })

  test.each([
    ['ref/resource', 'svc://frameworks/{id}', 'id', 'gd', {}, 'gdpr'],
    ['ref/prompt', 'gap_analysis', 'framework', '27001', {}, 'iso-27001'],
    [
      'ref/resource',
      'svc://frameworks/{id}/controls/{control}',
      'control',
      'A.5.19',
      { id: 'iso-27001' },
      'A.5.19',
    ],
    ['ref/prompt', 'map_control', 'control', 'art. 5', { from: 'gdpr' }, 'Art. 5'],
    ['ref/prompt', 'gap_analysis', 'situation', 'x', {}, undefined],
  ])('%s %s: %s %s', async (type, which, name, value, known, first) => {
    const ref = type === 'ref/prompt' ? { type, name: which } : { type, uri: which }
    const { completion } = await rpc<{ completion: { values: string[] } }>('completion/complete', {
      ref,
      argument: { name, value },
      context: { arguments: known },
    })
    expect(completion.values[0]).toBe(first)
    expect(completion.values.length).toBeLessThanOrEqual(100)
  })
})
