import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import { barriers } from '../support/browser/axe.ts'
import { closeBrowser, describeInBrowser, visit, type Look, type Visit } from '../support/browser/browser.ts'
import { keepScreen } from '../support/browser/screen.ts'
import { mailOf } from '../support/console-client.ts'
import { startConsole } from '../support/start-console.ts'
import type { Service } from '../support/start-service.ts'

/** Signs in as a person does: address, mail, code. */
async function signIn(page: Page, service: Service, email: string): Promise<void> {
  await page.goto('/console')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill(mailOf(service.terminal.at(-1) ?? '').code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
}

async function createKey(page: Page, name: string, cap?: string): Promise<string> {
  await page.getByRole('link', { name: 'Create a key' }).first().click()
  await page.getByLabel('Name').fill(name)
  if (cap !== undefined) await page.getByLabel('Each day').fill(cap)
  await page.getByRole('button', { name: 'Create the key' }).click()
  return (await page.locator('#secret').textContent()) ?? ''
}

describeInBrowser('the console', () => {
  let service: Service
  let visitor: Visit

  beforeEach(async () => {
    service = await startConsole({ OPERATOR_EMAILS: 'ada@example.com' }, { clock: systemClock })
    visitor = await visit(service.url)
  })
  afterEach(async () => {
    const { faults } = visitor
    await visitor.close()
    await service.close()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  afterAll(closeBrowser)

  const ask = (secret: string) =>
    new OpenAI({ baseURL: `${service.url}/v1`, apiKey: secret, maxRetries: 0 }).chat.completions.create({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'Which ISO 27001 controls cover supplier agreements?' }],
    })

  test('a person signs in, makes a key, calls with it, sees the meter move, rolls and revokes it', async () => {
    const { page } = visitor
    await signIn(page, service, 'ada@example.com')
    const secret = await createKey(page, 'nightly', '0.02')
    await page.getByRole('button', { name: 'Copy the key' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await page.getByRole('link', { name: 'I have copied it' }).click()
    expect(await page.content()).not.toContain(secret)

    expect((await ask(secret)).choices).toHaveLength(1)
    await page.reload()
    const meter = await page.locator('.meter').first().innerText()
    expect(meter).toMatch(/^\$0\.00\d+ of \$0\.02 this day/)
    // However many are asked at one time, the cap holds.
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => ask(secret)))
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)

    await page.getByRole('button', { name: 'Roll the key…' }).click()
    await page.getByLabel('The old secret').selectOption('It stops at once')
    await page.getByRole('button', { name: 'Roll the key', exact: true }).click()
    const rolled = (await page.locator('#secret').textContent()) ?? ''
    expect(rolled).not.toBe(secret)
    await expect(ask(secret)).rejects.toMatchObject({ status: 401 })

    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Revoke the key…' }).click()
    await page.getByRole('button', { name: 'Revoke the key', exact: true }).click()
    await page.getByText('The key is revoked.').waitFor()
    await expect(ask(rolled)).rejects.toMatchObject({ status: 401 })
  })

  test('a person makes a token with the boxes that they tick, sees it in the list and revokes it', async () => {
    const { page } = visitor
    await signIn(page, service, 'ada@example.com')
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('link', { name: 'Create a token' }).click()
    await page.getByLabel('Name').fill('agent')
    await page.getByLabel('Read the registry').check()
    await page.getByRole('button', { name: 'Create the token' }).click()
    const secret = (await page.locator('#secret').textContent()) ?? ''
    const bearer = `Bearer ${secret}`
    expect(await service.parts.keys.authenticateToken(bearer)).toMatchObject({ scopes: ['registry:read'] })
    await expect(ask(secret)).rejects.toMatchObject({ status: 401 })
    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'All tokens' }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('link', { name: 'agent' }).click()
    await page.getByRole('button', { name: 'Revoke the token…' }).click()
    await page.getByRole('button', { name: 'Revoke the token', exact: true }).click()
    await page.getByText('The token is revoked.').waitFor()
    await expect(service.parts.keys.authenticateToken(bearer)).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })

  test('a reload of the page with the secret, and Back to its form, make no second key', async () => {
    const { page } = visitor
    await signIn(page, service, 'ada@example.com')
    const secret = await createKey(page, 'once')
    await page.reload()
    expect(await page.content()).not.toContain(secret)
    // Where the page's script has come first, the reload is of the key's own page; else the form is sent again and leads to the list.
    const heading = page.getByRole('heading', { name: 'once' })
    await heading
      .or(page.getByRole('link', { name: 'once' }))
      .first()
      .waitFor()
    await page.goBack()
    await page.goto('/console/keys')
    expect(await page.getByRole('link', { name: 'once' }).count()).toBe(1)
  })

  test('a double click makes one key, and shows its secret', async () => {
    const { page } = visitor
    await signIn(page, service, 'ada@example.com')
    await page.getByRole('link', { name: 'Create a key' }).first().click()
    await page.getByLabel('Name').fill('double')
    await page.getByRole('button', { name: 'Create the key' }).dblclick()
    expect(await page.locator('#secret').textContent()).toMatch(/^sk-svc-/)
    await page.goto('/console/keys')
    expect(await page.getByRole('link', { name: 'double' }).count()).toBe(1)
  })

  test('the link of a mail signs in by its button, in another browser too', async () => {
    const { page } = visitor
    await page.goto('/console')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').waitFor()
    const other = await visit(service.url)
    await other.page.goto(mailOf(service.terminal.at(-1) ?? '').link)
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  test('a form that is sent after the sign-out elsewhere says so, and changes nothing', async () => {
    const { page, context } = visitor
    await signIn(page, service, 'ada@example.com')
    await page.getByRole('link', { name: 'Create a key' }).first().click()
    const second = await context.newPage()
    await second.goto('/console/keys')
    await second.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Name').fill('late')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    const keys = await service.parts.store.listKeys({ accountId: 'acct_demo', limit: 10 })
    expect(keys.map(({ name }) => name)).toEqual(['demo'])
  })

  test('everything on the way to a key works by keyboard alone', async () => {
    const { page } = visitor
    await page.goto('/console')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').waitFor()
    await page.keyboard.type(mailOf(service.terminal.at(-1) ?? '').code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    const press = async (name: string): Promise<void> => {
      for (let tabs = 0; tabs < 40; tabs += 1) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate<string>("document.activeElement?.textContent ?? ''")
        if (text.trim() === name) return page.keyboard.press('Enter')
      }
      throw new Error(`${name} is out of reach of the keyboard`)
    }
    await press('Create a key')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('by hand')
    await press('Create the key')
    await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    await press('I have copied it')
    await page.getByRole('heading', { name: 'by hand', level: 1 }).waitFor()
    await press('Roll the key…')
    const question = page.getByRole('heading', { name: 'Roll “by hand”?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''")).toBe(
      'Roll the key…',
    )
  })

  test('without scripts a person signs in, makes a key and reads its secret', async () => {
    const plain = await visit(service.url, { scripts: false })
    await signIn(plain.page, service, 'ada@example.com')
    expect(await createKey(plain.page, 'plain')).toMatch(/^sk-svc-/)
    await plain.close()
  })

  test('hostile names are shown as they are, and run nothing', async () => {
    const { page } = visitor
    await signIn(page, service, 'ada@example.com')
    const name = `<img src=x onerror="document.title='hacked'">'"&amp;<script>document.title='hacked'</script>`
    await createKey(page, name)
    await page.goto('/console/keys')
    expect(await page.getByRole('link', { name }).textContent()).toBe(name)
    expect(await page.title()).toBe('Keys · svc')
  })

  test.each<Look>(['light', 'dark', 'phone'])('keeps nobody out, in every state: %s', async (look) => {
    const { page, faults, close } = await visit(service.url, { look })
    const seen: Record<string, string[]> = {}
    /** Presses what leads to another page, and waits for that. */
    const press = async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name, exact: true })
      await Promise.all([page.waitForEvent('load'), button.click()])
    }
    const lookAt = async (name: string): Promise<void> => {
      seen[name] = await barriers(page)
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      if ((await page.evaluate(wider)) !== 0) seen[name].push('the page is wider than the window')
      const overfull =
        "[...document.querySelectorAll('td, th')].some((one) => one.scrollWidth > one.clientWidth)"
      if (await page.evaluate(overfull)) seen[name].push('a cell reaches into the next one')
      await keepScreen(page, `${name}-${look}`)
    }
    await page.goto('/console')
    await lookAt('sign-in')
    await press('Send me a code')
    await lookAt('sign-in-error')
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await press('Send me a code')
    await lookAt('code')
    await press('Sign in')
    await lookAt('code-error')
    await signIn(page, service, 'ada@example.com')
    await lookAt('keys')
    await page.goto('/console/keys/new')
    await press('Create the key')
    await lookAt('new-key-error')
    await page.goto('/console/keys')
    const secret = await createKey(page, 'nightly', '0.01')
    await lookAt('secret')
    await ask(secret)
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('link', { name: 'I have copied it' }).click(),
    ])
    await lookAt('key')
    await page.getByRole('button', { name: 'Roll the key…' }).click()
    await lookAt('roll')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Revoke the key…' }).click()
    await lookAt('revoke')
    await press('Revoke the key')
    await lookAt('revoked')
    await page.goto('/console/tokens')
    await lookAt('tokens')
    await page.goto('/console/tokens/new')
    await press('Create the token')
    await lookAt('new-token-error')
    await page.getByLabel('Name').fill('agent')
    await page.getByLabel('Ask').check()
    await page.getByLabel('Each day').fill('2')
    await press('Create the token')
    await lookAt('token-secret')
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('link', { name: 'I have copied it' }).click(),
    ])
    await lookAt('token')
    await page.goto('/console/tokens')
    await lookAt('tokens-one')
    for (const path of [
      'credit',
      'account',
      'account/log',
      'operator',
      'operator/accounts/acct_demo',
      'operator/invitations',
      'operator/health',
      'nothing',
    ]) {
      await page.goto(`/console/${path}`)
      await lookAt(path.replaceAll('/', '-'))
    }
    expect(Object.entries(seen).filter(([, found]) => found.length > 0)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})
