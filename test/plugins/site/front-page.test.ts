import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../../src/plugins/pages/page-surface.ts'
import { startConsole } from '../../support/start-console.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { linksOf, rowsOf, visitPage, wordsOf } from './site-client.ts'

let service: Service
let page: string
beforeAll(async () => {
  service = await startConsole()
  page = (await visitPage(`${service.url}/`)).page
})
afterAll(() => service.close())

test('it tells the numbers of the registry', () => {
  const { frameworks } = service.parts.registry
  const controls = frameworks.reduce((sum, framework) => sum + framework.controls.length, 0)
  const words = wordsOf(page)
  expect(words).toContain(`Frameworks ${frameworks.length} `)
  expect(words).toContain(`Controls described ${controls.toLocaleString('en-US')} `)
  expect(words).toContain(`Browse ${frameworks.length} frameworks`)
})

test('its prices are those of the models, wherever they are set', async () => {
  const dear = await startService({ FAST_INPUT_USD_PER_MTOK: '0.123456', THINKING_OUTPUT_USD_PER_MTOK: '77' })
  const { data } = (await (await dear.call('GET', '/v1/models')).json()) as {
    data: { id: string; svc: { input_usd_per_mtok: number; output_usd_per_mtok: number } }[]
  }
  const rows = rowsOf((await visitPage(`${dear.url}/`)).page)
  await dear.close()
  expect(rows.slice(1).map(([alias, , input, output]) => [alias, Number(input), Number(output)])).toEqual(
    data.map(({ id, svc }) => [id, svc.input_usd_per_mtok, svc.output_usd_per_mtok]),
  )
  expect(rows.flat()).toContain('0.123456')
})

test('its snippets call the address that SDKs are given, whatever host was asked for', async () => {
  const named = await startService({ API_URL: 'https://api.svc.example/v1' })
  const answer = await visitPage(`${named.url}/`, { host: 'evil.example' })
  await named.close()
  const codes = [...answer.page.matchAll(/<pre\b.*?<\/pre>/gs)].map(([code]) => wordsOf(code))
  expect(codes).toHaveLength(3)
  for (const code of codes) {
    expect(code).toContain('https://api.svc.example/v1')
    expect(code).toContain('YOUR_KEY')
  }
  expect(answer.page).not.toContain('evil.example')
})

test('its snippet works with a key in the place of YOUR_KEY', async () => {
  const [, code = ''] = /<code id="curl-code">(.*?)<\/code>/s.exec(page) ?? []
  const words = wordsOf(code).replace('YOUR_KEY', service.key)
  const [, url = ''] = /curl (\S+)/.exec(words) ?? []
  const [, key = ''] = /"Authorization: ([^"]+)"/.exec(words) ?? []
  const [, body = ''] = /-d '(.+)'/.exec(words) ?? []
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-svc-frameworks')).toBe('iso-27001')
})

describe('what stands behind it is told as it is', () => {
  test('without a model, that the built-in responder answers', async () => {
    expect(wordsOf(page)).toContain('no model behind it: its built-in responder')
    const modelled = await startService({ UPSTREAM_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect(wordsOf((await visitPage(`${modelled.url}/`)).page)).not.toContain('no model behind it')
    await modelled.close()
  })

  test('whether there is an EU path', async () => {
    const notHere = (text: string): number => text.split('not set up here').length - 1
    expect(notHere(page)).toBe(2)
    const european = await startService({ UPSTREAM_EU_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect(notHere((await visitPage(`${european.url}/`)).page)).toBe(0)
    await european.close()
  })

  test('that answers are no legal advice', () => {
    expect(wordsOf(page)).toContain('not legal advice')
  })
})

describe('the way to the console', () => {
  const consoleLinks = (text: string): string[] => linksOf(text).filter((href) => href.endsWith('/console'))

  test('is a path where the console has the address of these pages', () => {
    expect(new Set(consoleLinks(page))).toEqual(new Set(['/console']))
  })

  test('is the whole address where the console has another', async () => {
    const apart = await startService({ PLATFORM_URL: 'https://platform.svc.example' })
    const links = consoleLinks((await visitPage(`${apart.url}/`)).page)
    await apart.close()
    expect(new Set(links)).toEqual(new Set(['https://platform.svc.example/console']))
  })

  test('is not shown where there is no console', async () => {
    const without = await startService({ CONSOLE_ENABLED: 'false' })
    const text = (await visitPage(`${without.url}/`)).page
    const llms = (await visitPage(`${without.url}/llms.txt`)).page
    await without.close()
    expect(consoleLinks(text)).toEqual([])
    expect(text).toContain('Ask who runs this service for a key.')
    expect(llms).not.toMatch(/\[Console\]/)
  })
})

test('every link of the front page and of the list of frameworks leads somewhere on this host', async () => {
  const list = (await visitPage(`${service.url}/frameworks`)).page
  const found = [...page.matchAll(/(?:src|href)="([^"]+)"/g), ...list.matchAll(/(?:src|href)="([^"]+)"/g)]
  const paths = new Set(found.map(([, href = '']) => href).filter((href) => !href.startsWith('#')))
  expect([...paths].filter((path) => !path.startsWith('/'))).toEqual([])
  expect(paths.size).toBeGreaterThan(80)
  const answers = await Promise.all(
    [...paths].map(async (path) => {
      const answer = await fetch(service.url + path)
      await answer.arrayBuffer()
      return { path, status: answer.status }
    }),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('a link within a page has its target there, also from the front page', async () => {
  const list = (await visitPage(`${service.url}/frameworks`)).page
  const targets = [...linksOf(page), ...linksOf(list)].flatMap(
    (href) => /^(?:\/frameworks)?#(.+)$/.exec(href)?.[1] ?? [],
  )
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter((id) => !list.includes(`id="${id}"`))).toEqual([])
})

test.each(['/', '/frameworks', '/frameworks?q=iso', '/frameworks/iso-27001', '/frameworks/nothing'])(
  '%s runs nothing of other hosts, nothing inline, and sets no cookie',
  async (path) => {
    const { headers, page: text } = await visitPage(service.url + path)
    expect(headers['content-security-policy']).toBe(CONTENT_SECURITY_POLICY)
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style| style=| on\w+="/)
  },
)
