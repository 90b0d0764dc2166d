import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../../support/start-service.ts'
import { completion, json, startUpstream, type UpstreamServer } from '../../support/upstream-server.ts'
import { QUESTION, readRefusal } from './refusal.ts'

interface Entry {
  id: string
  object: string
  name: string
  full_name: string
  version: string
  [field: string]: unknown
}

interface Detail extends Entry {
  controls: { id: string; title: string }[]
}

let service: Service
let upstream: UpstreamServer
let entries: Entry[]
let details: Detail[]
beforeAll(async () => {
  upstream = await startUpstream(json(completion('Yes.')))
  service = await startService({ UPSTREAM_BASE_URL: upstream.url })
  entries = (await get<{ data: Entry[] }>('/v1/frameworks')).data
  details = await Promise.all(entries.map(({ id }) => get<Detail>(`/v1/frameworks/${id}`)))
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

async function get<T>(path: string): Promise<T> {
  const response = await service.call('GET', path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
  return (await response.json()) as T
}

const byId = (id: string): Detail => {
  const found = details.find((one) => one.id === id)
  if (!found) throw new Error(`no framework ${id}`)
  return found
}

/** Every field name and every number in a JSON value, at any depth. */
function namesAndNumbers(value: unknown): { names: string[]; numbers: number[] } {
  const names = new Set<string>()
  const numbers: number[] = []
  const walk = (part: unknown): void => {
    if (typeof part === 'number') numbers.push(part)
    if (typeof part !== 'object' || part === null) return
    for (const [name, inner] of Object.entries(part)) {
      if (!Array.isArray(part)) names.add(name)
      walk(inner)
    }
  }
  walk(value)
  return { names: [...names], numbers }
}

describe('the list of frameworks', () => {
  test('is a list of entries, each with the documented fields', async () => {
    const { object, data } = await get<{ object: string; data: Entry[] }>('/v1/frameworks')
    expect(object).toBe('list')
    expect(data.length).toBeGreaterThan(20)
    const fields = [
      'aliases',
      'domain',
      'full_name',
      'id',
      'issuing_body',
      'jurisdictions',
      'keywords',
      'kind',
      'name',
      'object',
      'region',
      'region_label',
      'support_level',
      'updated',
      'version',
    ]
    for (const entry of data) {
      expect(Object.keys(entry).toSorted()).toEqual(fields)
      expect(entry.object).toBe('framework')
    }
  })

  test('can be read: no entry is larger than 2 kB', () => {
    const sizes = entries.map((entry) => ({ id: entry.id, bytes: Buffer.byteLength(JSON.stringify(entry)) }))
    expect(sizes.filter(({ bytes }) => bytes > 2_000)).toEqual([])
  })

  test('holds every id once, in order', () => {
    const ids = entries.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
  })

  test('holds the same ids as the public catalog', async () => {
    const catalog = (await (await fetch(`${service.url}/api/public/frameworks/v1`)).json()) as {
      frameworks: { slug: string; name: string }[]
    }
    const inCatalog = catalog.frameworks.map(({ slug, name }) => `${slug}: ${name}`).toSorted()
    expect(entries.map(({ id, name }) => `${id}: ${name}`).toSorted()).toEqual(inCatalog)
  })

  test('holds only ids that a call can pin', async () => {
    const injected: (string | null)[] = []
    for (const { id } of entries) {
      const response = await service.call('POST', '/v1/chat/completions', {
        model: 'svc-fast',
        messages: QUESTION,
        svc: { frameworks: [id] },
      })
      await response.text()
      injected.push(response.headers.get('x-svc-frameworks'))
    }
    expect(injected).toEqual(entries.map(({ id }) => id))
  })
})

describe('one framework', () => {
  test('is its entry of the list with what stands behind it', () => {
    for (const [index, { editions, sources, sections, controls, ...entry }] of details.entries()) {
      expect(entry).toEqual(entries[index])
      for (const list of [editions, sources, sections, controls]) {
        expect(list).toBeInstanceOf(Array)
        expect(list).not.toEqual([])
      }
    }
  })

  test.each([
    ['dora', 'Art. 17'],
    ['dora', 'Art. 6(8)'],
    ['iso-27001', 'A.5.20'],
    ['soc-2', 'CC6.1'],
    ['gdpr', 'Art. 33'],
    ['nist-csf', 'GV.OC-01'],
  ])('%s lists the control %s with its title', (id, control) => {
    const found = byId(id).controls.filter((one) => one.id === control)
    expect(found).toEqual([{ id: control, title: expect.stringMatching(/\w/) as string }])
  })

  test('names each control once and by id and title alone', () => {
    for (const { id, controls } of details) {
      const ids = controls.map((control) => control.id)
      expect([id, ids]).toEqual([id, [...new Set(ids)]])
      for (const control of controls) expect(Object.keys(control).toSorted()).toEqual(['id', 'title'])
    }
  })

  test('does not hand out the knowledge itself', () => {
    for (const framework of service.parts.registry.frameworks) {
      const text = JSON.stringify(byId(framework.id))
      for (const control of framework.controls.filter((one) => one.text.length > 40)) {
        expect(text).not.toContain(JSON.stringify(control.text).slice(1, -1))
      }
    }
  })
})

describe('no answer tells the size of the knowledge', () => {
  test('in any field, under any name', () => {
    const { names, numbers } = namesAndNumbers([entries, details])
    expect(names.filter((name) => /token|size|length|bytes|count|chars|knowledge/i.test(name))).toEqual([])
    const sizes = new Set(
      service.parts.registry.frameworks.flatMap(({ body, knowledgeTokens }) => [
        knowledgeTokens,
        body.length,
        Buffer.byteLength(body),
      ]),
    )
    expect(numbers.filter((number) => sizes.has(number))).toEqual([])
  })

  test('in any header but the length of the answer', async () => {
    const { headers } = await service.call('GET', '/v1/frameworks/dora')
    expect([...headers.keys()].filter((name) => name.startsWith('x-svc-'))).toEqual([])
  })
})

describe('an id that does not exist', () => {
  test.each([
    ['iso27001', 'iso-27001'],
    ['ISO-27001', 'iso-27001'],
    ['soc2', 'soc-2'],
    ['dorra', 'dora'],
    ['nist-800-52', 'nist-800-53'],
    ['Digital%20Operational%20Resilience%20Act', 'dora'],
  ])('%s is refused with the nearest id, %s', async (asked, near) => {
    const refusal = await readRefusal(await service.call('GET', `/v1/frameworks/${asked}`))
    expect(refusal).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      param: 'id',
      message: refusal.message,
    })
    expect(refusal.message).toMatch(new RegExp(`Did you mean [^?]*\\b${near}\\b[^?]*\\?`))
  })

  test.each(['qqqqqqqqqqqqqqqqqqqq', '__proto__', 'constructor', 'm'.repeat(200)])(
    '%s is refused without a guess where nothing is near',
    async (asked) => {
      const refusal = await readRefusal(await service.call('GET', `/v1/frameworks/${asked}`))
      expect(refusal).toMatchObject({ status: 404, code: 'not_found', param: 'id' })
      expect(refusal.message).not.toContain('Did you mean')
    },
  )
})
