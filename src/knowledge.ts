import { fileURLToPath } from 'node:url'
import { loadContent } from './adapters/compiled-content.ts'
import { Detector } from './domain/detection/detector.ts'
import type { FeedContent } from './domain/feeds/feed-content.ts'
import type { Registry } from './domain/registry/registry.ts'
import { ControlSearch } from './domain/search/control-search.ts'
import { Searches } from './domain/search/searches.ts'

/** What `npm run content:build` has made of `fixtures/content`. */
const COMPILED = fileURLToPath(new URL('../fixtures/compiled', import.meta.url))

/** The published content and what is made of it alone. It stays as it is, so any number of services may share it. */
export interface Knowledge {
  registry: Registry
  detector: Detector
  searches: Searches
  /** Over the controls of all frameworks. */
  controlSearch: ControlSearch
  feeds: FeedContent
}

/** Reads what every call needs of the content below `directory`; the rest is read and made when it is first needed. */
export async function loadKnowledge(directory = COMPILED): Promise<Knowledge> {
  const { registry, thesaurus, feeds, readControls, readVectors } = await loadContent(directory)
  const detector = new Detector(registry)
  const controlSearch = new ControlSearch(registry, { detector, thesaurus, read: readControls })
  return { registry, detector, searches: new Searches(thesaurus, readVectors), controlSearch, feeds }
}
