import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import { barriers } from '../support/browser/axe.ts'
import { closeBrowser, describeInBrowser, visit, type Look } from '../support/browser/browser.ts'
import { keepScreen } from '../support/browser/screen.ts'
import { startConsole } from '../support/start-console.ts'
import type { Service } from '../support/start-service.ts'

const PAGES: Readonly<Record<string, string>> = {
  front: '/',
  frameworks: '/frameworks',
  'frameworks-found': '/frameworks?q=japan',
  'frameworks-nothing': '/frameworks?q=nothing',
  'frameworks-too-long': `/frameworks?q=${'long '.repeat(60)}`,
  framework: '/frameworks/iso-27001',
  'framework-of-laws': '/frameworks/appi',
  'framework-in-parts': '/frameworks/australia-ism',
  'framework-unknown': '/frameworks/iso-27000',
}

describeInBrowser('the front door', () => {
  let service: Service

  beforeEach(async () => {
    service = await startConsole({}, { clock: systemClock })
  })
  afterEach(() => service.close())
  afterAll(closeBrowser)

  test.each<Look>(['light', 'dark', 'phone'])('keeps nobody out, on every page: %s', async (look) => {
    const { page, faults, close } = await visit(service.url, { look })
    const seen: Record<string, string[]> = {}
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path)
      const found = await barriers(page)
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      if ((await page.evaluate(wider)) !== 0) found.push('the page is wider than the window')
      if (found.length > 0) seen[name] = found
      await keepScreen(page, `${name}-${look}`)
    }
    expect(seen).toEqual({})
    expect(faults).toEqual([])
    await close()
  })

  test.each([true, false])(
    'a person finds a framework and comes to the console, with scripts: %s',
    async (scripts) => {
      const { page, faults, close } = await visit(service.url, { scripts })
      await page.goto('/')
      await page.getByRole('link', { name: /^Browse \d+ frameworks$/ }).click()
      await page.getByLabel(/^Search by/).fill('  Züricher <b>nothing</b> ')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { name: 'Nothing goes by “Züricher <b>nothing</b>”' }).waitFor()
      await page.getByLabel(/^Search by/).fill('iso 270')
      await page.getByLabel(/^Search by/).press('Enter')
      await page.getByRole('link', { name: 'ISO 27001', exact: true }).click()
      await page.getByRole('heading', { name: 'ISO 27001', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Console' }).click()
      await page.getByLabel('E-mail address').waitFor()
      expect(faults).toEqual([])
      await close()
    },
  )

  test('a snippet is copied as it stands', async () => {
    const { page, faults, close } = await visit(service.url)
    await page.goto('/frameworks/dora')
    await page.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('"svc": {"frameworks": ["dora"]}')
    expect(faults).toEqual([])
    await close()
  })
})
