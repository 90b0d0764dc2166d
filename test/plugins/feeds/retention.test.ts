import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFeedContent } from '../../../src/adapters/content-files.ts'
import { FEED_SUMMARIES } from '../../../src/domain/feeds/feed-content.ts'
import { retainedFields } from '../../../src/domain/feeds/retention.ts'
import { CONTENT } from '../../../tools/content/folders.ts'
import { startService, type Service } from '../../support/start-service.ts'
import { FEED_PATHS, readFeed, RETENTION_PATH } from './feed-client.ts'

interface RetentionFeed {
  generatedAt: string
  count: number
  fields: Record<string, unknown>[]
  neverStored: string[]
}

let service: Service
/** An instance that keeps the usage history for a while only. */
let other: Service
beforeAll(async () => {
  service = await startService()
  other = await startService({ USAGE_RETENTION_DAYS: '90' })
})
afterAll(async () => {
  await Promise.all([service.close(), other.close()])
})

test('tells every stored field, how long it stays and how it goes, and what is never stored', async () => {
  const { retention } = await loadFeedContent(CONTENT)
  const feed = await readFeed<RetentionFeed>(service.url + RETENTION_PATH)
  expect(feed).toEqual({
    generatedAt: retention.generatedAt,
    source: 'svc-marketing',
    contract: 'v1',
    note: retention.note,
    usageRetentionDays: null,
    count: feed.fields.length,
    fields: retainedFields(retention).map((field) => ({ ...field, store: field.store ?? null })),
    elsewhere: retention.elsewhere,
    neverStored: retention.neverStored,
  })
  expect(feed.fields).toContainEqual({
    table: 'sessions',
    name: 'token_hash',
    purpose: 'SHA-256 of the cookie. The cookie itself is in the browser alone.',
    retention: '14 days after the sign-in, or until signed out.',
    removal: 'At sign-out and with the person at once; expired ones every minute.',
    store: null,
  })
  expect(feed.neverStored.join('\n')).toMatch(/^Prompts [^]*\nAnswers /)
})

test('tells the period that is in force for the usage history', async () => {
  expect(await readFeed(other.url + RETENTION_PATH)).toMatchObject({ usageRetentionDays: 90 })
})

test('stands behind the nine feeds of the description, which keep their names and their order', () => {
  expect(Object.keys(FEED_SUMMARIES)).toEqual([
    'frameworks',
    'connect',
    'agents',
    'api',
    'embed',
    'pricing',
    'changelog',
    'platform-changelog',
    'logged-out-landings',
    'retention',
    'receipt-keys',
  ])
  expect(FEED_PATHS).toHaveLength(11)
})
