import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Representation } from '../../../src/plugins/cached/representation.ts'

const TEXT = JSON.stringify({ markdown: 'The same words again and again. '.repeat(100) })

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  '%s is made when it is first asked for, once, and is there from then on',
  async (encoding, decode) => {
    const body = new Representation(TEXT)
    const [first, second] = [body.bytes(encoding), body.bytes(encoding)]
    expect(first).toBeInstanceOf(Promise)
    expect(second).toBe(first)
    const bytes = await first
    expect(decode(bytes).toString()).toBe(TEXT)
    expect(body.bytes(encoding)).toBe(bytes)
  },
)

test('the plain bytes are there at once', () => {
  expect(new Representation(TEXT).bytes('identity')).toEqual(Buffer.from(TEXT))
})
