import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { barriers } from '../support/browser/axe.ts'
import { closeBrowser, describeInBrowser, visit, type Look } from '../support/browser/browser.ts'
import { keepScreen } from '../support/browser/screen.ts'
import { mailOf } from '../support/console-client.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { makeCall } from '../support/made-history.ts'
import { startConsole } from '../support/start-console.ts'
import type { Service } from '../support/start-service.ts'

const DAY = 86_400_000

const MODELS = ['svc-fast', 'svc-thinking', 'svc-eu-fast']
const FRAMEWORKS = [
  'dora',
  'iso-27001',
  'hipaa',
  'gdpr',
  'nis2',
  'soc-2',
  'pci-dss',
  'nist-csf',
  'fedramp',
  'eu-ai-act',
]

describeInBrowser('usage', () => {
  let service: Service
  let clock: FakeClock

  beforeEach(async () => {
    clock = new FakeClock()
    service = await startConsole({ BOOTSTRAP_CREDIT_USD: '1000' }, { clock })
  })
  afterEach(() => service.close())
  afterAll(closeBrowser)

  async function signIn(page: Page): Promise<void> {
    await page.goto('/console')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(mailOf(service.terminal.at(-1) ?? '').code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
  }

  /** Four months of calls; more on some days than on others. */
  async function history(): Promise<void> {
    const [key] = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 1 })
    let id = 0
    for (let days = 120; days >= 0; days -= 1) {
      for (let calls = (days * 7) % 11; calls > 0; calls -= 1) {
        id += 1
        const frameworks = [FRAMEWORKS[(id * id) % 10] ?? '', FRAMEWORKS[(id * 3) % 10] ?? '']
        await makeCall(service.parts.store, {
          id: `chatcmpl_${id}`,
          keyId: key?.id ?? '',
          model: MODELS[id % 5] ?? 'svc-fast',
          frameworks: [...new Set(frameworks)].slice(0, id % 3),
          at: clock.now() - days * DAY,
          costMicros: 900 + ((id * 7_919) % 40_000),
          promptTokens: 4_000 + (id % 900),
          completionTokens: 200 + (id % 500),
          status: id % 13 === 0 ? 'length' : 'completed',
        })
      }
    }
  }

  test.each<Look>(['light', 'dark', 'phone'])('keeps nobody out, empty, full and wrong: %s', async (look) => {
    const { page, faults, close } = await visit(service.url, { look })
    await signIn(page)
    const seen: Record<string, string[]> = {}
    const lookAt = async (path: string, name: string): Promise<void> => {
      await page.goto(path)
      seen[name] = await barriers(page)
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      if ((await page.evaluate<number>(wider)) > 0) seen[name].push('wider than its window')
      await keepScreen(page, `${name}-${look}`)
    }
    await lookAt('/console/usage', 'usage-empty')
    await history()
    await lookAt('/console/usage', 'usage')
    await lookAt('/console/usage?from=2026-08-01&to=2026-11-21&by=framework&measure=calls', 'usage-weeks')
    await lookAt('/console/usage?from=2026-11-20&to=2026-11-01', 'usage-error')
    await lookAt('/console/usage/calls', 'calls')
    expect(Object.entries(seen).filter(([, found]) => found.length > 0)).toEqual([])
    await close()
    expect(faults).toEqual([])
  })

  test('a person chooses days by the keyboard alone, and downloads them', async () => {
    await history()
    const { page, faults, close } = await visit(service.url)
    await signIn(page)
    await page.goto('/console/usage')
    await page.getByRole('link', { name: '7 days' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: '2026-11-15' }).waitFor()
    await page.getByLabel('By', { exact: true }).focus()
    await page.keyboard.type('Status')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show' }).press('Enter')
    await page.getByRole('heading', { name: 'Cost by status' }).waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await waiting).suggestedFilename()).toBe('svc-usage-2026-11-15-to-2026-11-21.csv')
    await close()
    expect(faults).toEqual([])
  })
})
