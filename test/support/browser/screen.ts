import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../../coverage/screens/', import.meta.url))

/** Keeps a picture of the whole page, to be looked at. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true })
}
