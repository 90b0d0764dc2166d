import type { FrameworkModule } from '../../domain/registry/framework.ts'
import { html, type Html, type HtmlValue } from '../pages/html.ts'

/** The most that a list says of a framework's scope, in characters. */
const SHORT_MOST = 190

/** Where a sentence ends and another begins with a word, so that no `Art. 2`, `U.S.` or `Pub. L.` is taken for an end. */
const SENTENCE_END = /(?<=[\p{Ll}\p{N})]{2})\.(?= \p{Lu}\p{Ll})/gu

type Scoped = Pick<FrameworkModule, 'notes'>

/** How the scope of a framework begins: whole sentences where they fit, else words. */
export function shortScope(framework: Scoped): string {
  const text = (lines(framework)[0] ?? '').replace(BULLET, '').replaceAll('**', '')
  if (text.length <= SHORT_MOST) return text
  const head = text.slice(0, SHORT_MOST)
  const end = [...head.matchAll(SENTENCE_END)].at(-1)
  return end ? head.slice(0, end.index + 1) : `${head.slice(0, head.lastIndexOf(' '))}\u00a0…`
}

/** The scope as the module tells it: paragraphs, and lists of what stands in bullets. */
export function scopeText(framework: Scoped): Html {
  const blocks: { bullets: boolean; texts: string[] }[] = []
  for (const line of lines(framework)) {
    const bullets = BULLET.test(line)
    const last = blocks.at(-1)
    const text = line.replace(BULLET, '')
    if (last?.bullets === bullets) last.texts.push(text)
    else blocks.push({ bullets, texts: [text] })
  }
  return html`${blocks.map(({ bullets, texts }) =>
    bullets
      ? html`<ul>
          ${texts.map((text) => html`<li>${withStress(text)}</li>`)}
        </ul>`
      : texts.map((text) => html`<p>${withStress(text)}</p>`),
  )}`
}

const BULLET = /^- /

function lines({ notes }: Scoped): string[] {
  return notes.filter(({ section }) => section === 'Scope').map(({ text }) => text)
}

/** Modules stress words by two stars and dress nothing else. */
function withStress(text: string): HtmlValue {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((part, index) => (index % 2 === 1 ? html`<strong>${part}</strong>` : part))
}
