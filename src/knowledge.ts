import { fileURLToPath } from 'node:url'
import { loadFeedContent, loadRegistry, loadThesaurus } from './adapters/content-files.ts'
import { Detector } from './domain/detection/detector.ts'
import type { FeedContent } from './domain/feeds/feed-content.ts'
import type { Registry } from './domain/registry/registry.ts'
import { Searches } from './domain/search/searches.ts'
import type { Tokenizer } from './domain/tokens/tokenizer.ts'

const CONTENT = fileURLToPath(new URL('../fixtures/content', import.meta.url))

/** The published content and what is made of it alone. It stays as it is, so any number of services may share it. */
export interface Knowledge {
  registry: Registry
  detector: Detector
  searches: Searches
  feeds: FeedContent
}

/**
 * Reads the content and prepares what every call needs of it.
 * @throws {ContentError} for the first malformed file
 */
export async function loadKnowledge(tokenizer: Tokenizer): Promise<Knowledge> {
  const [registry, thesaurus, feeds] = await Promise.all([
    loadRegistry(CONTENT, tokenizer),
    loadThesaurus(CONTENT),
    loadFeedContent(CONTENT),
  ])
  const searches = new Searches(thesaurus)
  // Every call on a framework in parts needs its search, and making a large one would hold up the others.
  for (const framework of registry.frameworks) if (framework.parts.length > 0) searches.of(framework)
  return { registry, detector: new Detector(registry), searches, feeds }
}
