import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { describe } from 'vitest'
import { chromiumLaunch, NO_CHROMIUM } from './chromium.ts'

const launch = await chromiumLaunch()

if (!launch && process.env['CI']) throw new Error(NO_CHROMIUM)
// oxlint-disable-next-line no-console -- The one sentence that a person should read.
if (!launch) console.warn(NO_CHROMIUM)

/** Tests in a real browser. Without one they are skipped, and in CI that is a failure. */
export const describeInBrowser = launch ? describe : describe.skip

let browser: Promise<Browser> | undefined

/** What went wrong in a browser that no test expected: messages, broken rules of the policy, requests to other hosts. */
export interface Visit {
  context: BrowserContext
  page: Page
  /** Faults that nobody asked for, in the order they came. */
  faults: string[]
  close: () => Promise<void>
}

export type Look = 'light' | 'dark' | 'phone'

const LOOKS: Readonly<Record<Look, BrowserContextOptions>> = {
  light: { viewport: { width: 1200, height: 850 }, colorScheme: 'light' },
  dark: { viewport: { width: 1200, height: 850 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 800 }, colorScheme: 'light', isMobile: true, hasTouch: true },
}

/** A new browser profile that may reach the service at `url`, what else a test names, and no other host. */
export async function visit(
  url: string,
  { look = 'light', scripts = true, alsoTo = [] }: { look?: Look; scripts?: boolean; alsoTo?: string[] } = {},
): Promise<Visit> {
  browser ??= chromium.launch(launch)
  const context = await (
    await browser
  ).newContext({
    ...LOOKS[look],
    baseURL: url,
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const faults: string[] = []
  const own = new Set([url, ...alsoTo].map((one) => new URL(one).origin))
  await context.route(
    (to) => !own.has(to.origin) && to.protocol.startsWith('http'),
    (route) => {
      faults.push(`a request to ${route.request().url()}`)
      return route.abort()
    },
  )
  context.on('console', (message) => {
    const text = message.text()
    // That an answer has an error's status is the page's own business.
    if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(text)) return
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${text}`)
  })
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().message}`))
  const page = await context.newPage()
  return { context, page, faults, close: () => context.close() }
}

/** Ends the browser of this worker. */
export async function closeBrowser(): Promise<void> {
  const open = browser
  browser = undefined
  await (await open)?.close()
}
