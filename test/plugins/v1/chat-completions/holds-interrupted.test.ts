import { describe, expect, test } from 'vitest'
import { readStream } from '../../../support/read-stream.ts'
import { chunk, completion, json, sse } from '../../../support/upstream-server.ts'
import { newCustomer } from '../../admin/operator.ts'
import { HoldsBench, LEDGERS, left, PLAIN, STREAM } from './holds-bench.ts'

describe.each(LEDGERS)('on $store', ({ database }) => {
  const bench = new HoldsBench(database)

  describe('a call that is ended from outside while it runs', () => {
    /** A stream of which the client has read these words; the upstream then says nothing more. */
    async function midStream(words: string, signal?: AbortSignal) {
      bench.upstream.answer(
        sse([chunk({ role: 'assistant', content: '' }), ...(words ? [chunk({ content: words })] : [])], {
          hang: true,
        }),
      )
      const ends = bench.watchEnds()
      const response = await bench.ask(STREAM, signal)
      if (!response.body) throw new Error('no body')
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      let seen = ''
      while (!seen.includes(words || '"role"')) seen += (await reader.read()).value ?? ''
      const rest = async (): Promise<string> => {
        let text = seen
        for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
        return text
      }
      return { ends, rest: async () => readStream(new Response(await rest())) }
    }

    test('by a revoked key: the stream ends with an error and what was produced is paid', async () => {
      const { ends, rest } = await midStream('One two three')
      await bench.revoke()
      const { text, chunks, done } = await rest()
      expect([text, done]).toEqual(['One two three', false])
      expect(chunks.at(-1)).toEqual({
        error: expect.objectContaining({ type: 'authentication_error', code: 'invalid_api_key' }) as unknown,
      })
      await bench.upstream.calls.at(-1)?.aborted
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(
        left('key_revoked', ...(await bench.ownCount('One two three'))),
      )
      expect((await bench.ask(STREAM)).status).toBe(401)
    })

    test('by a revoked key before the first word: it is free', async () => {
      const { ends, rest } = await midStream('')
      await bench.revoke()
      expect((await rest()).chunks.at(-1)?.error?.code).toBe('invalid_api_key')
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(left('key_revoked', 0, 0, 0))
    })

    test("by a revoked key: other keys' streams go on", async () => {
      const gone = bench.customer
      const first = await midStream('First')
      bench.customer = await newCustomer(bench.service, 1)
      const second = await midStream('Second')
      await bench.revoke(gone)
      expect((await first.rest()).chunks.at(-1)?.error?.code).toBe('invalid_api_key')
      expect(bench.service.parts.running.size).toBe(1)
      await bench.revoke()
      expect((await second.rest()).text).toBe('Second')
      await second.ends()
    })

    test('by a revoked key: a plain call that waits for its answer gets the 401, free', async () => {
      bench.upstream.answer(() => bench.revoke().then(() => undefined))
      const ends = bench.watchEnds()
      expect((await bench.ask(PLAIN)).status).toBe(401)
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(left('key_revoked', 0, 0, 0))
    })

    test('by its client in mid-stream: the upstream is stopped and what was produced is paid', async () => {
      const client = new AbortController()
      const { ends } = await midStream('One two three', client.signal)
      client.abort()
      await bench.upstream.calls.at(-1)?.aborted
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(
        left('client_closed', ...(await bench.ownCount('One two three'))),
      )
    })

    test('by its client before a plain answer: its prompt is paid', async () => {
      const client = new AbortController()
      bench.upstream.answer(() => client.abort())
      const ends = bench.watchEnds()
      await expect(bench.ask(PLAIN, client.signal)).rejects.toThrow('aborted')
      await bench.upstream.calls.at(-1)?.aborted
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(left('client_closed', ...(await bench.ownCount(''))))
    })

    test('by the service that stops: the stream ends with an error, free', async () => {
      const { ends, rest } = await midStream('One two three')
      bench.service.parts.running.stop()
      const { chunks, done } = await rest()
      expect([chunks.at(-1)?.error?.code, done]).toEqual(['server_draining', false])
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(left('server_error', 0, 0, 0))
    })

    test('by the sweeper: the answer still comes, and its late charge still lands', async () => {
      bench.upstream.answer(async (response, call) => {
        bench.clock.advance(600_000)
        expect(await bench.service.parts.ledger.sweep()).toBe(1)
        bench.clock.advance(-600_000)
        await json(completion('Late'))(response, call)
      })
      const ends = bench.watchEnds()
      expect(await (await bench.ask(PLAIN)).json()).toMatchObject({
        svc: { cost_usd: 0.000_072 },
      })
      expect(await ends()).toEqual({ counted: 1, ignored: 0 })
      expect(await bench.afterwards()).toEqual(left('completed', 100, 20, 0.000_072))
    })
  })
})
