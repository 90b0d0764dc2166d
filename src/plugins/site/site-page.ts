import type { Assets, ScriptName } from '../pages/assets.ts'
import type { Html, HtmlValue } from '../pages/html.ts'
import { page, type Link } from '../pages/layout.ts'

/** What every page of the front door is shown with. */
export interface SiteFrame {
  assets: Assets
  /** Where the console is; undefined where there is none. */
  consoleHref: string | undefined
}

export interface SitePage {
  title: string
  /** What search engines show. Without it they are asked to leave the page out. */
  description?: string | undefined
  /** The path of the page, without a query. */
  path: string
  main: HtmlValue
  scripts?: readonly ScriptName[]
}

/** A page of the front door as a whole: the same for everybody, so it says nothing of who reads it. */
export function sitePage({ assets, consoleHref }: SiteFrame, content: SitePage): Html {
  const nav: Link[] = [
    { href: '/frameworks', label: 'Frameworks' },
    { href: '/docs/', label: 'API reference' },
  ]
  if (consoleHref !== undefined) nav.push({ href: consoleHref, label: 'Console' })
  return page(assets, { ...content, nav })
}
