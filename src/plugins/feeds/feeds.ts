import type { z } from 'zod'
import type { Registry } from '../../domain/registry/registry.ts'
import type { FeedContent } from '../../domain/feeds/feed-content.ts'
import type { Model } from '../../domain/models/models.ts'
import type { PublicUrls } from '../../public-urls.ts'
import { FEED_SUMMARIES, MARKDOWN_FEEDS, type MarkdownFeedSource } from '../../domain/feeds/feed-content.ts'
import { retainedFields } from '../../domain/feeds/retention.ts'
import type { ReceiptSigner } from '../../domain/receipts/receipt-signer.ts'
import { fill, fillDeep, placeholders } from './placeholders.ts'
import {
  catalogSchema,
  landingsSchema,
  markdownFeedSchema,
  receiptKeysSchema,
  retentionFeedSchema,
  type Catalog,
  type MarkdownFeed,
  type ReceiptKeys,
  type RetentionFeed,
} from './schemas.ts'

/** One of the nine feeds (description 4.1), or of those that came later, built once at start. */
export interface Feed {
  /** Its name in `/api/public/<name>/v1`. */
  name: string
  summary: string
  schema: z.ZodType
  /** What is served; of the landings, all but `servedAt`. */
  body: Record<string, unknown>
  /** The landings say when they were served, so their answers differ from moment to moment. */
  servedAt: boolean
}

/** What the feeds are made of: the content files, and the constants and limits that the code enforces. */
export interface FeedParts {
  feeds: FeedContent
  registry: Registry
  models: readonly Model[]
  urls: PublicUrls
  bodyBytesMax: number
  /** `USAGE_RETENTION_DAYS`; undefined: the usage history is kept for ever. */
  usageRetentionDays: number | undefined
  receipts: Pick<ReceiptSigner, 'keys'>
}

/** Builds all feeds. */
export function buildFeeds(parts: FeedParts): Feed[] {
  const { urls } = parts
  const values = placeholders(parts, urls)
  const catalog = buildCatalog(parts.registry)
  return [
    {
      name: 'frameworks',
      summary: FEED_SUMMARIES.frameworks,
      schema: catalogSchema,
      body: catalog,
      servedAt: false,
    },
    ...MARKDOWN_FEEDS.map((name): Feed => {
      const body = buildMarkdownFeed(parts.feeds.markdown[name], urls, values)
      return {
        name,
        summary: FEED_SUMMARIES[name],
        schema: markdownFeedSchema,
        body,
        servedAt: false,
      }
    }),
    {
      name: 'logged-out-landings',
      summary: FEED_SUMMARIES['logged-out-landings'],
      schema: landingsSchema,
      body: buildLandings(parts, values),
      servedAt: true,
    },
    {
      name: 'retention',
      summary: FEED_SUMMARIES.retention,
      schema: retentionFeedSchema,
      body: buildRetention(parts),
      servedAt: false,
    },
    {
      name: 'receipt-keys',
      summary: FEED_SUMMARIES['receipt-keys'],
      schema: receiptKeysSchema,
      body: buildReceiptKeys(parts),
      servedAt: false,
    },
  ]
}

/** The catalog: every framework of the registry, and no region aggregator (description 2.2). */
function buildCatalog(registry: Registry): Catalog {
  const newest =
    registry.frameworks
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? '1970-01-01'
  return {
    generatedAt: `${newest}T00:00:00Z`,
    source: 'svc-marketing',
    contract: 'v1',
    count: registry.frameworks.length,
    frameworks: registry.frameworks.map((framework) => ({
      slug: framework.id,
      name: framework.name,
      fullName: framework.fullName,
      region: framework.region,
      regionLabel: framework.regionLabel,
      jurisdictions: [...framework.jurisdictions],
      domain: [...framework.domain],
      supportLevel: framework.supportLevel,
      keywords: [...framework.keywords],
    })),
  }
}

function buildMarkdownFeed(
  feed: MarkdownFeedSource,
  urls: PublicUrls,
  values: Readonly<Record<string, string>>,
): MarkdownFeed {
  const markdown = fill(feed.markdown, values)
  return {
    generatedAt: feed.generatedAt,
    source: 'svc-marketing',
    contract: 'v1',
    product: feed.product,
    status: feed.status,
    canonicalHumanPage: urls.base + feed.humanPage,
    docsPage: urls.docs + feed.docsPage,
    note: feed.note,
    byteLength: Buffer.byteLength(markdown),
    markdown,
  }
}

/** The landing copy, with the hub page of each region and what it gathers. */
function buildLandings(parts: FeedParts, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const copy = fillDeep(parts.feeds.landings, values) as Record<string, unknown>
  const regions = parts.registry.regions.map(({ slug, name, region, summary }) => ({
    slug,
    name,
    summary,
    frameworks: parts.registry.frameworks
      .filter((framework) => framework.region === region)
      .map(({ id }) => id),
  }))
  return { source: 'svc-marketing', contract: 'v1', ...copy, regions }
}

/** What is stored, field by field, and what never is; with the period of the usage history that is in force here. */
function buildRetention({ feeds, usageRetentionDays }: FeedParts): RetentionFeed {
  const { generatedAt, note, elsewhere, neverStored } = feeds.retention
  const fields = retainedFields(feeds.retention).map(({ store = null, ...field }) => ({ ...field, store }))
  return {
    generatedAt,
    source: 'svc-marketing',
    contract: 'v1',
    note,
    usageRetentionDays: usageRetentionDays ?? null,
    count: fields.length,
    fields,
    elsewhere,
    neverStored,
  }
}

/** The keys as JSON Web Keys (RFC 7517), so that a library for them can be pointed at the feed. */
function buildReceiptKeys({ receipts }: FeedParts): ReceiptKeys {
  return {
    generatedAt: '2026-11-23T00:00:00Z',
    source: 'svc-marketing',
    contract: 'v1',
    note: 'A receipt (svc.receipt) is a JWS in compact form, signed by one of these Ed25519 keys. The key named temporary was made at the start of this instance and goes with it; a retired one signs no more, and its receipts stay good.',
    keys: [...receipts.keys],
  }
}
