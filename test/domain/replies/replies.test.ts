import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Interruption } from '../../../src/domain/calls/running-calls.ts'
import { bytesOf, type ReplyAnswer } from '../../../src/domain/replies/reply-answer.ts'
import { KEPT_MS, Replies, type Begun } from '../../../src/domain/replies/replies.ts'
import type { KeptReply } from '../../../src/domain/replies/kept-reply.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** Replies that are kept: how many, for how long, for whom, and which give way. */

let clock: FakeClock
beforeEach(() => {
  clock = new FakeClock()
})

const answer = (text: string): ReplyAnswer => ({
  text,
  modules: [],
  references: [],
  warnings: [],
  costUsd: 0,
})
const HERE = new AbortController().signal

function kept(begun: Begun): KeptReply {
  if (begun.kind !== 'kept') throw new Error(begun.kind)
  return begun.reply
}

/** Begins a reply that is whole at once. */
async function whole(replies: Replies, tokenId: string, text: string, ref?: string): Promise<KeptReply> {
  const reply = kept(replies.begin({ tokenId, ref, asked: text }, async () => answer(text)))
  await reply.ended
  return reply
}

const NEVER = (): Promise<ReplyAnswer> => new Promise(() => undefined)

describe('memory', () => {
  const TEXT = 'x'.repeat(1_000)
  const bytes = bytesOf(answer(TEXT))

  test('is bounded for all tokens together: what was read gives way first, then the oldest', async () => {
    const replies = new Replies(clock, { bytesMax: 3 * bytes })
    const first = await whole(replies, 'a', TEXT)
    clock.advance(1)
    const second = await whole(replies, 'b', TEXT)
    await replies.wait(second, 0, HERE)
    clock.advance(1)
    await whole(replies, 'c', TEXT)
    expect([replies.find('a', first.facts.id), replies.find('b', second.facts.id)]).toEqual([
      first,
      undefined,
    ])
    await whole(replies, 'c', TEXT)
    expect(replies.find('a', first.facts.id)).toBeUndefined()
    expect(replies.bytes).toBe(2 * bytes)
  })

  test('takes nothing new where none of it can be let go', async () => {
    const replies = new Replies(clock, { bytesMax: 0 })
    expect(replies.begin({ tokenId: 'a', ref: undefined, asked: '' }, NEVER)).toEqual({ kind: 'full' })
  })

  test('is free again after its time, at a revocation and at a stop', async () => {
    const replies = new Replies(clock)
    await whole(replies, 'a', TEXT)
    clock.advance(KEPT_MS)
    replies.sweep()
    expect([replies.bytes, replies.keyIds()]).toEqual([0, []])
    await whole(replies, 'a', TEXT)
    await whole(replies, 'b', TEXT)
    replies.revoke('a')
    expect([replies.bytes, replies.keyIds()]).toEqual([bytes, ['b']])
    replies.stop()
    expect([replies.bytes, replies.keyIds()]).toEqual([0, []])
    expect(replies.begin({ tokenId: 'a', ref: undefined, asked: '' }, NEVER).kind).toBe('full')
  })

  test('holds nothing of an answer that comes after its token was revoked', async () => {
    const replies = new Replies(clock)
    const { promise, resolve } = Promise.withResolvers<ReplyAnswer>()
    const reply = kept(replies.begin({ tokenId: 'a', ref: undefined, asked: '' }, () => promise))
    replies.revoke('a')
    resolve(answer(TEXT))
    await reply.ended
    expect([replies.bytes, replies.keyIds()]).toEqual([0, []])
  })
})

describe('a name', () => {
  const named = { tokenId: 'a', ref: 'mine', asked: 'one' }

  test('is one reply, of one token, for one question', async () => {
    const replies = new Replies(clock)
    const calls = vi.fn<() => Promise<ReplyAnswer>>(async () => answer('text'))
    const reply = kept(replies.begin(named, calls))
    expect(replies.begin(named, calls)).toEqual({ kind: 'kept', reply, isNew: false })
    expect(replies.begin({ ...named, asked: 'two' }, calls)).toEqual({ kind: 'other_question' })
    expect(kept(replies.begin({ ...named, tokenId: 'b' }, calls))).not.toBe(reply)
    expect(calls).toHaveBeenCalledTimes(2)
  })

  test('may be tried again once its call has failed', async () => {
    const replies = new Replies(clock)
    const failing = kept(replies.begin(named, async () => ({ why: 'no' })))
    expect(await replies.wait(failing, 1_000, HERE)).toEqual({ status: 'failed', why: 'no' })
    const again = kept(replies.begin(named, async () => answer('text')))
    expect(await replies.wait(again, 1_000, HERE)).toMatchObject({ status: 'done' })
    expect(replies.of('a')).toEqual([again])
  })
})

describe('a wait', () => {
  test('ends by the clock, or when whoever waits leaves', async () => {
    const replies = new Replies(clock)
    const reply = kept(replies.begin({ tokenId: 'a', ref: undefined, asked: '' }, NEVER))
    const waiting = replies.wait(reply, 20_000, HERE)
    clock.advance(20_000)
    expect(await waiting).toEqual({ status: 'running' })
    const left = new AbortController()
    const other = replies.wait(reply, 20_000, left.signal)
    left.abort()
    expect(await other).toEqual({ status: 'running' })
    expect(reply.waiting).toBe(0)
  })

  test('of one who left does not count as reading', async () => {
    const replies = new Replies(clock)
    const reply = await whole(replies, 'a', 'text')
    await replies.wait(reply, 0, AbortSignal.abort())
    expect(reply.delivered).toBe(false)
    await replies.wait(reply, 0, HERE)
    expect(reply.delivered).toBe(true)
  })
})

test('a stop ends the call of a reply that nobody waits for, also one that gets its credit later', () => {
  const replies = new Replies(clock)
  const ends: [string, Interruption][] = []
  const call = (keyId: string) => ({ keyId, end: (why: Interruption): void => void ends.push([keyId, why]) })
  let late: (() => void) | undefined
  replies.begin({ tokenId: 'a', ref: undefined, asked: '' }, (admitted) => {
    admitted(call('early'))
    return NEVER()
  })
  replies.begin({ tokenId: 'b', ref: undefined, asked: '' }, (admitted) => {
    late = () => admitted(call('late'))
    return NEVER()
  })
  replies.stop()
  late?.()
  expect(ends).toEqual([
    ['early', 'server_stopping'],
    ['late', 'server_stopping'],
  ])
})

test('ids name the process that made them', async () => {
  const [replies, others] = [new Replies(clock), new Replies(clock)]
  const { id } = (await whole(replies, 'a', 'text')).facts
  expect([replies.isElsewhere(id), others.isElsewhere(id), others.isElsewhere('nope')]).toEqual([
    false,
    true,
    false,
  ])
})
