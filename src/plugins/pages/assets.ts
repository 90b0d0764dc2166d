import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { cachedAnswer, type Caching } from '../cached/cached-answer.ts'
import { Representation } from '../cached/representation.ts'

/** A script or sheet of the pages. */
interface Asset {
  contentType: string
  body: Representation
}

const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const SVG = 'image/svg+xml'

/** The browser may keep them for ever: what changes gets another address. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The scripts of the pages, in TypeScript; each is a custom element or a behaviour of its own. */
const SCRIPTS = ['theme', 'copy-button', 'time-local'] as const

export type ScriptName = (typeof SCRIPTS)[number]

/** What pages are shown with: one sheet, a few scripts, a mark. All under one address that changes with any of them. */
export class Assets {
  readonly #files = new Map<string, Asset>()
  readonly #prefix: string

  constructor() {
    this.#add(
      'pages.css',
      CSS,
      [packageFile('basecoat-css/dist/basecoat.cdn.min.css'), ownFile('pages.css')].join('\n'),
    )
    this.#add('mark.svg', SVG, ownFile('mark.svg'))
    for (const name of SCRIPTS) {
      this.#add(`${name}.js`, SCRIPT, stripTypeScriptTypes(ownFile(`client/${name}.ts`)))
    }
    const tags = [...this.#files].map(([name, { body }]) => `${name} ${body.etag}`)
    this.#prefix = `/assets/${createHash('sha256').update(tags.join('\n')).digest('hex').slice(0, 12)}`
  }

  /** The address of a file, from the root. */
  url(name: 'pages.css' | 'mark.svg' | `${ScriptName}.js`): string {
    return `${this.#prefix}/${name}`
  }

  /** Serves the files. */
  register(app: FastifyInstance, { lastModified }: Pick<Caching, 'lastModified'>): void {
    for (const [name, { contentType, body }] of this.#files) {
      const answer = cachedAnswer(body, contentType, { lastModified, cacheControl: FOR_EVER })
      app.get(`${this.#prefix}/${name}`, { schema: { hide: true } }, answer)
    }
  }

  #add(name: string, contentType: string, text: string): void {
    this.#files.set(name, { contentType, body: new Representation(text) })
  }
}

function ownFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function packageFile(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')
}
