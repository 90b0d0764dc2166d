import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { startService, type Service } from '../../support/start-service.ts'

let service: Service
let ada: ConsoleClient

beforeAll(async () => {
  service = await startService({ OPERATOR_EMAILS: 'ada@example.com' })
  ada = new ConsoleClient(service)
  await ada.signIn('ada@example.com')
})
afterAll(() => service.close())

const PAGES = [
  '/console/keys',
  '/console/keys/new',
  '/console/tokens',
  '/console/tokens/new',
  '/console/credit',
  '/console/account',
  '/console/operator',
  '/console/nothing',
]

test.each(PAGES)('%s is kept by nobody, and runs nothing of other hosts', async (path) => {
  const answer = await ada.get(path)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const page = await answer.text()
  expect(page).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style| style=| on\w+="/)
})

test('a page that is not there says so', async () => {
  const answer = await ada.get('/console/nothing')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('<h1>There is no such page</h1>')
})

test.each([
  ['GET', '/console/keys/%00'],
  ['GET', '/console/operator?q=a%00b'],
  ['GET', '/console/account/log?after=%1b'],
  ['POST', '/console/keys/%7f/revoke'],
])('%s %s has characters that nobody types', async (method, path) => {
  const answer = method === 'GET' ? await ada.get(path) : await ada.post(path)
  expect(answer.status).toBe(400)
})

test('a form that is too long is refused before it is read', async () => {
  const answer = await ada.post('/console/keys', { name: 'x'.repeat(300_000) })
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain('That is too long')
})

test('what is no form is refused', async () => {
  const answer = await fetch(`${service.url}/console/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  expect(answer.status).toBe(415)
  expect(await answer.text()).toContain('That is no form')
})

test('a fault of ours is told without its cause', async () => {
  const broken = vi.spyOn(service.parts.store.people, 'listAudit')
  broken.mockRejectedValueOnce(new Error('a-marker-of-the-cause'))
  const answer = await ada.get('/console/account/log')
  broken.mockRestore()
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('a-marker-of-the-cause')
})

test('scripts and sheets are kept for ever under an address that changes with them', async () => {
  const page = await ada.page('/console/keys')
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) {
    const answer = await ada.get(path, { 'accept-encoding': 'br' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    await answer.text()
  }
  expect((await ada.get('/assets/older/pages.css')).status).toBe(404)
})

test('without the console there is none of it', async () => {
  const without = await startService({ CONSOLE_ENABLED: 'false' })
  expect((await fetch(`${without.url}/console`)).status).toBe(404)
  await without.close()
})
