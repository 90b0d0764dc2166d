import { expect, test } from 'vitest'
import { MARKS } from './marked.ts'
import { zeroRetention } from './retention-suite.ts'
import { Written } from './search.ts'

zeroRetention('file')

test('a mark is found where it is, however it is written', () => {
  const { user } = MARKS
  for (const encoding of ['utf8', 'hex', 'base64'] as const) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const written = new Written(Buffer.from(`${before}${user} and more`).toString(encoding))
      expect(written.tracesOf(user)).not.toEqual([])
    }
  }
})
