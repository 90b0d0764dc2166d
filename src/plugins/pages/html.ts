/** What may stand in a template: HTML as it is, texts and numbers escaped, lists one behind the other, nothing for what is not there. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

const made = Symbol('made by the html tag')

/** Text that is HTML: only the tag `html` makes it, out of the templates of this service and escaped values. */
export class Html {
  readonly #text: string

  constructor(text: string, by: typeof made) {
    if (by !== made) throw new Error('only the html tag makes HTML')
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * HTML from a template. Values are escaped for text and for attributes in double quotes, the two places that templates put them in;
 * a value in a URL's place begins with a path or a scheme of ours.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += written(value) + (strings[index + 1] ?? '')
  return new Html(text, made)
}

function written(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '')
  return value.map(written).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
