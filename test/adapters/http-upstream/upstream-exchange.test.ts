import type { Dispatcher } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { UpstreamExchange } from '../../../src/adapters/http-upstream/upstream-exchange.ts'

let paused: boolean
let exchange: UpstreamExchange
const controller = {
  pause: () => {
    paused = true
  },
  resume: () => {
    paused = false
  },
  abort: () => undefined,
} as unknown as Dispatcher.DispatchController
beforeEach(() => {
  paused = false
  const dispatcher = { dispatch: () => true } as unknown as Dispatcher
  exchange = new UpstreamExchange(
    dispatcher,
    { path: '/', method: 'POST' },
    new AbortController().signal,
    () => undefined,
  )
  exchange.onRequestStart(controller)
  exchange.onResponseStart(controller, 200, {})
})

const comes = (bytes: string): void => exchange.onResponseData(controller, Buffer.from(bytes))
const taken = (): string | undefined => exchange.take()?.toString()

describe('the bytes of an answer', () => {
  test('that come with one read of the socket are taken in one piece', async () => {
    const readable = exchange.readable()
    comes('a')
    comes('b')
    await readable
    comes('c')
    expect(taken()).toBe('abc')
  })

  test('that nobody takes make the server wait until they are taken', () => {
    comes('x'.repeat(64 * 1024))
    expect(paused).toBe(false)
    comes('y')
    expect(paused).toBe(true)
    expect(taken()).toHaveLength(64 * 1024 + 1)
    expect(paused).toBe(false)
  })

  test('that came before the end are taken before it', async () => {
    comes('a')
    exchange.onResponseEnd()
    await exchange.readable()
    expect([taken(), taken()]).toEqual(['a', undefined])
  })

  test('that came before a failure are taken before it', () => {
    comes('a')
    exchange.onResponseError(controller, new Error('broken'))
    expect(taken()).toBe('a')
    expect(taken).toThrow('broken')
  })

  test('are not taken any more once the exchange is aborted', () => {
    comes('a')
    exchange.abort(new Error('left'))
    expect(taken).toThrow('left')
  })
})
