import {
  CHECKBOX,
  CHECKED,
  CODE_BLOCK,
  CODE_FENCE,
  default_renderer,
  HEADING_1,
  HEADING_6,
  HREF,
  IMAGE,
  START,
  TABLE,
  type Default_Renderer,
  type Default_Renderer_Data,
} from 'streaming-markdown'

/** What a link of an answer may lead to. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/**
 * Shows the markdown of an answer by elements, never by HTML text. An answer is written by a model, out of whatever it read: it may link,
 * but it loads nothing, so pictures become their words.
 */
export function markdownRenderer(root: HTMLElement): Default_Renderer {
  const usual = default_renderer(root)
  return {
    ...usual,
    add_token(data, type) {
      // Below the headings of the page, which an answer does not know.
      if (type >= HEADING_1 && type <= HEADING_6) open(data, 'h3')
      else if (type === IMAGE || type === CHECKBOX) open(data, 'span')
      else usual.add_token(data, type)
      const element = data.nodes[data.index]
      if (type === TABLE) {
        element?.classList.add('table')
        scrolling(element)
      } else if (type === CODE_BLOCK || type === CODE_FENCE) {
        element?.parentElement?.classList.add('code')
        element?.parentElement?.setAttribute('tabindex', '0')
      }
    },
    set_attr(data, type, value) {
      const element = data.nodes[data.index]
      if (type === HREF) link(element, value)
      else if (type === CHECKED) element?.append('☑')
      else if (type === START) usual.set_attr(data, type, value)
    },
  }
}

/** Puts what may be wider than the page into a frame of its own, which scrolls by the keyboard as well. */
function scrolling(element: HTMLElement | undefined): void {
  const frame = document.createElement('div')
  frame.className = 'wide-table'
  frame.tabIndex = 0
  element?.replaceWith(frame)
  if (element) frame.append(element)
}

function link(element: HTMLElement | undefined, value: string): void {
  if (!URL.canParse(value, location.href) || !SCHEMES.has(new URL(value, location.href).protocol)) return
  element?.setAttribute('href', value)
  element?.setAttribute('rel', 'noopener noreferrer nofollow')
  element?.setAttribute('target', '_blank')
}

function open(data: Default_Renderer_Data, name: string): void {
  const element = document.createElement(name)
  data.nodes[data.index]?.append(element)
  data.index += 1
  data.nodes[data.index] = element
}
