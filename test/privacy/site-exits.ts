import { MARKS, pageOutcome, send, type Exit } from './marked.ts'

const page = (name: string, end: string, path: string): Exit => ({
  name: `site: ${name}`,
  end,
  run: (target) => pageOutcome(send(target, 'GET', path)),
})

/** What is looked for in the pages that everybody sees. */
export const SITE_EXITS: Exit[] = [
  page('a search that finds nothing', '200', `/frameworks?q=${MARKS.search}`),
  page('a search that finds something', '200', `/frameworks?q=dora&${MARKS.field}=${MARKS.search}`),
  page('a search that is too long', '400', `/frameworks?q=${MARKS.search.repeat(50)}`),
  page('a framework that is not there', '404', `/frameworks/${MARKS.search}`),
  page('a view of the reference', '200', `/docs/${MARKS.search}`),
]
