import { FEED_SUMMARIES } from '../../domain/feeds/feed-content.ts'
import type { Registry } from '../../domain/registry/registry.ts'
import type { PublicUrls } from '../../public-urls.ts'
import { html } from '../pages/html.ts'

/** Which of these ways are published, beside the URLs. */
export interface Published {
  registry: Registry
  urls: PublicUrls
  /** Whether there is a console. */
  consoleOn: boolean
}

/** A map of the service for language models, as llmstxt.org has it: a title, what it is, lists of links. */
export function llmsTxt({ registry, urls, consoleOn }: Published): string {
  const link = (label: string, href: string, words: string): string => `- [${label}](${href}): ${words}`
  return `${[
    '# svc',
    '> Compliance guidance over the OpenAI chat-completions protocol. Answers are grounded in a maintained registry of frameworks, and say which knowledge modules they were given. Prompts and answers are not stored.',
    `The base URL for OpenAI SDKs is ${urls.api}. A key starts with \`sk-svc-\`. Assistants connect over MCP at ${urls.base}/mcp, with a token that starts with \`pat-svc-\`. Name a framework in the conversation, or pin its id in \`svc.frameworks\`. Answers are educational guidance, not legal advice and not an audit opinion.`,
    '## API',
    [
      link('API reference', `${urls.base}/docs/`, 'every path, field and error of the model API'),
      link('OpenAPI document', `${urls.base}/openapi.json`, 'the same for programs, OpenAPI 3.1'),
      link(
        'Registry API',
        `${urls.base}/docs/#/Registry`,
        'free with a key: search controls, crosswalks, editions, deadlines (iCal), OSCAL, and a check of the control ids in a text, under /v1/controls, /v1/crosswalks, /v1/deadlines, /v1/references/check',
      ),
      link('Start page', `${urls.base}/`, 'a first call, prices, what is kept and what is not'),
      ...(consoleOn ? [link('Console', urls.console, 'where a person signs in and creates keys')] : []),
    ].join('\n'),
    '## Feeds',
    Object.entries(FEED_SUMMARIES)
      .map(([name, words]) => link(name, `${urls.base}/api/public/${name}/v1`, words))
      .join('\n'),
    '## Frameworks',
    [
      link('All frameworks', `${urls.base}/frameworks`, 'by region, with a search'),
      ...registry.frameworks.map(({ id, name, fullName }) =>
        link(name, `${urls.base}/frameworks/${id}`, `${fullName}; pinned as \`${id}\``),
      ),
    ].join('\n'),
  ].join('\n\n')}\n`
}

/**
 * What crawlers may ask for: the pages, the reference and the feeds. The feeds ask not to be listed (`X-Robots-Tag`), which only those
 * see who may read them.
 */
export function robotsTxt({ urls }: Published): string {
  return `User-agent: *
Disallow: /console
Disallow: /v1
Disallow: /admin

Sitemap: ${urls.base}/sitemap.xml
`
}

/** The pages of the front door; each framework's with the day of its last review. */
export function sitemapXml({ registry, urls }: Published): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>${urls.base}/</loc></url>
      <url><loc>${urls.base}/frameworks</loc></url>
      ${registry.frameworks.map(({ id, updated }) => html`<url><loc>${urls.base}/frameworks/${id}</loc><lastmod>${updated}</lastmod></url>`)}
    </urlset> `.toString()
}
