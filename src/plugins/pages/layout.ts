import { html, type Html, type HtmlValue } from './html.ts'
import type { Assets, ScriptName } from './assets.ts'

export interface Link {
  href: string
  label: string
}

export interface Document {
  /** Stands in the tab, before the name of the service. */
  title: string
  /** What search engines show. Without it they are asked to leave the page out. */
  description?: string | undefined
  /** The links of the top bar. */
  nav: readonly Link[]
  /** The path of the page, to mark its link. */
  path: string
  /** Behind the links: who is signed in, or the way in. */
  aside?: HtmlValue
  main: HtmlValue
  /** Elements that the page uses, beside the theme. */
  scripts?: readonly ScriptName[]
}

/** A whole page: bar, content, foot. The same on every page, so that people find things where they were. */
export function page(assets: Assets, document: Document): Html {
  const { title, description, nav, path, aside, main, scripts = [] } = document
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · svc</title>
        ${description === undefined ? html`<meta name="robots" content="noindex" />` : html`<meta name="description" content="${description}" />`}
        <link rel="icon" href="${assets.url('mark.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.url('pages.css')}" />
        <script src="${assets.url('theme.js')}"></script>
        ${scripts.map((name) => html`<script type="module" src="${assets.url(`${name}.js`)}"></script>`)}
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to the content</a>
        <header class="top-bar">
          <a class="home" href="/"
            ><img src="${assets.url('mark.svg')}" alt="" width="24" height="24" />svc</a
          >
          <nav aria-label="Main">
            <ul>
              ${nav.map((link) => navItem(link, path))}
            </ul>
          </nav>
          <div class="aside">${aside}</div>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer class="foot">
          <p>
            Educational guidance, not legal advice and not an audit opinion. Prompts and answers are not
            stored.
          </p>
        </footer>
      </body>
    </html> `
}

function navItem({ href, label }: Link, path: string): Html {
  const here = path === href || path.startsWith(`${href}/`)
  return html`<li>
    <a href="${href}" ${here && html` aria-current="${path === href ? 'page' : 'true'}"`}>${label}</a>
  </li>`
}
