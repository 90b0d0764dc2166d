import { z } from 'zod'
import type { Retention } from './retention-source.ts'

/** The front matter of a markdown feed's source file. */
export const feedHeadSchema = z.strictObject({
  product: z.string().min(1),
  status: z.string().min(1),
  /** Path of the page for people, on the marketing origin. */
  humanPage: z.string().startsWith('/'),
  /** Path on the documentation site. */
  docsPage: z.string().startsWith('/'),
  note: z.string().min(1),
  /** The date of the content, the same on every instance. */
  generatedAt: z.iso.datetime(),
})

/** A markdown feed as written, its placeholders still in it. */
export interface MarkdownFeedSource extends z.infer<typeof feedHeadSchema> {
  markdown: string
}

/** The names of the markdown feeds: their source file is `<name>.md`, their path `/api/public/<name>/v1`. */
export const MARKDOWN_FEEDS = [
  'connect',
  'agents',
  'api',
  'embed',
  'pricing',
  'changelog',
  'platform-changelog',
] as const

export type MarkdownFeedName = (typeof MARKDOWN_FEEDS)[number]

/** Every feed by its name in `/api/public/<name>/v1`, with what it publishes. */
export const FEED_SUMMARIES: Readonly<
  Record<'frameworks' | MarkdownFeedName | 'logged-out-landings' | 'retention' | 'receipt-keys', string>
> = {
  frameworks: 'Frameworks listed on the public hub',
  connect: 'Account connection protocol',
  agents: 'Agents product status',
  api: 'Model API product status, including zero data retention',
  embed: 'Embed widget: loader, auth planes, retention paths, free tier, limits',
  pricing: 'Plan table; not a legal offer; in-app checkout wins on drift',
  changelog: 'Chat product changelog',
  'platform-changelog': 'API, embed and platform console changelog',
  'logged-out-landings': 'Read-only landing copy snapshot',
  retention: 'Every stored field, what for and how long, and what is never stored',
  'receipt-keys': 'The public keys that check the receipts of answers',
}

/** Everything the feeds are made from, read once at start. */
export interface FeedContent {
  markdown: Readonly<Record<MarkdownFeedName, MarkdownFeedSource>>
  landings: Readonly<Record<string, unknown>>
  retention: Retention
}
