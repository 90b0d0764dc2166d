import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const RUN = `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`

/**
 * What keeps people from using a page (WCAG 2.2 AA), one line a fault. It runs in a world of its own, which the page's policy does not
 * bind, so the policy stays on.
 */
export async function barriers(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'axe',
    })
    await session.send('Runtime.evaluate', { expression: `${SOURCE};0`, contextId })
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: RUN,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.text}`)
    return result.value as string[]
  } finally {
    await session.detach()
  }
}
