import { setTimeout as delay } from 'node:timers/promises'
import { ConsoleClient, mailOf } from '../../test/support/console-client.ts'
import { AccountBook, microsOf } from './account-book.ts'
import { readPlain, StreamAnswer } from './answer-reader.ts'
import { lost, type SoakParts } from './callers.ts'
import type { Customer } from './customers.ts'

/** What `SIGN_UP_CREDIT_USD` gives. */
const SIGN_UP_USD = 1
const MAIL_MOST_MS = 30_000
const LOOK_MS = 50
const QUESTIONS_EACH = 3
/** Others who come in between: more than come at one time, so that nobody comes twice at once. */
const BEFORE_AGAIN = 8
const PAGES = [
  '/console/keys',
  '/console/usage',
  '/console/credit',
  '/console/account',
  '/console/playground',
]

/** People of the console by their address, with what they were told. */
export class People {
  readonly known = new Map<string, Customer>()
  readonly #parts: SoakParts
  #came = 0

  constructor(parts: SoakParts) {
    this.#parts = parts
  }

  /** Somebody signs in, looks around, makes a key, asks the playground and leaves, and comes a second time later on. */
  async visit(): Promise<void> {
    const since = this.#parts.service.moment()
    const number = (this.#came += 1)
    const again = number % (2 * BEFORE_AGAIN) >= BEFORE_AGAIN
    const email = `soak${again ? number - BEFORE_AGAIN : number}@example.com`
    const browser = new ConsoleClient({ url: this.#parts.service.url, terminal: [] })
    try {
      if (!(await this.#signIn(browser, email, number))) return
      for (const path of PAGES) await this.#look(browser, path)
      const person = await this.#person(browser, email)
      const keyId = await this.#makeKey(browser)
      if (person && keyId !== undefined) {
        for (let asked = 0; asked < QUESTIONS_EACH; asked += 1) await this.#ask(browser, person, keyId)
      }
      await browser.post('/console/sign-out')
      this.#parts.tally.note('console: a whole visit')
    } catch (cause) {
      lost(this.#parts, 'console', since, cause)
    }
  }

  async #look(browser: ConsoleClient, path: string): Promise<string> {
    const page = await browser.get(path)
    this.#parts.tally.status('console page', page.status)
    return page.text()
  }

  async #signIn(browser: ConsoleClient, email: string, number: number): Promise<boolean> {
    const { tally, service } = this.#parts
    // Each of them has an address of its own, as behind a proxy.
    const headers = { 'x-forwarded-for': `10.1.${Math.floor(number / 250)}.${number % 250}` }
    const terminal = service.process
    const before = terminal?.stdout().length ?? 0
    const asked = await browser.post('/console/sign-in', { email }, headers)
    tally.status('console sign-in', asked.status)
    if (asked.status !== 303 || !terminal) return false
    const { code } = await mailTo(email, () => terminal.stdout().slice(before))
    const entered = await browser.post('/console/sign-in/code', { code }, headers)
    tally.status('console code', entered.status)
    return entered.status === 303
  }

  /** Whose account it is, which the export says. */
  async #person(browser: ConsoleClient, email: string): Promise<Customer | undefined> {
    const [accountId] = /acct_\w+/.exec(await this.#look(browser, '/console/account/export')) ?? []
    if (accountId === undefined) return undefined
    const person = this.known.get(email) ?? {
      book: new AccountBook(accountId, microsOf(SIGN_UP_USD)),
      keys: [],
    }
    this.known.set(email, person)
    return person
  }

  async #makeKey(browser: ConsoleClient): Promise<string | undefined> {
    const form = formOf(await browser.page('/console/keys/new'))
    const made = await browser.post('/console/keys', { form, name: 'soak', day: '0.5' })
    this.#parts.tally.status('console key', made.status)
    return /data-path="\/console\/keys\/(\w+)"/.exec(await made.text())?.[1]
  }

  async #ask(browser: ConsoleClient, { book }: Customer, key: string): Promise<void> {
    const { tally, chance, service } = this.#parts
    // Before the page is asked for: a kill right behind it ends what follows.
    const { kills } = service
    const form = formOf(await browser.page('/console/playground'))
    const question = chance.one(['What does DORA ask?', 'Which evidence does SOC 2 want?'])
    const answer = new StreamAnswer()
    try {
      const response = await browser.post('/console/playground/answer', {
        form,
        key,
        question,
        model: 'svc-fast',
      })
      if (response.headers.get('content-type')?.includes('text/event-stream') !== true) {
        tally.status('playground', response.status, readPlain(await response.text(), book))
        return
      }
      const decoder = new TextDecoder()
      for await (const part of response.body ?? []) answer.read(decoder.decode(part, { stream: true }))
    } catch {
      // How it ended is looked at below.
    }
    const how = answer.end(book)
    tally.status('playground', 200, how)
    if (how === 'broken off' && service.kills === kills) tally.fault('playground: a stream without its end')
  }
}

/** The mail is on the terminal a moment after the page has said so. */
async function mailTo(email: string, terminal: () => string): Promise<{ code: string }> {
  const deadline = performance.now() + MAIL_MOST_MS
  while (performance.now() < deadline) {
    const text = terminal()
    const at = text.indexOf(`Mail to ${email}: `)
    const mail = at < 0 ? undefined : mailOf(text.slice(at))
    if (mail !== undefined && mail.link !== '') return mail
    await delay(LOOK_MS)
  }
  throw new Error('no mail came')
}

function formOf(page: string): string {
  return /name="form" value="(\w+)"/.exec(page)?.[1] ?? ''
}
