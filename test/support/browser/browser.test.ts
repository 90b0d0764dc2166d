import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../../src/plugins/pages/page-surface.ts'
import { barriers } from './axe.ts'
import { closeBrowser, describeInBrowser, visit } from './browser.ts'

const head = '<meta charset="utf-8"><title>A page</title>'

const PAGES: Readonly<Record<string, string>> = {
  '/good': `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>Good</h1></main></body></html>`,
  '/inline': `<!doctype html><html lang="en"><head>${head}<script>1</script></head><body><main><h1>Inline</h1></main></body></html>`,
  '/style': `<!doctype html><html lang="en"><head>${head}</head><body><main><h1 style="color: red">Style</h1></main></body></html>`,
  '/away': `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>Away</h1><a href="http://other.example/">away</a></main></body></html>`,
  '/barrier': `<!doctype html><html><head>${head}</head><body><main><h1>No label</h1><input></main></body></html>`,
}

describeInBrowser('what the browser tests see', () => {
  let server: Server
  let url: string

  beforeEach(async () => {
    server = createServer((request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': CONTENT_SECURITY_POLICY,
      })
      response.end(PAGES[request.url ?? ''] ?? '')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  afterAll(closeBrowser)

  test('a good page has no fault and no barrier', async () => {
    const { page, faults, close } = await visit(url)
    await page.goto('/good')
    expect([faults, await barriers(page)]).toEqual([[], []])
    await close()
  })

  test.each([
    ['/inline', 'script-src'],
    ['/style', 'style-src'],
  ])('what the policy stops on %s is a fault', async (path, directive) => {
    const { page, faults, close } = await visit(url)
    await page.goto(path)
    expect(faults.join('\n')).toContain(directive)
    await close()
  })

  test('a way to another host is a fault, and is not gone', async () => {
    const { page, faults, close } = await visit(url)
    await page.goto('/away')
    await page.getByRole('link').click()
    await expect.poll(() => faults).toEqual(['a request to http://other.example/'])
    await close()
  })

  test('a barrier is found', async () => {
    const { page, close } = await visit(url)
    await page.goto('/barrier')
    expect((await barriers(page)).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['label', 'html-has-lang']),
    )
    await close()
  })
})
