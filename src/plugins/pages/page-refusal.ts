/** A page that is not given, told to the person in plain words. */
export class PageRefusal extends Error {
  readonly status: number
  /** A few words: the page's heading. The message is what stands below it. */
  readonly heading: string
  readonly headers: Readonly<Record<string, string>>
  /** Where to go from here, if not back. */
  readonly next: { href: string; label: string } | undefined

  constructor(
    status: number,
    heading: string,
    words: string,
    {
      headers = {},
      next,
    }: { headers?: Readonly<Record<string, string>>; next?: { href: string; label: string } } = {},
  ) {
    super(words)
    this.status = status
    this.heading = heading
    this.headers = headers
    this.next = next
  }
}

export function pageNotFound(): PageRefusal {
  return new PageRefusal(
    404,
    'There is no such page',
    'The address may be mistyped, or what it named is gone.',
  )
}
