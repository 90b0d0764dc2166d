import { describe, expect, test } from 'vitest'
import { checkAnswer, readEnd } from './answers.ts'
import { changedText, type Change } from './made/json-tree.ts'
import { changedBytes, piecesOf } from './made/bytes.ts'
import { Violation } from './violation.ts'

const HEADERS = {
  'x-request-id': `req_${'a'.repeat(20)}`,
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json',
}
const ERROR = { message: 'm', type: 'api_error', param: null, code: 'internal_error' }

describe('a fault of the service is seen in', () => {
  const asked = { method: 'GET', path: '/v1/models' }
  const check = (status: number, body: unknown, headers: object = HEADERS): string =>
    checkAnswer(
      { status, headers: { ...headers }, body: Buffer.from(JSON.stringify(body)), whole: true },
      { ...asked, explained: ['upstream_unavailable'] },
    )

  test('an answer: what is well passes', () => {
    expect(check(200, {})).toBe('200')
    expect(check(404, { error: { ...ERROR, code: 'not_found' } })).toBe('404 not_found')
    expect(check(502, { error: { ...ERROR, code: 'upstream_unavailable' } })).toBe('502 upstream_unavailable')
  })

  test.each<[string, number, unknown, object?]>([
    ['a status without its reason', 500, { error: ERROR }],
    ['an error without a field', 400, { error: { message: 'm', type: 't', code: 'c' } }],
    ['an error with a field too many', 400, { error: { ...ERROR, stack: 's' } }],
    ['another body', 404, { statusCode: 404, message: 'Not Found' }],
    ['an error that is no JSON', 404, {}, { ...HEADERS, 'content-type': 'text/html' }],
    ['no request id', 200, {}, { ...HEADERS, 'x-request-id': undefined }],
  ])('an answer: %s', (_name, status, body, headers) => {
    expect(() => check(status, body, headers)).toThrow(Violation)
  })

  const said = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}\n\n'
  const finish = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'
  const done = 'data: [DONE]\n\n'
  const error = `data: ${JSON.stringify({ error: ERROR })}\n\n`

  test('a stream: what is well passes', () => {
    expect(readEnd(`: ping\n${said}${said}${finish}${done}`)).toMatchObject({
      error: undefined,
      content: 'aa',
    })
    expect(readEnd(`${said}${error}`)).toMatchObject({ error: 'internal_error', content: 'a' })
  })

  test.each([
    ['no end', said + finish],
    ['no finish', said + done],
    ['two finishes', finish + finish + done],
    ['an end behind an error', said + error + done],
    ['text behind an error', error + said],
    ['two errors', error + error],
    ['something behind the end', said + finish + done + said],
    ['half a frame', (said + finish + done).slice(0, -1)],
    ['what is no frame', `${said}garbage\n\n${finish}${done}`],
  ])('a stream: %s', (_name, text) => {
    expect(() => readEnd(text)).toThrow(Violation)
  })
})

describe('made cases', () => {
  const value = { a: 1, b: [true, { c: 'x' }] }

  test('without changes are what JSON writes', () => {
    expect(changedText(value, [])).toBe(JSON.stringify(value))
  })

  test.each<[Change, string]>([
    [{ at: 0, do: 'replace', text: 'NaN' }, 'NaN'],
    [{ at: 1, do: 'replace', text: '1e999' }, '{"a":1e999,"b":[true,{"c":"x"}]}'],
    [{ at: 1, do: 'remove' }, '{"b":[true,{"c":"x"}]}'],
    [{ at: 3, do: 'repeat', times: 3 }, '{"a":1,"b":[true,true,true,{"c":"x"}]}'],
    [{ at: 1, do: 'repeat', times: 2 }, '{"a":1,"a":1,"b":[true,{"c":"x"}]}'],
    [
      { at: 4, do: 'add', name: '"__proto__"', text: 'null' },
      '{"a":1,"b":[true,{"c":"x","__proto__":null}]}',
    ],
    [{ at: 5, do: 'rename', name: 'c' }, '{"a":1,"b":[true,{c:"x"}]}'],
    [{ at: 3, do: 'nest', depth: 2, within: 'lists' }, '{"a":1,"b":[[[true]],{"c":"x"}]}'],
    [{ at: 7, do: 'remove' }, '{"b":[true,{"c":"x"}]}'],
  ])('%j', (change, text) => {
    expect(changedText(value, [change])).toBe(text)
  })

  test('may differ in bytes, and come in pieces that are the same bytes', () => {
    const bytes = Buffer.from('abcdef')
    expect(changedBytes(bytes, [{ at: 2, remove: 2, insert: '\xff' }])).toEqual(
      Buffer.from('ab\xffef', 'latin1'),
    )
    const pieces = piecesOf(bytes, [9, 1, 1])
    expect([pieces.length, Buffer.concat(pieces)]).toEqual([4, bytes])
  })
})
