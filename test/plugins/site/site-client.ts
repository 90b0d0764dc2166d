import { ask, type RawAnswer } from '../feeds/feed-client.ts'

export type { RawAnswer }

/** A page as it came: its status, headers and text. */
export async function visitPage(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: RawAnswer['headers']; page: string }> {
  const answer = await ask(url, { headers })
  return { status: answer.status, headers: answer.headers, page: answer.bytes.toString() }
}

/** Where the links of a page lead, as they are written. */
export function linksOf(page: string): string[] {
  return [...page.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => readable(href))
}

/** The words of some HTML, as a reader sees them. */
export function wordsOf(page: string): string {
  return readable(page.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The rows of every table, cell by cell. */
export function rowsOf(page: string): string[][] {
  return [...page.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd]\b.*?<\/t[hd]>/gs)].map(([cell]) => wordsOf(cell)),
  )
}

function readable(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
