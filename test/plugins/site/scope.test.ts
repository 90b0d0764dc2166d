import { describe, expect, test } from 'vitest'
import { realRegistry } from '../../domain/real-registry.ts'
import { scopeText, shortScope } from '../../../src/plugins/site/scope.ts'

const scoped = (...texts: string[]) => ({ notes: texts.map((text) => ({ section: 'Scope' as const, text })) })

describe('a short scope', () => {
  test('is the whole first line where that is short', () => {
    expect(shortScope(scoped('- **Who**: everybody (Art. 2).', '- More.'))).toBe('Who: everybody (Art. 2).')
  })

  test('ends with a sentence where one ends in time', () => {
    const first = 'It binds every entity of the list (s 6). '
    expect(shortScope(scoped(`${first}${'More words '.repeat(40)}`))).toBe(first.trim())
  })

  test.each(['as in Art. 2(1) of the text', 'of the U.S. Government', 'by Pub. L. 107-204'])(
    'does not end behind an abbreviation: %s',
    (words) => {
      const short = shortScope(scoped(`It binds ${words} ${'and more '.repeat(40)}`))
      expect(short).toContain(words)
      expect(short).toMatch(/\u00a0…$/)
    },
  )

  test('of every framework has some words, and no marks', async () => {
    const { frameworks } = await realRegistry()
    const short = frameworks.map((framework) => shortScope(framework))
    expect(short.filter((text) => text.length < 20 || text.length > 192)).toEqual([])
    expect(short.filter((text) => /\*\*|^- /.test(text))).toEqual([])
  })
})

test('the whole scope keeps bullets together, stress as stress, and marks as text', () => {
  const text = scopeText(scoped('A <b> & c', '- one **two** three', '- four', 'five'))
  expect(text.toString().replaceAll(/\s+/g, ' ').replaceAll('> <', '><')).toBe(
    '<p>A &lt;b&gt; &amp; c</p><ul><li>one <strong>two</strong> three</li><li>four</li></ul><p>five</p>',
  )
})
