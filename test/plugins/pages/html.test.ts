import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Html, html } from '../../../src/plugins/pages/html.ts'
import { closeBrowser, describeInBrowser, visit, type Visit } from '../../support/browser/browser.ts'

/** Any text, with what HTML is made of more often than by chance. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '=',
        '`',
        '/',
        '</p>',
        '<script>',
        '-->',
        '&lt;',
        '&#39',
        ']]>',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('the tag', () => {
  test('leaves no mark of a text that means something in HTML', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const made = html`${text}`.toString()
        expect(made).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
        const back = made.replaceAll(
          /&(amp|lt|gt|quot|#39);/g,
          (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
        )
        expect(back).toBe(text)
      }),
    )
  })

  test('takes what it has made as it is, once', () => {
    const inner = html`<b>${'<'}</b>`
    expect(html`<p>${inner}${[inner, 'a&b', 7]}</p>`.toString()).toBe('<p><b>&lt;</b><b>&lt;</b>a&amp;b7</p>')
  })

  test('writes nothing for what is not there', () => {
    expect(html`${undefined}${null}${false}${[]}${''}`.toString()).toBe('')
  })

  test('is the only one that makes HTML', () => {
    expect(() => Reflect.construct(Html, ['<b>', Symbol('made by the html tag')]) as Html).toThrow(
      'only the html tag',
    )
  })
})

describeInBrowser('a browser', () => {
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit('http://127.0.0.1')
  })
  afterAll(async () => {
    await visitor.close()
    await closeBrowser()
  })

  test('reads any text back as it was, in a text and in an attribute, and finds no other element', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        // What no parser gives back: zero bytes, half characters, and the kind of line end.
        const plain = text.replaceAll(/\0|\p{Cs}/gu, '').replaceAll(/\r\n?/g, '\n')
        const document = html`<!doctype html>
          <body>
            <p title="${plain}">${plain}</p>
          </body>`.toString()
        const read = await visitor.page.evaluate(
          ([source = '']) => {
            const { DOMParser: Parser } = globalThis as unknown as {
              DOMParser: new () => { parseFromString: (text: string, type: string) => ParsedDocument }
            }
            const parsed = new Parser().parseFromString(source, 'text/html')
            const [only] = parsed.body.children
            return {
              text: only?.textContent,
              title: only?.getAttribute('title'),
              elements: parsed.body.querySelectorAll('*').length,
            }
          },
          [document],
        )
        expect(read).toEqual({ text: plain, title: plain, elements: 1 })
      }),
    )
  })
})

interface ParsedDocument {
  body: {
    children: Iterable<{ textContent: string; getAttribute: (name: string) => string | null }>
    querySelectorAll: (selector: string) => { length: number }
  }
}
