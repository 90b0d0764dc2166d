import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { barriers } from '../support/browser/axe.ts'
import { closeBrowser, describeInBrowser, visit, type Look } from '../support/browser/browser.ts'
import { keepScreen } from '../support/browser/screen.ts'
import { mailOf } from '../support/console-client.ts'
import { startConsole } from '../support/start-console.ts'
import type { Service } from '../support/start-service.ts'
import { chunk, sse, startUpstream, stream, type UpstreamServer } from '../support/upstream-server.ts'

const ANSWER = [
  '## Supplier agreements\n\n',
  'Two controls speak of them:\n\n',
  '- **A.5.20** asks for security in agreements.\n',
  '- **A.5.21** looks at the supply chain; *A.5.99* does not exist.\n\n',
  '| Control | Evidence |\n| --- | --- |\n| A.5.20 | signed agreements |\n\n',
  '```\nregister.csv\n```\n\nSee [the standard](https://www.iso.org/standard/27001).\n',
]

/** What a model may say that read a hostile page. */
const HOSTILE = [
  '# <img src=x onerror="document.title=1">\n\n',
  '<script>document.title = "2"</script>\n\n',
  '![a picture](https://evil.example/pixel.png)\n\n',
  '[one](javascript:document.title=3) [two](data:text/html,hi) [three](vbscript:x) [four](  javascript:alert(1))\n\n',
  '[five](JaVaScRiPt:alert(1)) [six](java\tscript:alert(1)) <https://evil.example/> <javascript:alert(1)>\n\n',
  '<iframe src="https://evil.example"></iframe> <a href="javascript:alert(1)" onclick="alert(1)">seven</a>\n\n',
  `${'> '.repeat(200)}deep\n\n${'- '.repeat(60)}deeper\n\n`,
  '- [x] done\n- [ ] open\n\n| a |\n| - |\n| <b onmouseover=alert(1)>x</b> |\n\n',
  '![x](x "onerror=alert(1)")\n```html\n<script>alert(1)</script>\n```\n',
]

describeInBrowser('the playground', () => {
  let service: Service
  let upstream: UpstreamServer

  beforeEach(async () => {
    upstream = await startUpstream(sse(stream(ANSWER)))
    service = await startConsole({ UPSTREAM_BASE_URL: upstream.url })
  })
  afterEach(async () => {
    await service.close()
    await upstream.close()
  })
  afterAll(closeBrowser)

  async function open(page: Page): Promise<void> {
    await page.goto('/console/sign-in?to=/console/playground')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').fill(mailOf(service.terminal.at(-1) ?? '').code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Playground' }).waitFor()
  }

  /** Types a question, and waits for what the scripts say to it: without them a button sends the form itself. */
  async function type(page: Page, question: string): Promise<void> {
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByText(/^It can cost at most \$0\.\d+\./).waitFor()
  }

  const charged = async () => service.parts.store.listUsage({ accountId: 'acct_demo', limit: 10 })

  test('shows the price before, the answer as markdown, and then what it stands on and cost', async () => {
    const { page, faults, close } = await visit(service.url)
    await open(page)
    await page
      .getByLabel('Question', { exact: true })
      .fill('Which ISO 27001 controls cover supplier agreements?')
    await page.getByText(/^It can cost at most \$0\.\d+\. Injected: ISO 27001\.$/).waitFor()
    expect(await charged()).toEqual([])
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('heading', { name: 'Modules' }).waitFor()
    const answer = page.locator('.answer')
    expect(await answer.locator('strong').allInnerTexts()).toEqual(['A.5.20', 'A.5.21'])
    expect(await answer.getByRole('heading').innerText()).toBe('Supplier agreements')
    expect(await answer.locator('table td').allInnerTexts()).toEqual(['A.5.20', 'signed agreements'])
    expect(await answer.getByRole('link').getAttribute('href')).toBe('https://www.iso.org/standard/27001')
    const references = await page.locator('.references li').allInnerTexts()
    expect(references).toEqual([
      'A.5.20 iso-27001 known',
      'A.5.21 iso-27001 known',
      'A.5.99 iso-27001 not in the framework',
    ])
    expect(await page.getByRole('row', { name: /ISO 27001/ }).innerText()).toContain('your question names it')
    const [call] = await charged()
    expect(await page.locator('[data-slot=cost]').first().innerText()).toBe(
      `$${((call?.costMicros ?? 0) / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`,
    )
    // Nothing of it is in the browser.
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    await page.reload()
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('')
    await close()
    expect(faults).toEqual([])
  })

  test('pins what is picked, by the keyboard alone', async () => {
    const { page, faults, close } = await visit(service.url)
    await open(page)
    await page.getByText('Pin frameworks').press('Enter')
    await page.getByLabel('Narrow the list').fill('dora')
    await page.getByRole('checkbox', { name: /^DORA/ }).press('Space')
    await page.getByText('(1 pinned)').waitFor()
    await type(page, 'Who reports what?')
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
    await page.getByText('you pinned it').waitFor()
    expect((await charged())[0]?.frameworks).toEqual(['dora'])
    await close()
    expect(faults).toEqual([])
  })

  test('stops when told to, and says what that cost', async () => {
    upstream.answer(
      sse([chunk({ role: 'assistant', content: 'A.5.20 begins\n\nand goes on' })], { hang: true }),
    )
    const { page, faults, close } = await visit(service.url)
    await open(page)
    await type(page, 'ISO 27001?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('A.5.20 begins').waitFor()
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await page.getByText(/^Stopped\. What was produced until then cost \$0\.\d+\.$/).waitFor()
    expect((await charged())[0]?.status).toBe('client_closed')
    await upstream.calls[0]?.aborted
    // What is there stays, and the next question can be asked.
    expect(await page.getByText('A.5.20 begins').count()).toBe(1)
    upstream.answer(sse(stream(['again'])))
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('again', { exact: true }).waitFor()
    await close()
    expect(faults).toEqual([])
  })

  test('says in words what is refused and what broke', async () => {
    const { page, close } = await visit(service.url)
    await open(page)
    await page.locator('play-ground:defined').waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Type a question.').waitFor()
    await type(page, 'ISO 27001?')
    upstream.answer((response) => void response.writeHead(500).end())
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('The model did not answer. Nothing was charged.').waitFor()
    upstream.answer(sse([chunk({ role: 'assistant', content: 'begins' }), 'data: {broken\n\n']))
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('The model did not answer. Nothing was charged.').waitFor()
    const calls = await charged()
    expect(calls.map(({ status, costMicros }) => [status, costMicros])).toEqual([
      ['upstream_error', 0],
      ['upstream_error', 0],
    ])
    await close()
  })

  test('a key that is revoked in mid-answer is told with what it cost, and the keyboard keeps its place', async () => {
    upstream.answer(
      sse([chunk({ role: 'assistant', content: 'A.5.20 begins\n\nand goes on' })], { hang: true }),
    )
    const { page, faults, close } = await visit(service.url)
    await open(page)
    await type(page, 'ISO 27001?')
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
    await page.getByText('A.5.20 begins').waitFor()
    const [key] = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 1 })
    await service.parts.keys.revoke('acct_demo', key?.id ?? '')
    service.parts.running.revoke(key?.id ?? '')
    await page
      .getByText(/^The key was revoked, which ended the answer\. What was produced until then cost \$0\./)
      .waitFor()
    expect(await page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''")).toBe('Ask')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('This key was revoked or has expired.').waitFor()
    expect(await page.getByLabel('Key that pays').getAttribute('aria-invalid')).toBe('true')
    await close()
    expect(faults).toEqual([])
  })

  test('who was signed out elsewhere is told, and keeps the question', async () => {
    const { page, close } = await visit(service.url)
    await open(page)
    await type(page, 'ISO 27001?')
    const { id = '' } = (await service.parts.store.people.findByEmail('ada@example.com')) ?? {}
    await service.parts.store.people.endSessions(id)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText(/^You are signed out/).waitFor()
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('ISO 27001?')
    expect(await charged()).toEqual([])
    await close()
  })

  test('hostile markdown stays words: nothing runs, nothing loads, no link leads astray', async () => {
    upstream.answer(sse(stream(HOSTILE)))
    const { page, faults, close } = await visit(service.url)
    await open(page)
    await type(page, 'ISO 27001?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('[data-slot=cost]').first().waitFor()
    const answer = page.locator('.answer')
    expect(await answer.locator('script, img, iframe, input, [onerror], [onclick], [style]').count()).toBe(0)
    const links = await answer
      .locator('a[href]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('href')))
    expect(links.filter((href) => !/^https?:\/\//.test(href ?? ''))).toEqual([])
    expect(await answer.innerText()).toContain('a picture')
    expect(await page.title()).toBe('Playground · svc')
    await keepScreen(page, 'playground-hostile')
    expect(await barriers(page)).toEqual([])
    await close()
    expect(faults).toEqual([])
  })

  test('without scripts the page answers whole', async () => {
    upstream.answer((response) => {
      const body = { choices: [{ message: { content: 'A.5.20 it is.' }, finish_reason: 'stop' }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const { page, faults, close } = await visit(service.url, { scripts: false })
    await open(page)
    await page.getByLabel('Question', { exact: true }).fill('ISO 27001?')
    await page.getByRole('button', { name: 'What can it cost at most?' }).click()
    await page.getByText(/It can cost at most \$0\.\d+\. Injected: ISO 27001\./).waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('A.5.20 it is.').waitFor()
    await page.getByText('your question names it').waitFor()
    await close()
    expect(faults).toEqual([])
  })

  describe('keeps nobody out', () => {
    test.each<Look>(['light', 'dark', 'phone'])('%s', async (look) => {
      const { page, faults, close } = await visit(service.url, { look })
      await open(page)
      const seen: Record<string, string[]> = {}
      const lookAt = async (name: string): Promise<void> => {
        seen[name] = await barriers(page)
        const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        if ((await page.evaluate<number>(wider)) > 0) seen[name].push('wider than its window')
        await keepScreen(page, `${name}-${look}`)
      }
      await lookAt('playground-empty')
      await page.getByText('Pin frameworks').click()
      await lookAt('playground-pins')
      await page.getByText('Pin frameworks').click()
      await type(page, 'Which ISO 27001 and SOC 2 controls cover supplier agreements?')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.locator('[data-slot=cost]').first().waitFor()
      await lookAt('playground')
      expect(Object.entries(seen).filter(([, found]) => found.length > 0)).toEqual([])
      await close()
      expect(faults).toEqual([])
    })
  })
})
