import { readFileSync } from 'node:fs'
import { findPackageJSON, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { cachedAnswer, type Handler } from '../cached/cached-answer.ts'
import { Representation, tag } from '../cached/representation.ts'
import { ApiError } from '../json-surface/api-error.ts'

const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const SVG = 'image/svg+xml'

/** The browser may keep them for ever: what changes gets another address. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The scripts of the pages, in TypeScript; each is a custom element or a behaviour of its own. */
const SCRIPTS = ['theme', 'copy-button', 'time-local', 'send-once', 'reveal-once', 'play-ground'] as const

/** What scripts import of ours. */
const MODULES = ['markdown-renderer'] as const

/** What they import of packages: the address each gets here, and the files that it stands for. */
const PACKAGES = {
  'streaming-markdown': [['streaming-markdown.js', 'smd.min.js']],
  'eventsource-parser': [
    ['eventsource-parser.js', 'dist/index.js'],
    ['parse.js', 'dist/parse.js'],
    ['errors.js', 'dist/errors.js'],
  ],
} as const

export type ScriptName = (typeof SCRIPTS)[number]

interface Made {
  version: string
  answers: ReadonlyMap<string, Handler>
}

/**
 * What pages are shown with: one sheet, a few scripts, a mark. All under one address that changes with any of them. They are read when
 * the first page is asked for, so that no start pays for them.
 */
export class Assets {
  readonly #lastModified: string
  #made: Made | undefined

  /** @param lastModified an HTTP date */
  constructor(lastModified: string) {
    this.#lastModified = lastModified
  }

  /** The address of a file, from the root. */
  url(name: 'pages.css' | 'mark.svg' | `${ScriptName}.js`): string {
    return `/assets/${this.#files.version}/${name}`
  }

  /** Serves the files. */
  register(app: FastifyInstance): void {
    app.get<{ Params: { version: string; name: string } }>(
      '/assets/:version/:name',
      { schema: { hide: true } },
      async (request, reply) => {
        const { version, name } = request.params
        const answer = version === this.#files.version ? this.#files.answers.get(name) : undefined
        if (!answer) throw new ApiError('not_found')
        return answer(request, reply)
      },
    )
  }

  get #files(): Made {
    this.#made ??= make(this.#lastModified)
    return this.#made
  }
}

function make(lastModified: string): Made {
  const sheet = [packageFile('basecoat-css', 'dist/basecoat.cdn.min.css'), ownFile('pages.css')].join('\n')
  const files = [
    { name: 'pages.css', type: CSS, text: sheet },
    { name: 'mark.svg', type: SVG, text: ownFile('mark.svg') },
    ...[...SCRIPTS, ...MODULES].map((name) => ({
      name: `${name}.js`,
      type: SCRIPT,
      text: besideEachOther(stripTypeScriptTypes(ownFile(`client/${name}.ts`))),
    })),
    ...Object.entries(PACKAGES).flatMap(([name, files]) =>
      files.map(([address, file]) => ({ name: address, type: SCRIPT, text: packageFile(name, file) })),
    ),
  ]
  const caching = { lastModified, cacheControl: FOR_EVER }
  return {
    version: tag(JSON.stringify(files)).replaceAll(/\W/g, '').slice(0, 12),
    answers: new Map(
      files.map(({ name, type, text }) => [name, cachedAnswer(new Representation(text), type, caching)]),
    ),
  }
}

/** What stands behind `from`, in its quotes: a package, or a file of ours. */
const IMPORTED = /(?<=\bfrom ['])(?:\.\/)?([\w-]+)(?:\.ts)?(?=['])/g

/** Browsers find no packages and no TypeScript: all scripts stand beside each other under their own names. */
function besideEachOther(script: string): string {
  return script.replaceAll(IMPORTED, './$1.js')
}

/** What a package lets nobody import may be read all the same: a ready sheet, a script as browsers take it. */
function packageFile(name: string, file: string): string {
  const home = dirname(findPackageJSON(name, import.meta.url) ?? '')
  return readFileSync(join(home, file), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
}

function ownFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
