import { hash, randomBytes } from 'node:crypto'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publicJwk, readPrivateKey } from '../../../../src/adapters/receipts/ed25519-keys.ts'
import { verifyReceipt, WrongReceipt } from '../../../../tools/receipts/verify-receipt.ts'
import { startService, type Service } from '../../../support/start-service.ts'
import {
  chunk,
  completion,
  json,
  sse,
  startUpstream,
  stream,
  type UpstreamServer,
} from '../../../support/upstream-server.ts'

const ANSWER = 'Art. 17 fordert „Vorfälle“ 🔐 zu melden.'
const REQUEST = {
  model: 'svc-fast',
  messages: [{ role: 'user', content: 'Was fordert DORA? 🔐' }],
  svc: { frameworks: ['dora'], receipt: true },
}
const body = Buffer.from(JSON.stringify(REQUEST))
const streamed = Buffer.from(
  JSON.stringify({ ...REQUEST, stream: true, stream_options: { include_usage: true } }, undefined, 1),
)

let upstream: UpstreamServer
let service: Service
const start = async (environment: Record<string, string> = {}): Promise<void> => {
  service = await startService({ UPSTREAM_BASE_URL: upstream.url, ...environment })
}

beforeEach(async () => {
  upstream = await startUpstream(json(completion(ANSWER)))
})
afterEach(async () => {
  await service.close()
  await upstream.close()
})

/** What is sent and received, byte by byte. */
async function exchange(request: Buffer = body): Promise<{ status: number; answer: Buffer }> {
  const response = await service.call('POST', '/v1/chat/completions', request.toString())
  return { status: response.status, answer: Buffer.from(await response.arrayBuffer()) }
}

async function feed(): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${service.url}/api/public/receipt-keys/v1`)).arrayBuffer())
}

const published = async () => (JSON.parse((await feed()).toString()) as { keys: object[] }).keys

describe('a receipt', () => {
  test('says what a plain answer was, by hash and figure, and holds', async () => {
    await start()
    const { answer } = await exchange()
    const { id, svc, usage } = JSON.parse(answer.toString()) as {
      id: string
      svc: { frameworks: { sha256: string; version: string }[]; cost_usd: number }
      usage: { prompt_tokens: number; completion_tokens: number }
    }
    expect(verifyReceipt({ answer, request: body, keys: await feed() })).toEqual({
      v: 1,
      id,
      time: new Date(service.parts.clock.now()).toISOString(),
      model: 'svc-fast',
      region: 'global',
      request: { sha256: hash('sha256', body) },
      answer: { sha256: expect.any(String), content_sha256: hash('sha256', ANSWER) },
      detection: 'pinned',
      frameworks: [{ id: 'dora', version: svc.frameworks[0]?.version, sha256: svc.frameworks[0]?.sha256 }],
      finish_reason: 'stop',
      usage: { prompt_tokens: usage.prompt_tokens, completion_tokens: usage.completion_tokens },
      cost_usd: svc.cost_usd,
      kid: expect.any(String),
    })
  })

  test('comes with the last chunk of a stream, and holds for all that was sent', async () => {
    upstream.answer(sse(stream([ANSWER, ' Und „mehr“.'])))
    await start({ KEEPALIVE_INTERVAL_MS: '1' })
    const { answer } = await exchange(streamed)
    const receipt = verifyReceipt({ answer, request: streamed, keys: await feed() })
    expect(receipt.answer.content_sha256).toBe(hash('sha256', `${ANSWER} Und „mehr“.`))
    const events = answer.toString().split('\n\n')
    expect(events.map((event) => event.includes('"receipt"'))).toEqual(
      events.map((_event, index) => index === events.length - 4),
    )
  })

  test('does not depend on the comments of a stream', async () => {
    upstream.answer(sse(stream([ANSWER])))
    await start()
    const { answer } = await exchange(streamed)
    const commented = answer.toString().replaceAll('\n\n', '\n\n: ping\n')
    expect(verifyReceipt({ answer: Buffer.from(commented) }).v).toBe(1)
  })

  test('is read by any library for JWS, with the keys of the feed', async () => {
    await start()
    const answer = await service.openai().chat.completions.create({
      model: 'svc-fast',
      messages: [{ role: 'user', content: 'DORA?' }],
      // @ts-expect-error A field of ours.
      svc: { receipt: true },
    })
    const { receipt } = (answer as unknown as { svc: { receipt: string } }).svc
    const keys = createLocalJWKSet(JSON.parse((await feed()).toString()) as JSONWebKeySet)
    const { payload, protectedHeader } = await compactVerify(receipt, keys)
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'svc-receipt' })
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      answer: { content_sha256: hash('sha256', ANSWER) },
    })
  })

  test('holds no text of the caller, the model or a module', async () => {
    await start()
    const { answer } = await exchange()
    const { svc } = JSON.parse(answer.toString()) as { svc: { receipt: string } }
    const said = Buffer.from(svc.receipt.split('.')[1] ?? '', 'base64url').toString()
    expect(said).not.toMatch(/fordert|melden/)
    expect(Object.keys(JSON.parse(said) as object)).toHaveLength(12)
  })

  test('is there only where it is asked for, and where an answer is whole', async () => {
    await start()
    const plain = await exchange(Buffer.from(JSON.stringify({ ...REQUEST, svc: { frameworks: ['dora'] } })))
    expect([plain.status, plain.answer.includes('receipt')]).toEqual([200, false])
    upstream.answer(json({ error: {} }, 401))
    const failed = await exchange()
    expect([failed.status, failed.answer.includes('receipt')]).toEqual([502, false])
    upstream.answer(sse([chunk({ role: 'assistant', content: ANSWER })]))
    const broken = await exchange(streamed)
    expect([broken.answer.includes('"error"'), broken.answer.includes('receipt')]).toEqual([true, false])
  })
})

describe('one changed byte fails', () => {
  const flips = [0x01, 0x20, 0x80]

  function wrong(evidence: Parameters<typeof verifyReceipt>[0]): boolean {
    try {
      verifyReceipt(evidence)
      return false
    } catch (cause) {
      if (cause instanceof WrongReceipt) return true
      throw cause
    }
  }

  test.each([
    ['a plain answer', body],
    ['a stream', streamed],
  ])('of %s, wherever it stands', async (_name, request) => {
    if (request === streamed) upstream.answer(sse(stream([ANSWER])))
    await start()
    const { answer } = await exchange(request)
    expect(wrong({ answer })).toBe(false)
    const missed: number[] = []
    for (let at = 0; at < answer.length; at += 1) {
      for (const flip of flips) {
        const changed = Buffer.from(answer)
        changed[at] = (changed[at] ?? 0) ^ flip
        if (!wrong({ answer: changed })) missed.push(at)
      }
    }
    expect(missed).toEqual([])
    for (const shorter of [
      answer.subarray(1),
      answer.subarray(0, -1),
      Buffer.concat([answer, Buffer.from('\n')]),
    ]) {
      expect(wrong({ answer: shorter })).toBe(true)
    }
  })

  test('of the request', async () => {
    await start()
    const { answer } = await exchange()
    for (let at = 0; at < body.length; at += 1) {
      const request = Buffer.from(body)
      request[at] = (request[at] ?? 0) ^ 0x01
      expect(() => verifyReceipt({ answer, request })).toThrow('the request is not')
    }
  })
})

describe('keys', () => {
  const secret = randomBytes(32).toString('base64')
  const key = readPrivateKey(secret)
  const retired = publicJwk(readPrivateKey(randomBytes(32).toString('base64')) ?? expect.fail('no key'))

  test('are the one that is configured, and those that signed before', async () => {
    await start({ RECEIPT_SIGNING_KEY: secret, RECEIPT_RETIRED_KEYS: retired.x })
    const { answer } = await exchange()
    const { kid } = verifyReceipt({ answer, keys: await feed() })
    expect(await published()).toEqual([
      { ...(key && publicJwk(key)), kid, alg: 'EdDSA', use: 'sig', status: 'current' },
      { ...retired, kid: expect.any(String), alg: 'EdDSA', use: 'sig', status: 'retired' },
    ])
    expect(service.logs.join('\n') + (await feed()).toString()).not.toContain(secret)
  })

  test('are made at each start where none is configured, and told apart', async () => {
    await start()
    const first = await published()
    const { answer } = await exchange()
    await service.close()
    await start()
    expect(first).toMatchObject([{ status: 'temporary' }])
    expect(await published()).not.toEqual(first)
    expect(() => verifyReceipt({ answer, keys: Buffer.from(JSON.stringify({ keys: first })) })).not.toThrow()
    const keys = await feed()
    expect(() => verifyReceipt({ answer, keys })).toThrow('not among those that are published')
  })
})
