import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EarlyEnd } from '../../../src/domain/early-end.ts'
import { limitLastBytes } from '../../../src/plugins/completions/last-bytes.ts'

const LAST_BYTES_MS = 10_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function answer(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

test('an answer whose call was ended from outside is cut off where its last bytes do not leave', () => {
  const response = answer()
  const end = new EarlyEnd()
  limitLastBytes(response, end, LAST_BYTES_MS)
  expect(vi.getTimerCount()).toBe(0)
  end.abort(new Error('the key was revoked'))
  vi.advanceTimersByTime(LAST_BYTES_MS - 1)
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(response.destroyed).toBe(true)
})

test('nothing waits once the last bytes have left', () => {
  const response = answer()
  const end = new EarlyEnd()
  end.abort(new Error('the service stops'))
  limitLastBytes(response, end, LAST_BYTES_MS)
  expect(vi.getTimerCount()).toBe(1)
  response.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})

test('a client that left is not waited for, so nothing keeps its request in memory', () => {
  const response = answer()
  const end = new EarlyEnd()
  // As the connection's end tells it: the answer is gone when its call hears of it.
  response.once('close', () => end.abort(new Error('the client left')))
  limitLastBytes(response, end, LAST_BYTES_MS)
  response.destroyed = true
  response.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})
