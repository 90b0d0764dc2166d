import {
  CHECKBOX,
  CHECKED,
  CODE_BLOCK,
  CODE_FENCE,
  default_add_token,
  default_renderer,
  default_set_attr,
  HEADING_1,
  HEADING_6,
  HREF,
  IMAGE,
  START,
  TABLE,
  type Default_Renderer,
  type Default_Renderer_Data,
  type Token,
} from 'streaming-markdown'

/** What a link of an answer may lead to. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/**
 * Shows the markdown of an answer by elements, never by HTML text. An answer is written by a model, out of whatever it read: it may link,
 * but it loads nothing, so pictures become their words.
 */
export function markdownRenderer(root: HTMLElement): Default_Renderer {
  return { ...default_renderer(root), add_token: addToken, set_attr: setAttribute }
}

function addToken(data: Default_Renderer_Data, type: Token): void {
  // Below the headings of the page, which an answer does not know.
  if (type >= HEADING_1 && type <= HEADING_6) return open(data, 'h3')
  if (type === IMAGE || type === CHECKBOX) return open(data, 'span')
  if (type === TABLE) {
    const frame = open(data, 'div')
    data.index -= 1
    return void openIn(data, frame, 'table', 'table')
  }
  default_add_token(data, type)
  // What is wider than the page scrolls, by the keyboard as well.
  if (type === CODE_BLOCK || type === CODE_FENCE) {
    const block = data.nodes[data.index]?.parentElement
    block?.classList.add('code')
    block?.setAttribute('tabindex', '0')
  }
}

function setAttribute(data: Default_Renderer_Data, type: number, value: string): void {
  if (type === HREF) return link(data.nodes[data.index], value)
  if (type === CHECKED) return void data.nodes[data.index]?.append('☑')
  if (type === START) default_set_attr(data, START, value)
}

function link(element: HTMLElement | undefined, value: string): void {
  if (!URL.canParse(value, location.href) || !SCHEMES.has(new URL(value, location.href).protocol)) return
  element?.setAttribute('href', value)
  element?.setAttribute('rel', 'noopener noreferrer nofollow')
  element?.setAttribute('target', '_blank')
}

function open(data: Default_Renderer_Data, name: string): HTMLElement {
  return openIn(data, data.nodes[data.index], name)
}

function openIn(
  data: Default_Renderer_Data,
  parent: HTMLElement | undefined,
  name: string,
  className = '',
): HTMLElement {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  parent?.append(element)
  data.index += 1
  data.nodes[data.index] = element
  return element
}
