import { describe, expect, test } from 'vitest'
import { parsePart } from '../../../src/domain/registry/parse-part.ts'

const GOOD = `---
part: first-part
title: The first part
signals: [one, two words]
---
### Heading
- **A-1 — First**: A rule of the first kind.
- **A-2 — Second**: A rule of the second kind.
`

test('a part becomes its controls under their headings, with the words that speak of it', () => {
  expect(parsePart('part.md', GOOD)).toMatchObject({
    id: 'first-part',
    title: 'The first part',
    signals: ['one', 'two words'],
    controls: [
      { id: 'A-1', title: 'First', text: 'A rule of the first kind.', group: 'Heading' },
      { id: 'A-2', title: 'Second', group: 'Heading' },
    ],
  })
})

describe('a broken part is refused with its file and line', () => {
  test.each([
    [
      'prose',
      GOOD.replace('### Heading', '### Heading\nSome prose.'),
      'part.md:7: a part holds headings and controls only',
    ],
    [
      'a control under no heading',
      GOOD.replace('### Heading\n', ''),
      'part.md:6: a part holds headings and controls only',
    ],
    ['no signals', GOOD.replace('[one, two words]', '[]'), /^part\.md:4: signals: /],
    [
      'an unknown key',
      GOOD.replace('part: first-part', 'part: first-part\ncolour: red'),
      /Unrecognized key: "colour"/,
    ],
  ])('%s', (_what, source, message) => {
    expect(() => parsePart('part.md', source)).toThrow(message)
  })
})
