import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import { closeBrowser, describeInBrowser, visit } from '../support/browser/browser.ts'
import { keepScreen } from '../support/browser/screen.ts'
import { startInbox, type Inbox } from '../support/inbox.ts'
import { startOidcServer, type OidcServer } from '../support/oidc-server.ts'
import { TestPostgres } from '../support/postgres.ts'
import { freePort, startConsole } from '../support/start-console.ts'
import type { Service } from '../support/start-service.ts'

describeInBrowser('two instances on one database', () => {
  let postgres: TestPostgres
  let inbox: Inbox
  let oidc: OidcServer
  let one: Service
  let two: Service

  beforeAll(async () => {
    postgres = await TestPostgres.start()
  })
  beforeEach(async () => {
    const port = String(await freePort())
    inbox = await startInbox()
    oidc = await startOidcServer(`http://127.0.0.1:${port}/console/sign-in/provider/callback`)
    const shared = {
      DATABASE_URL: await postgres.database(),
      SMTP_URL: inbox.url,
      MAIL_FROM: 'svc <no-reply@svc.example>',
      SIGN_UP_CREDIT_USD: '5',
      PLATFORM_URL: `http://127.0.0.1:${port}`,
      ...oidc.environment,
    }
    one = await startConsole({ ...shared, PORT: port }, { clock: systemClock })
    two = await startConsole(shared, { clock: systemClock })
  })
  afterEach(async () => {
    await Promise.all([one.close(), two.close(), inbox.close(), oidc.close()])
  })
  afterAll(async () => {
    await closeBrowser()
    await postgres.stop()
  })

  async function askForMail(page: Page, service: Service): Promise<{ code: string; link: string }> {
    await page.goto(`${service.url}/console`)
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').waitFor()
    const { text = '' } = await inbox.next('ada@example.com')
    const [, code = ''] = /^\s*(\d{4} \d{4})\s*$/m.exec(text) ?? []
    const [link = ''] = /http\S+\/sign-in\/link\/\S+/.exec(text) ?? []
    return { code, link }
  }

  const keysOf = (page: Page) => page.getByRole('heading', { name: 'Keys', level: 1 })

  test('a person is in on both, by mail and at the provider, and out of both at once', async () => {
    const desk = await visit(one.url, { alsoTo: [two.url, oidc.issuer] })
    const laptop = await visit(one.url, { alsoTo: [two.url, oidc.issuer] })

    // A code that one instance sent is typed at the other.
    const { code } = await askForMail(desk.page, one)
    await desk.page.goto(`${two.url}/console/sign-in/code`)
    await desk.page.getByLabel('Code').fill(code)
    await desk.page.getByRole('button', { name: 'Sign in' }).click()
    await keysOf(desk.page).waitFor()

    // A key that one makes works at the other.
    await desk.page.goto(`${one.url}/console/keys/new`)
    await desk.page.getByLabel('Name').fill('shared')
    await desk.page.getByLabel('Each day').fill('1')
    await desk.page.getByRole('button', { name: 'Create the key' }).click()
    const secret = (await desk.page.locator('#secret').textContent()) ?? ''
    const client = new OpenAI({ baseURL: `${two.url}/v1`, apiKey: secret, maxRetries: 0 })
    const answer = await client.chat.completions.create({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'Which ISO 27001 controls cover supplier agreements?' }],
    })
    expect(answer.choices[0]?.message.content).toContain('A.5.20')

    // The same person comes in at the provider on another machine, and sees the same.
    oidc.person = { sub: 'ada-1', email: 'ada@example.com', email_verified: true }
    await laptop.page.goto(`${one.url}/console`)
    await keepScreen(laptop.page, 'sign-in-both-ways')
    await laptop.page.getByRole('link', { name: 'Sign in with Acme login' }).click()
    await keysOf(laptop.page).waitFor()
    await laptop.page.goto(`${two.url}/console/keys`)
    await laptop.page.getByRole('link', { name: 'shared' }).waitFor()
    expect(await laptop.page.locator('.meter').first().innerText()).toMatch(/^\$0\.00\d+ of \$1\.00 this day/)

    // Signed out everywhere by one browser on one instance, the other is out on the other.
    await laptop.page.goto(`${two.url}/console/account`)
    await laptop.page.getByRole('button', { name: 'Sign out all other browsers' }).click()
    await desk.page.goto(`${one.url}/console/keys`)
    await desk.page.getByLabel('E-mail address').waitFor()
    await laptop.page.goto(`${one.url}/console/keys`)
    await keysOf(laptop.page).waitFor()

    // The link of a mail signs in wherever it is opened, by its button.
    const { link } = await askForMail(desk.page, one)
    const phone = await visit(one.url, { look: 'phone' })
    await phone.page.goto(link)
    await keepScreen(phone.page, 'sign-in-link-phone')
    await phone.page.getByRole('button', { name: 'Sign in' }).click()
    await keysOf(phone.page).waitFor()

    const faults = [desk, laptop, phone].flatMap((visitor) => visitor.faults)
    await Promise.all([desk.close(), laptop.close(), phone.close()])
    expect(faults).toEqual([])
  })
})
