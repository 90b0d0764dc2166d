import { fileURLToPath } from 'node:url'

/** The sources of the content, as people write them. */
export const CONTENT = fileURLToPath(new URL('../../fixtures/content', import.meta.url))

/** What `npm run content:build` makes of them, and the service loads. */
export const COMPILED = fileURLToPath(new URL('../../fixtures/compiled', import.meta.url))

/** The page that it makes of `retention.json`. */
export const RETENTION_PAGE = fileURLToPath(new URL('../../docs/retention.md', import.meta.url))
