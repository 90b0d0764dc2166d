import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestOf, send } from '../workloads/request.ts'
import type { FeedWorkload } from '../workloads/workload.ts'
import type { Scene } from './target.ts'

/** The service's feed in two files, as it is and as gzip, so that others send the same bytes. */
export async function saveFeed(
  { folder, service }: Scene,
  workload: FeedWorkload,
): Promise<{ FEED: string; FEED_GZIP: string }> {
  if (!service) throw new Error('it sends what the service sends, and that did not start')
  const files = { FEED: join(folder, 'feed.json'), FEED_GZIP: join(folder, 'feed.json.gz') }
  for (const [file, gzip] of [
    [files.FEED, false],
    [files.FEED_GZIP, true],
  ] as const) {
    const { bytes } = await send(
      service.origin,
      requestOf({ ...workload, gzip, revalidated: false }, service),
    )
    await writeFile(file, bytes)
  }
  return files
}
