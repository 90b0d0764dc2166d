/** Characters that are matched in one go: a few milliseconds of work at most. */
const SLICE = 16_384

/** How much of the slice before is read again: longer than any name and than the reach of a second signal. */
const OVERLAP = 1_024

/**
 * Runs `work` over a text, a long one slice by slice with a turn of the event loop between two, so that other requests go
 * on. Slices end at white space and overlap, so that nothing is missed at a border; `work` may see a phrase twice.
 */
export async function inSlices(text: string, work: (slice: string) => void): Promise<void> {
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start)
    work(text.slice(Math.max(0, start - OVERLAP), end))
    start = end
    if (start < text.length) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
  }
}

function sliceEnd(text: string, start: number): number {
  const limit = start + SLICE
  if (limit >= text.length) return text.length
  const space = text.lastIndexOf(' ', limit)
  return space > start + SLICE / 2 ? space : limit
}
