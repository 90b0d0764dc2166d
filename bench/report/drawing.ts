/*
 * SVG as text. A chart brings its own background in light and dark, so that it can be read on either kind of page.
 */

const STYLE = `
  .card { fill: #fff; stroke: #d1d9e0 }
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .value { stroke: #fff; stroke-width: 4; paint-order: stroke }
  .quiet { fill: #59636e }
  .axis { stroke: #d1d9e0 }
  .floor { stroke: #59636e; stroke-dasharray: 3 3 }
  .c0 { fill: #0969da; stroke: #0969da } .c1 { fill: #9a6700; stroke: #9a6700 } .c2 { fill: #8250df; stroke: #8250df }
  .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .value { stroke: #0d1117 }
    .quiet { fill: #9198a1 }
    .axis { stroke: #3d444d }
    .floor { stroke: #9198a1 }
    .c0 { fill: #4493f8; stroke: #4493f8 } .c1 { fill: #d29922; stroke: #d29922 } .c2 { fill: #ab7df8; stroke: #ab7df8 }
    .line { fill: none }
  }`

export interface Drawing {
  width: number
  height: number
  title: string
  /** What the picture shows, for those who do not see it. */
  description: string
  /** Elements, one a line. */
  elements: readonly string[]
}

/** A whole SVG document. */
export function drawing({ width, height, title, description, elements }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>${STYLE}
</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${elements.join('\n')}
</svg>
`
}

export interface TextOptions {
  style?: string
  anchor?: 'start' | 'middle' | 'end'
}

/** A line of text; `y` is its baseline. */
export function text(
  x: number,
  y: number,
  words: string,
  { style = '', anchor = 'start' }: TextOptions = {},
): string {
  return `<text class="${style}" x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}">${escaped(words)}</text>`
}

export function line(style: string, x1: number, y1: number, x2: number, y2: number): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map(rounded)
  return `<line class="${style}" x1="${a}" y1="${b}" x2="${c}" y2="${d}"/>`
}

export function heading(title: string, subtitle: string): string[] {
  return [text(20, 28, title, { style: 'title' }), text(20, 48, subtitle, { style: 'quiet' })]
}

/** Which colour is whose, at the right of the heading. */
export function legend(names: readonly string[], width: number): string[] {
  return names.flatMap((name, index) => {
    const x = width - 10 - (names.length - index) * 80
    return [`<rect class="c${index}" x="${x}" y="18" width="11" height="11"/>`, text(x + 17, 28, name)]
  })
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
