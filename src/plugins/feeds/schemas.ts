import { z } from 'zod'

/** The feed bodies as the API reference shows them (description 2.1 to 2.3), and that of retention. */

const source = z.literal('svc-marketing')
const contract = z.literal('v1')

export const markdownFeedSchema = z
  .looseObject({
    generatedAt: z.iso.datetime(),
    source,
    contract,
    markdown: z.string(),
    product: z.string().optional(),
    status: z.string().optional(),
    canonicalHumanPage: z.url().optional(),
    docsPage: z.url().optional(),
    note: z.string().optional(),
    byteLength: z.int().optional().meta({ description: 'UTF-8 bytes of `markdown`.' }),
  })
  .meta({ id: 'MarkdownFeed' })

export const catalogSchema = z
  .looseObject({
    generatedAt: z.iso.datetime(),
    source,
    contract,
    count: z.int(),
    frameworks: z.array(
      z.looseObject({
        slug: z.string(),
        name: z.string(),
        fullName: z.string(),
        region: z.string(),
        regionLabel: z.string(),
        jurisdictions: z.array(z.string()),
        domain: z.array(z.string()),
        supportLevel: z.string(),
        keywords: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'FrameworkCatalog' })

export const landingsSchema = z
  .looseObject({
    servedAt: z.iso.datetime(),
    source,
    snapshotSource: z.string().optional(),
  })
  .meta({ id: 'LoggedOutLandings' })

export const retentionFeedSchema = z
  .looseObject({
    generatedAt: z.iso.datetime(),
    source,
    contract,
    note: z.string(),
    usageRetentionDays: z
      .int()
      .nullable()
      .meta({ description: 'Days that ended calls stay in the usage history here; null: for ever.' }),
    count: z.int().meta({ description: 'How many fields there are.' }),
    fields: z.array(
      z.looseObject({
        table: z.string(),
        name: z.string(),
        purpose: z.string(),
        retention: z.string().meta({ description: 'How long it stays.' }),
        removal: z.string().meta({ description: 'How it goes.' }),
        store: z
          .enum(['sqlite', 'postgresql'])
          .nullable()
          .meta({ description: 'The only store that has it; null: every one.' }),
      }),
    ),
    elsewhere: z.array(z.looseObject({ place: z.string(), what: z.string(), retention: z.string() })),
    neverStored: z.array(z.string()),
  })
  .meta({ id: 'RetentionFeed' })

export const receiptKeysSchema = z
  .looseObject({
    generatedAt: z.iso.datetime(),
    source,
    contract,
    note: z.string(),
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string().meta({ description: 'The thumbprint of the key (RFC 7638).' }),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
        status: z.enum(['current', 'temporary', 'retired']),
      }),
    ),
  })
  .meta({ id: 'ReceiptKeys' })

export type MarkdownFeed = z.infer<typeof markdownFeedSchema>
export type Catalog = z.infer<typeof catalogSchema>
export type RetentionFeed = z.infer<typeof retentionFeedSchema>
export type ReceiptKeys = z.infer<typeof receiptKeysSchema>
